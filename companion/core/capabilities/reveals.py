"""Games in which everybody turns up a card at once: which cards, where, and what each may be.

Such a game does not wait until the table is at rest: each card is named as soon as it lies flat, before a hand hides
it.
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
    """A card that is turned up now, or in a moment.

    Attributes:
        name: as `depict` will name it. kind: as in `Thing`.
        xy_mm, turn_deg: where `depict` will lay it.
        whose: the seat that turns it up; None: anybody.
        outcomes: by each face that it may show, the action that reports it, legal once all cards before it are told.
    """

    name: str
    kind: str
    xy_mm: tuple[float, float]
    turn_deg: float
    whose: int | None
    outcomes: Mapping[str, Action]


@runtime_checkable
class RevealsCards(Protocol):
    """What such a game has beside the methods of `Game`."""

    def drawn_cards(self) -> DrawnCards:
        """Its cards as the eyes must know them; the same object each time."""

    def turned_up(self, state: State) -> tuple[TurnedCard, ...]:
        """The cards that are to be reported, in the order in which the rules want them; empty while none is turned."""

    def asked(
        self, state: State, card: TurnedCard, likely: Sequence[str]
    ) -> tuple[Text, tuple[tuple[Text, Action], ...]]:
        """What people are asked when the eyes cannot tell: the question, and the answers with what each reports.

        likely: the faces that it may be, the likeliest first.
        """

    def open_part_mm(self, card: TurnedCard) -> tuple[float, float, float, float]:
        """What pages may show of a card that was turned up: centre x, y, width and height about its middle."""

    def evidence_of(self, card: TurnedCard, face: str) -> Thing:
        """What the record says of a card that was read, without what pages must not tell; `explanations` knows it."""

    def corrections(self, thing: Thing) -> tuple[tuple[Text, str], ...]:
        """In words, and as a face, all that a thing of `evidence_of` may have been; empty for any other thing."""

    def keeps_quiet(self, state: State) -> bool:
        """Whether a picture of the table would tell now what pages must not."""
