"""Every action of a game of Plic-Plac, one class each.

Journals store the class names and the field names. Places of the pool count from 0, row by row from the far left
(`Position.places`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.core.game import ChanceAction, SeatAction
from companion.core.views import EVERYONE, seen_by
from companion.games.plic_plac.pieces import Card

Announced = Literal["plic-plac", "plic-plac-ploc"]


@dataclass(frozen=True, slots=True)
class PoolSeen(ChanceAction):
    """The readers have found the face-down cards before the first turn; they define the places of the pool (clause
    1.7).

    Attributes:
        places_mm: the cards' centres on the mat in whole millimetres, in any order.
    """

    open_fields: ClassVar[frozenset[str]] = frozenset({"places_mm"})

    places_mm: tuple[tuple[int, int], ...] = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class PoolTold(SeatAction):
    """A player writes how many cards each row has, as in "7,7,7,7,8" (clause 1.7)."""

    open_fields: ClassVar[frozenset[str]] = frozenset({"rows"})

    rows: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class DrawFirst(ChanceAction):
    """The draw decides which seat begins (clause 1.6)."""

    first: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class TakeSecret(SeatAction):
    """A player takes a secret card from a place of the pool (clause 2.1)."""

    place: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Announce(SeatAction):
    """A player announces a plic-plac or a plic-plac-ploc with the secret card (clause 2.2)."""

    what: Announced = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Pass(SeatAction):
    """A player puts the secret card back (clause 2.3)."""


@dataclass(frozen=True, slots=True)
class TurnUp(SeatAction):
    """A player turns up a card of the pool (clauses 4.1, 5.1, 6.2); what it shows is reported next."""

    place: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class CardSeen(ChanceAction):
    """The readers have read the card that was turned up. It lies open; no sentence repeats it (clause 7.5)."""

    open_fields: ClassVar[frozenset[str]] = frozenset({"card"})

    place: int = seen_by(EVERYONE)
    card: Card = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class CardTold(SeatAction):
    """A player reports what the turned-up card shows; `face` is a `Card.face`. No sentence repeats it (clause 7.5)."""

    open_fields: ClassVar[frozenset[str]] = frozenset({"face"})

    face: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class GiveUp(SeatAction):
    """A player gives a plic-plac-ploc up before all three cards are face up (clauses 5.4, 6.6)."""


@dataclass(frozen=True, slots=True)
class Pocket(SeatAction):
    """Nobody cuts, so the player wins the plic-plac (clause 4.2)."""


@dataclass(frozen=True, slots=True)
class Cut(SeatAction):
    """An opponent cuts a plic-plac and names its card at `place` (clauses 6.1, 6.2)."""

    place: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Betray(SeatAction):
    """The player who turned up the traitor replaces it by a card that `owner` has won (clause 8.4)."""

    owner: int = seen_by(EVERYONE)
    card: Card = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class LeaveTraitor(SeatAction):
    """The player who turned up the traitor leaves it there (clause 8.5)."""


@dataclass(frozen=True, slots=True)
class CallBlockage(SeatAction):
    """A player claims that no plic-plac is left in the pool (clause 7.2)."""


@dataclass(frozen=True, slots=True)
class WinOne(SeatAction):
    """The player who rightly called a blockage wins one of the remaining cards that may be won (clause 7.3)."""

    card: Card = seen_by(EVERYONE)


ACTIONS = (
    PoolSeen, PoolTold, DrawFirst, TakeSecret, Announce, Pass, TurnUp, CardSeen, CardTold, GiveUp, Pocket, Cut, Betray,
    LeaveTraitor, CallBlockage, WinOne,
)  # fmt: skip
