"""Games in which hands slap cards: which cards, and what it means when a hand lands, leaves or slips.

The camera says whose hand landed, on which card and when; the rules say whether that is allowed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.game import Action, State
from companion.core.text import Text
from companion.core.units import PointMm

HAND = "hand"
"""Kind of the evidence kept of a hand, as in `Thing`; its picture is a drawing, in which no pixel of the table is."""


@dataclass(frozen=True, slots=True)
class SlapPlace:
    """A card that hands may land on.

    Attributes:
        owner: the seat in front of which it lies.
        xy_mm, turn_deg: the card's centre on the mat, and its rotation, clockwise.
        size_mm: its width and height.
        motifs_mm: the rectangles that a hand must hide: left, top, right, bottom in the card's own frame, from its
            centre.
    """

    owner: int
    xy_mm: PointMm
    turn_deg: float
    size_mm: tuple[float, float]
    motifs_mm: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class SlapTexts:
    """The questions about hands and their answers, in the game's own words.

    Attributes:
        whose: asks whose hand lies on the card of {owner}.
        nobody: the answer "there is none".
        where: asks on whose card the hand of {who} is.
        nowhere: the answer "on none".
        lifted: asks whether {who} has lifted the hand.
        uncovered: asks whether the hand of {who} hides everything.
        well: the answer "it is no fault".
        fault: the answer "it is a fault".
    """

    whose: Text
    nobody: Text
    where: Text
    nowhere: Text
    lifted: Text
    uncovered: Text
    well: Text
    fault: Text


@runtime_checkable
class HasSlaps(Protocol):
    """The methods of a game with slaps."""

    slap_texts: SlapTexts

    def slap_places(self, state: State) -> tuple[SlapPlace, ...]:
        """The cards that hands may land on; empty while hands do not matter."""

    def seats_mm(self, state: State) -> tuple[PointMm, ...]:
        """Where each player sits, table coordinates, beyond the mat's edge; one point for each seat."""

    def slapped(self, state: State, seat: int, on: int, *, tie: bool) -> Action:
        """The action for a hand of `seat` that landed on the card of seat `on`.

        tie: it landed at the same time as the hand before it.
        """

    def holds(self, state: State, on: int) -> int | None:
        """The seat whose hand holds the card of seat `on` and may not be displaced; None where there is none."""

    def lifted(self, state: State, seat: int) -> Action | None:
        """The action for a hand of `seat` that left its card or moved; None when that is allowed now."""

    def uncovered(self, state: State, seat: int) -> Action | None:
        """The action for a hand of `seat` that does not hide all motifs; None when that does not matter now."""
