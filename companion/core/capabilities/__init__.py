"""Capabilities: what a game may offer beside its rules. One protocol a module, all requested in the same way:

board = offers(game, HasBoard)
if board is not None:
    places = board.places(state)
"""

from __future__ import annotations

from typing import TypeVar

Capability = TypeVar("Capability")


def offers(game: object, capability: type[Capability]) -> Capability | None:
    """The game itself, typed as `capability` (a runtime-checkable protocol of this folder); None if it lacks it."""
    return game if isinstance(game, capability) else None
