"""Games in which nobody wins when all have the same score. In the others those with the highest score win together."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class EndsInDraws(Protocol):
    """A game that may end in a draw."""

    equal_is_draw: bool
    """Always true; a game without draws does not say it."""
