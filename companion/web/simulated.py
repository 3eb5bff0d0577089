"""What the page of a simulated table needs of it; wiring hands over whatever keeps to this, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

Share = tuple[float, float]
"""A point of the picture: shares of its width and height, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Touched:
    """What lies under a finger.

    Attributes:
        ident: its number on the table; None where nothing lies.
        turns: it can be turned over. leans: it can be made to lean, as a die against a card's edge.
    """

    ident: int | None = None
    turns: bool = False
    leans: bool = False


class SimulatedTable(Protocol):
    """A table that people push about on a page; it knows nothing of the match."""

    paused: bool | None
    """Whether the script that plays the people keeps its hands off the table; None where there is no script."""

    def picture_jpeg(self) -> bytes:
        """What the camera over the table sees now."""

    def throw_dice(self) -> None:
        """Throw all dice of the table anew."""

    def touch(self, at: Share) -> Touched:
        """What lies at a point of the picture."""

    def drag(self, ident: int, to: Share, *, ends: bool) -> None:
        """Push a thing to a point, with a hand over it unless the dragging `ends`. Raises KeyError: it is gone."""

    def turn_over(self, ident: int) -> None:
        """Turn a thing over, or a die to its next value. Raises KeyError: it is gone."""

    def lean(self, ident: int) -> None:
        """Let a die lean so that no face lies on top. Raises KeyError: it is gone."""
