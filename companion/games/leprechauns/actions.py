"""Everything that can happen in a game of Leprechauns, one class each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.game import ChanceAction, SeatAction
from companion.core.views import EVERYONE, NOBODY, seen_by
from companion.games.leprechauns.pieces import ActionCard, Fault


@dataclass(frozen=True, slots=True)
class PlayAs(SeatAction):
    """A player says to be a child, for whom one motif is enough, or a grown-up (clause 5.9)."""

    child: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class TakePrems(SeatAction):
    """The youngest takes the PREM'S card (clause 1.8)."""


@dataclass(frozen=True, slots=True)
class TurnAction(ChanceAction):
    """The first action card is turned up (clause 2.2)."""

    action: ActionCard = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Signal(SeatAction):
    """The holder of PREM'S gives the signal: everybody turns up a chest and slaps (clause 2.3)."""


@dataclass(frozen=True, slots=True)
class ChestSeen(ChanceAction):
    """The eyes have read the chest that a player turned up (clauses 2.3, 2.4).

    Attributes:
        owner: the seat that turned it up.
        card: its number in the printed deck. No page repeats it: formulas are repeated from memory (clause 5.10).
    """

    open_fields: ClassVar[frozenset[str]] = frozenset({"card"})

    owner: int = seen_by(EVERYONE)
    value: int = seen_by(EVERYONE)
    card: int = seen_by(NOBODY)


@dataclass(frozen=True, slots=True)
class ChestTold(ChanceAction):
    """People say which value a player turned up (clauses 2.3, 2.4)."""

    owner: int = seen_by(EVERYONE)
    value: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Slap(SeatAction):
    """A hand lands on a chest; hands are reported in the order in which they landed (clauses 3.1 to 3.6).

    Attributes:
        on: the seat whose chest it is.
        tie: it landed together with the hand reported before it or, on a chest that is held and takes one hand, with
            that hand, as far as anybody can tell (clause 3.4).
    """

    on: int = seen_by(EVERYONE)
    tie: bool = seen_by(EVERYONE, default=False)


@dataclass(frozen=True, slots=True)
class NoChest(SeatAction):
    """A player has slapped no chest: late while one was left (clause 3.13), else without fault (clause 3.11)."""


@dataclass(frozen=True, slots=True)
class FirstHand(SeatAction):
    """The owner of a chest says whose hand was on it first (clause 3.4)."""

    hand: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class CallFoul(SeatAction):
    """A player calls another player's fault (clauses 3.7 to 3.9, 3.12, 3.13, 4.1)."""

    hand: int = seen_by(EVERYONE)
    fault: Fault = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class FoulSeen(ChanceAction):
    """The eyes have seen a fault of the kinds that they can tell (clause 3.12)."""

    hand: int = seen_by(EVERYONE)
    fault: Fault = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class HandsStand(SeatAction):
    """The holder of PREM'S has looked: everybody has played, the hands lie as they should (clause 3.11)."""


@dataclass(frozen=True, slots=True)
class Designate(SeatAction):
    """A player names who tries next (clauses 5.1, 5.6)."""

    performer: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Judge(SeatAction):
    """A judge says whether the formula was right, as far as it is needed (clauses 5.3 to 5.5)."""

    right: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Exchange(SeatAction):
    """The winner of the smallest chest swaps it for another player's (clauses 4.7 to 4.9).

    Attributes:
        value: of the chest that is taken, where `partner` won it in an earlier round; None for the one of this round.
    """

    partner: int = seen_by(EVERYONE)
    value: int | None = seen_by(EVERYONE, default=None)


@dataclass(frozen=True, slots=True)
class KeepChest(SeatAction):
    """The winner of the smallest chest keeps it (clause 4.7)."""


@dataclass(frozen=True, slots=True)
class Discard(SeatAction):
    """A player gives up a chest of earlier rounds (clauses 4.12, 4.13)."""

    value: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class PassPrems(SeatAction):
    """The holder of PREM'S chooses who gets it among those who tie for the smallest chest (clause 6.2)."""

    to: int = seen_by(EVERYONE)


ACTIONS = (
    PlayAs, TakePrems, TurnAction, Signal, ChestSeen, ChestTold, Slap, NoChest, FirstHand, CallFoul, FoulSeen,
    HandsStand, Designate, Judge, Exchange, KeepChest, Discard, PassPrems,
)  # fmt: skip
