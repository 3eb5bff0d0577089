"""Games whose cards lie at places of their own, face down or face up: which ones should, and what it means that they
do not.

People take a card away, turn one up, put it back; the eyes say how each place looks, the rules say what has happened.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.game import Action, State
from companion.core.text import Text
from companion.core.units import PointMm

NOTHING = ""
"""Instead of a face: no card lies there."""
UNREAD = "?"
"""Instead of a face: a card lies there face up, and it is not sure which."""


@dataclass(frozen=True, slots=True)
class LaidPlace:
    """A place of the table.

    Attributes:
        xy_mm: its middle on the mat.
        face: of the card that should lie there now, as in `Thing`, or NOTHING; None where anything may.
        turn_deg: how a card stands there, as in `Thing`.
    """

    xy_mm: PointMm
    face: str | None
    turn_deg: float = 0.0


@runtime_checkable
class PlacesCards(Protocol):
    """What such a game has beside the methods of `Game`."""

    laid_kind: str
    """The kind of thing that lies at the places, as in `Thing`."""

    def drawn_cards(self) -> DrawnCards:
        """Its cards as the eyes must know them; the same object each time."""

    def laid_out(self, state: State) -> Mapping[str, LaidPlace]:
        """Every place by its name, as `depict` names the thing that lies there; empty while nothing is laid out."""

    def may_come_up(self, state: State) -> frozenset[str]:
        """The faces of all cards that may lie face up at a place: those that are won lie elsewhere."""

    def happened(
        self, state: State, changed: Mapping[str, str], unseen: Collection[str]
    ) -> tuple[tuple[Action, ...], ...]:
        """What has happened when places look otherwise than they should: every explanation, as actions in their order;
        none while something that matters is unseen.

        changed: by name, the face that is seen there, or NOTHING; of places where anything may lie, all that is seen.
        unseen: places of which nothing is known now, except those where no card ever lay; and those where a card is due
            that was not seen there yet.
        """

    def carried_out(self, state: State, action: Action) -> Mapping[str, str]:
        """How places look once people have done `action`, before anything goes back: by name, as for `happened`."""

    def out_of_place(self, state: State, name: str, seen: str) -> Text:
        """One sentence: what is wrong at a place, and how to put it right. seen: a face, NOTHING or UNREAD."""

    def card_asked(self, state: State, name: str) -> Text:
        """What people are asked when the card that lies there face up cannot be read."""

    def card_words(self, face: str) -> Text:
        """A card's face in words, for the answers to that."""

    def may_show(self, state: State, seen: Mapping[str, str]) -> bool:
        """Whether pages may show a picture of the table that looks so: it must not tell what they must not.

        seen: by name, the face that is seen there, NOTHING or UNREAD; other places are not known now.
        """


@runtime_checkable
class FindsPlaces(Protocol):
    """What such a game has beside `LaysOut` when it can take its places from how the cards lie at the start."""

    def drawn_cards(self) -> DrawnCards:
        """As in `LaysOut`."""

    def awaits_places(self, state: State) -> bool:
        """Whether the places are to be found now; `laid_out` is empty until they are."""

    def places_found(self, state: State, backs_mm: Sequence[PointMm]) -> Action:
        """What has happened when cards lie face down with their middles there, in any order.

        The rules refuse the action in one sentence when the cards do not lie as they should.
        """
