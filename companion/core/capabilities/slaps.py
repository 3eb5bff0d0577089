"""Games in which hands come down on cards: where they may, what it means, and what it means that they leave.

The camera says whose hand landed, on which card and when; the rules say whether it may.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.game import Action, State
from companion.core.text import Text
from companion.core.units import PointMm


@dataclass(frozen=True, slots=True)
class SlapPlace:
    """A card that hands may come down on.

    Attributes:
        owner: the seat before which it lies.
        xy_mm, turn_deg: where it lies on the mat, and its turn, clockwise.
        size_mm: its width and height.
        motifs_mm: what a hand must hide: left, top, right, bottom from the card's own middle.
    """

    owner: int
    xy_mm: PointMm
    turn_deg: float
    size_mm: tuple[float, float]
    motifs_mm: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class SlapTexts:
    """What people are asked about hands, in the game's own words.

    Attributes:
        whose: whose hand lies on the card of {owner}? nobody: the answer "there is none".
        where: on whose card is the hand of {who}? nowhere: the answer "on none".
        lifted: has {who} lifted the hand? uncovered: does the hand of {who} hide everything?
        well: the answer "it is no fault". fault: the answer "it is one".
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
    """What such a game has beside the methods of `Game`."""

    slap_texts: SlapTexts

    def slap_places(self, state: State) -> tuple[SlapPlace, ...]:
        """The cards that hands come down on, as long as hands matter; empty otherwise."""

    def seats_mm(self, state: State) -> tuple[PointMm, ...]:
        """Where each player sits, seen from above: beyond the mat's edge."""

    def slapped(self, state: State, seat: int, on: int, *, tie: bool) -> Action:
        """The hand of `seat` landed on the card of `on`; with `tie`, together with the hand before it."""

    def holds(self, state: State, on: int) -> int | None:
        """The seat whose hand holds the card of `on`, where it can take no other."""

    def lifted(self, state: State, seat: int) -> Action | None:
        """The hand of `seat` left its card or moved; None when that is allowed now."""

    def uncovered(self, state: State, seat: int) -> Action | None:
        """The hand of `seat` does not hide all motifs; None when that does not matter now."""
