"""Every action of a game of Leprechauns, one class each.

Journals store the class names and the field names. Seats count from 0; `hand` is the seat whose hand is meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.game import ChanceAction, SeatAction
from companion.core.views import EVERYONE, NOBODY, seen_by
from companion.games.leprechauns.pieces import ActionCard, Fault


@dataclass(frozen=True, slots=True)
class PlayAs(SeatAction):
    """A player declares to be a child, for whom one motif is enough, or a grown-up (clause 5.9)."""

    child: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class TakePrems(SeatAction):
    """The youngest player takes the PREM'S card (clause 1.8)."""


@dataclass(frozen=True, slots=True)
class TurnAction(ChanceAction):
    """An action card is turned up for the round (clause 2.2)."""

    action: ActionCard = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Signal(SeatAction):
    """The holder of PREM'S gives the signal: everybody turns up a chest and slaps (clause 2.3)."""


@dataclass(frozen=True, slots=True)
class ChestSeen(ChanceAction):
    """The readers have read the chest that a player turned up (clauses 2.3, 2.4).

    Attributes:
        owner: the seat that turned it up.
        card: its number in the printed deck, 1 to 60. Pages do not show it, because formulas are repeated from memory
            (clause 5.10).
    """

    open_fields: ClassVar[frozenset[str]] = frozenset({"card"})

    owner: int = seen_by(EVERYONE)
    value: int = seen_by(EVERYONE)
    card: int = seen_by(NOBODY)


@dataclass(frozen=True, slots=True)
class ChestTold(ChanceAction):
    """People report the value of the chest that a player turned up, 1 to 10 (clauses 2.3, 2.4)."""

    owner: int = seen_by(EVERYONE)
    value: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Slap(SeatAction):
    """A hand lands on a chest; hands are reported in the order of landing (clauses 3.1 to 3.6).

    Attributes:
        on: the seat whose chest it is.
        tie: it landed at the same time, as far as anybody can tell, as the hand reported before it, or as the hand that
            already holds this chest (clause 3.4).
    """

    on: int = seen_by(EVERYONE)
    tie: bool = seen_by(EVERYONE, default=False)


@dataclass(frozen=True, slots=True)
class NoChest(SeatAction):
    """A player slapped no chest: too late if one was left (clause 3.13), otherwise without fault (clause 3.11)."""


@dataclass(frozen=True, slots=True)
class FirstHand(SeatAction):
    """The owner of a chest decides whose hand was on it first (clause 3.4)."""

    hand: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class CallFoul(SeatAction):
    """A player reports another player's fault (clauses 3.7 to 3.9, 3.12, 3.13, 4.1)."""

    hand: int = seen_by(EVERYONE)
    fault: Fault = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class FoulSeen(ChanceAction):
    """The camera reports a fault of a kind that it can recognize (clause 3.12)."""

    hand: int = seen_by(EVERYONE)
    fault: Fault = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class HandsStand(SeatAction):
    """The holder of PREM'S confirms that everybody has played and the hands lie correctly (clause 3.11)."""


@dataclass(frozen=True, slots=True)
class Designate(SeatAction):
    """A player names who repeats the next formula (clauses 5.1, 5.6)."""

    performer: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Judge(SeatAction):
    """A judge says whether the formula was repeated right, as far as needed (clauses 5.3 to 5.5)."""

    right: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Exchange(SeatAction):
    """The winner of the smallest chest swaps it for another player's (clauses 4.7 to 4.9).

    Attributes:
        value: the value of the taken chest if `partner` won it in an earlier round; None for the one won in this round.
    """

    partner: int = seen_by(EVERYONE)
    value: int | None = seen_by(EVERYONE, default=None)


@dataclass(frozen=True, slots=True)
class KeepChest(SeatAction):
    """The winner of the smallest chest keeps it (clause 4.7)."""


@dataclass(frozen=True, slots=True)
class Discard(SeatAction):
    """A player gives up a chest won in an earlier round (clauses 4.12, 4.13)."""

    value: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class PassPrems(SeatAction):
    """The holder of PREM'S chooses the next holder among the players who tie for the smallest chest (clause 6.2)."""

    to: int = seen_by(EVERYONE)


ACTIONS = (
    PlayAs, TakePrems, TurnAction, Signal, ChestSeen, ChestTold, Slap, NoChest, FirstHand, CallFoul, FoulSeen,
    HandsStand, Designate, Judge, Exchange, KeepChest, Discard, PassPrems,
)  # fmt: skip
