"""Games whose cards lie at known places, face down or face up: what should lie there, and what a difference means.

People take a card away, turn one up, put it back. The camera says what each place shows, the rules what has happened.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.capabilities.open_pictures import UNREAD as UNREAD
from companion.core.game import Action, State
from companion.core.text import Text
from companion.core.units import PointMm

NOTHING = ""
"""Stands for a face: no card lies there."""


@dataclass(frozen=True, slots=True)
class LaidPlace:
    """A place for a card.

    Attributes:
        xy_mm: its centre on the mat.
        face: face of the card that should lie there now, as in `Thing`, or NOTHING; None where anything may lie.
        turn_deg: rotation of a card there, as in `Thing`.
    """

    xy_mm: PointMm
    face: str | None
    turn_deg: float = 0.0


@runtime_checkable
class PlacesCards(Protocol):
    """The methods of a game whose cards lie at known places."""

    laid_kind: str
    """Kind of the things that lie at the places, as in `Thing`."""

    def drawn_cards(self) -> DrawnCards:
        """Its cards as the card reader needs them; the same object each time."""

    def laid_out(self, state: State) -> Mapping[str, LaidPlace]:
        """Every place by its name (`Thing.name` of the card there in `depict`); empty while nothing is laid out."""

    def may_come_up(self, state: State) -> frozenset[str]:
        """The faces of all cards that may still lie face up at a place; cards that were won lie elsewhere."""

    def happened(
        self, state: State, changed: Mapping[str, str], unseen: Collection[str]
    ) -> tuple[tuple[Action, ...], ...]:
        """The explanations of places that do not look as they should.

        Args:
            state: the present state.
            changed: by place name, the face that is seen where it differs from what is due, or NOTHING; for places
                where anything may lie, whatever is seen.
            unseen: names of places whose content is unknown now (except those where no card ever lay), and of places
                where a card is due that has not been seen there yet.

        Returns:
            Each explanation as a sequence of actions; () while something that matters is unseen.
        """

    def carried_out(self, state: State, action: Action) -> Mapping[str, str]:
        """What places show once people have carried out `action`, before any card goes back: as `changed` above."""

    def out_of_place(self, state: State, name: str, seen: str) -> Text:
        """One sentence: what is wrong at the place `name`, and how to mend it; `seen` is a face, NOTHING or UNREAD."""

    def card_asked(self, state: State, name: str) -> Text:
        """The question for people when the card that lies face up at the place `name` cannot be read."""

    def card_words(self, face: str) -> Text:
        """A card's face in words, for the answers to `card_asked`."""


@runtime_checkable
class FindsPlaces(Protocol):
    """The methods of a `PlacesCards` game that takes its places from where the cards lie at the start."""

    def drawn_cards(self) -> DrawnCards:
        """As in `PlacesCards`."""

    def awaits_places(self, state: State) -> bool:
        """Whether the places have to be found now; `laid_out` is empty until they are."""

    def places_found(self, state: State, backs_mm: Sequence[PointMm]) -> Action:
        """The action for cards that lie face down with these centres (table coordinates, any order).

        If the cards do not lie as they should, applying the action raises `Illegal`.
        """
