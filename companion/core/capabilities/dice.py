"""Games in which dice are thrown: how many sides they have."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

DIE = "die"
"""The kind of a die, as in `Thing`; its face is the number on top."""


@runtime_checkable
class ThrowsDice(Protocol):
    """What such a game has beside the methods of `Game`."""

    die_sides: int
    """A die shows 1 to this number."""


def die_faces(game: ThrowsDice | None) -> tuple[str, ...]:
    """All that a die of the game can show; empty for a game without dice."""
    return () if game is None else tuple(str(value) for value in range(1, game.die_sides + 1))
