"""What a game may offer beside its rules: one protocol a module, all asked for in the same way.

board = offers(game, HasBoard)
if board is not None:
    places = board.places(state)
"""

from __future__ import annotations

from typing import TypeVar

Capability = TypeVar("Capability")


def offers(game: object, capability: type[Capability]) -> Capability | None:
    """The game as one that has `capability`, a runtime-checkable protocol of this folder; None when it has not."""
    return game if isinstance(game, capability) else None
