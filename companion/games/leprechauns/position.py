"""One moment of a game, as plain values; each field declares who may see it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import Any, Self

from companion.core.actors import Viewer
from companion.core.text import Text
from companion.core.views import EVERYONE, NOBODY, OWNER, seen_by
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ActionCard, ActionKind, Chest, Fault

ROUNDS = 6
"""Number of rounds of a game, and of chests in a pile (l. 46, 68)."""


class Phase(enum.Enum):
    """What the table waits for."""

    AGES = "ages"
    YOUNGEST = "youngest"
    ACTION = "action"
    SIGNAL = "signal"
    REVEAL = "reveal"
    HANDS = "hands"
    NAMING = "naming"
    JUDGING = "judging"
    EXCHANGE = "exchange"
    DISCARD = "discard"
    PASS_PREMS = "pass-prems"
    OVER = "over"


def _face_up(player: Any, viewer: Viewer) -> bool:
    return player.scored or OWNER(player, viewer)


def _may_be_reminded(turned: Any, viewer: Viewer) -> bool:
    return turned.done or viewer in turned.told_to


@dataclass(frozen=True, slots=True)
class Turned:
    """The chest that a player has turned up in this round.

    Attributes:
        seat: the seat from whose pile it came.
        value: 1 to 10.
        card: its number in the printed deck, None when only the value was reported. It lies open and is no secret; the
            pages do not show it because formulas are to be remembered (clause 5.10).
        formula: the right answers for its motifs, in words; empty when only the value was reported.
        told_to: seats that judge the formula now and read it on their phones.
        done: nobody needs to remember it any more.
    """

    seat: int = seen_by(EVERYONE)
    value: int = seen_by(EVERYONE)
    card: int | None = seen_by(_may_be_reminded, default=None)
    formula: tuple[Text, ...] = seen_by(_may_be_reminded, default=())
    told_to: frozenset[int] = seen_by(EVERYONE, default=frozenset())
    done: bool = seen_by(EVERYONE, default=False)

    @property
    def chest(self) -> Chest:
        """The chest as a plain value."""
        return Chest(self.value, self.card)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand on a chest.

    Attributes:
        on: the seat whose chest it is.
        rank: 1 for the first hand of the round; tied hands share a rank.
        settled: the chest's owner has decided that this hand was first.
    """

    seat: int = seen_by(EVERYONE)
    on: int = seen_by(EVERYONE)
    rank: int = seen_by(EVERYONE)
    settled: bool = seen_by(EVERYONE, default=False)


@dataclass(frozen=True, slots=True)
class Player:
    """A player.

    Attributes:
        child: one motif is enough (clause 5.9); None until it is declared.
        pile: number of chests still face down.
        won: chests won in earlier rounds.
        lost: chests kept face down for negative points; only the owner sees which until the end (clause 7.3).
        prize: the chest won in this round.
        out: the fault for which the player is out for this round, else None.
        no_chest: the player slapped no chest in this round.
        tried: the player has repeated a formula, or need not any more, in this round.
        first_hands: number of rounds in which this hand was the first, or among the first (clause 7.4).
        scored: the game is over.
    """

    seat: int = seen_by(EVERYONE)
    child: bool | None = seen_by(EVERYONE, default=None)
    pile: int = seen_by(EVERYONE, default=ROUNDS)
    won: tuple[Chest, ...] = seen_by(EVERYONE, default=())
    lost: tuple[Chest, ...] = seen_by(_face_up, others=len, default=())
    prize: Chest | None = seen_by(EVERYONE, default=None)
    out: Fault | None = seen_by(EVERYONE, default=None)
    no_chest: bool = seen_by(EVERYONE, default=False)
    tried: bool = seen_by(EVERYONE, default=False)
    first_hands: int = seen_by(EVERYONE, default=0)
    scored: bool = seen_by(EVERYONE, default=False)


@dataclass(frozen=True, slots=True)
class Vote:
    """A judge's verdict on the current performer."""

    seat: int = seen_by(EVERYONE)
    right: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Position:
    """The state of one moment.

    Attributes:
        round: 1 to 6; 0 before the first.
        prems: the seat that holds PREM'S.
        played: action cards turned up so far, this round's last.
        action: this round's action card.
        out: all chests turned up since the start, whoever has them now.
        turned: this round's chests, in the order in which they were reported.
        hands: hands on chests, in the order of landing.
        chooser: the seat that names who tries next.
        performer: the seat that repeats a formula.
        votes: the verdicts of its judges so far.
        smallest: seats that won the smallest chest of the round, before any exchange.
        owing: seats that must give up an earlier chest, in order.
        scores: points of each seat once the game is over.
    """

    options: Options = seen_by(EVERYONE)
    players: tuple[Player, ...] = seen_by(EVERYONE)
    phase: Phase = seen_by(EVERYONE, default=Phase.YOUNGEST)
    round: int = seen_by(EVERYONE, default=0)
    prems: int | None = seen_by(EVERYONE, default=None)
    played: tuple[ActionCard, ...] = seen_by(EVERYONE, default=())
    action: ActionCard | None = seen_by(EVERYONE, default=None)
    out: tuple[Chest, ...] = seen_by(NOBODY, others=len, default=())
    turned: tuple[Turned, ...] = seen_by(EVERYONE, default=())
    hands: tuple[Hand, ...] = seen_by(EVERYONE, default=())
    chooser: int | None = seen_by(EVERYONE, default=None)
    performer: int | None = seen_by(EVERYONE, default=None)
    votes: tuple[Vote, ...] = seen_by(EVERYONE, default=())
    smallest: tuple[int, ...] = seen_by(EVERYONE, default=())
    owing: tuple[int, ...] = seen_by(EVERYONE, default=())
    scores: tuple[float, ...] | None = seen_by(EVERYONE, default=None)

    @property
    def seats(self) -> range:
        """All seats, from 0."""
        return range(len(self.players))

    @property
    def holder(self) -> int:
        """The seat that holds PREM'S, once somebody does."""
        assert self.prems is not None
        return self.prems

    def playing(self, kind: ActionKind) -> bool:
        """Whether this round's action card is of that kind."""
        return self.action is not None and self.action.kind is kind

    def turned_by(self, seat: int) -> Turned:
        """The chest that a seat has turned up in this round."""
        return next(turned for turned in self.turned if turned.seat == seat)

    def hand_of(self, seat: int) -> Hand | None:
        """The hand of a seat; None when it lies on no chest."""
        return next((hand for hand in self.hands if hand.seat == seat), None)

    def chest_under(self, seat: int) -> Turned:
        """The chest under the hand of a seat, which must lie on one."""
        hand = self.hand_of(seat)
        assert hand is not None
        return self.turned_by(hand.on)

    def from_holder(self) -> tuple[int, ...]:
        """All seats clockwise, starting with the holder of PREM'S."""
        return tuple((self.holder + step) % len(self.players) for step in self.seats)

    def with_player(self, player: Player) -> Self:
        """This position with one player replaced."""
        return replace(self, players=(*self.players[: player.seat], player, *self.players[player.seat + 1 :]))

    def with_turned(self, turned: Turned) -> Self:
        """This position with one turned chest replaced."""
        return replace(self, turned=tuple(turned if each.seat == turned.seat else each for each in self.turned))
