"""Games in which everybody turns up a card at once: which cards, where, and what each may be.

The watcher does not wait until the table is at rest: it reads each card as soon as it lies flat, before a hand
hides it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.capabilities.drawn_cards import DrawnCards
from companion.core.game import Action, State
from companion.core.scene import Thing
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class TurnedCard:
    """A card that is being turned up.

    Attributes:
        name: its `Thing.name` in `depict` afterwards.
        kind: its kind, as in `Thing`.
        xy_mm, turn_deg: its centre and rotation in `depict` afterwards.
        whose: the seat that turns it up; None: anybody.
        outcomes: for each face that it may show, the action that reports it; legal once all cards before it have been
            reported.
    """

    name: str
    kind: str
    xy_mm: tuple[float, float]
    turn_deg: float
    whose: int | None
    outcomes: Mapping[str, Action]


@runtime_checkable
class RevealsCards(Protocol):
    """The methods of a game with reveals."""

    def drawn_cards(self) -> DrawnCards:
        """Its cards as the card reader needs them; the same object each time."""

    def turned_up(self, state: State) -> tuple[TurnedCard, ...]:
        """The cards to report now, in the order that the rules require; empty while no card is being turned up."""

    def asked(
        self, state: State, card: TurnedCard, likely: Sequence[str]
    ) -> tuple[Text, tuple[tuple[Text, Action], ...]]:
        """The question for people when a card cannot be read, and the answers in words with the action of each.

        likely: the faces that it may have, the likeliest first.
        """

    def open_part_mm(self, card: TurnedCard) -> tuple[float, float, float, float]:
        """The part of a turned card that pages may show: centre x, centre y, width, height, from the card's centre."""

    def evidence_of(self, card: TurnedCard, face: str) -> Thing:
        """The evidence to record for a card that was read, without its secrets; `explanations` accepts it."""

    def corrections(self, thing: Thing) -> tuple[tuple[Text, str], ...]:
        """(words, face) of all that a thing of `evidence_of` may have been; empty for any other thing."""
