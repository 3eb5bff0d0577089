"""Games in which dice are thrown."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

DIE = "die"
"""The kind of a die, as in `Thing`; its face is the number on top."""


@runtime_checkable
class ThrowsDice(Protocol):
    """What a game with dice declares."""

    die_sides: int
    """Number of sides of a die; its faces show 1 to this number."""


def die_faces(game: ThrowsDice | None) -> tuple[str, ...]:
    """The faces of the game's die, "1" to the number of its sides; () for a game without dice."""
    return () if game is None else tuple(str(value) for value in range(1, game.die_sides + 1))
