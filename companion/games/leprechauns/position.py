"""One moment of a game, as plain values; each field says who may see it."""

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
"""A game has six rounds, and a pile six chests (l. 46, 68)."""


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
        seat: whose pile it came from.
        card: its number in the printed deck, None when only the value was told. It lies there for everybody to see and
            is no secret; the pages do not repeat it, for formulas are to be remembered (clause 5.10).
        formula: what is to be done for its motifs, in words; empty when only the value was told.
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
        return Chest(self.value, self.card)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand on a chest.

    Attributes:
        on: the seat whose chest it is.
        rank: 1 for the first hand of the round; hands that tie share a rank.
        settled: the owner has said that this hand was first.
    """

    seat: int = seen_by(EVERYONE)
    on: int = seen_by(EVERYONE)
    rank: int = seen_by(EVERYONE)
    settled: bool = seen_by(EVERYONE, default=False)


@dataclass(frozen=True, slots=True)
class Player:
    """A player.

    Attributes:
        child: one motif is enough (clause 5.9); None until it is said.
        pile: chests still face down.
        won: chests won in earlier rounds.
        lost: chests kept face down for negative points; the owner alone sees which until the end (clause 7.3).
        prize: the chest won in this round.
        out: why the player is out for this round.
        no_chest: the hand lies on no chest in this round.
        tried: the player has tried, or need not try any more, in this round.
        first_hands: rounds in which this hand was the first, or among the first (clause 7.4).
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
    seat: int = seen_by(EVERYONE)
    right: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Position:
    """Everything about one moment.

    Attributes:
        round: 1 to 6; 0 before the first.
        prems: the seat that holds PREM'S.
        played: action cards turned up so far, this round's last.
        action: the one that holds in this round.
        out: chests turned up since the start, whoever has them now.
        turned: this round's chests, in the order of the reports.
        hands: hands on chests, in the order in which they landed.
        chooser: the seat that names who tries next.
        performer: the seat that tries.
        votes: what its judges have said so far.
        smallest: seats that won the smallest chest of the round, before any exchange.
        owing: seats that must give up an earlier chest, in order.
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
        return range(len(self.players))

    @property
    def holder(self) -> int:
        """The holder of PREM'S, once somebody is."""
        assert self.prems is not None
        return self.prems

    def playing(self, kind: ActionKind) -> bool:
        """Whether this round's action card is of that kind."""
        return self.action is not None and self.action.kind is kind

    def turned_by(self, seat: int) -> Turned:
        return next(turned for turned in self.turned if turned.seat == seat)

    def hand_of(self, seat: int) -> Hand | None:
        return next((hand for hand in self.hands if hand.seat == seat), None)

    def chest_under(self, seat: int) -> Turned:
        """The chest under a hand that lies on one."""
        hand = self.hand_of(seat)
        assert hand is not None
        return self.turned_by(hand.on)

    def from_holder(self) -> tuple[int, ...]:
        """All seats clockwise, from the holder of PREM'S on."""
        return tuple((self.holder + step) % len(self.players) for step in self.seats)

    def with_player(self, player: Player) -> Self:
        return replace(self, players=(*self.players[: player.seat], player, *self.players[player.seat + 1 :]))

    def with_turned(self, turned: Turned) -> Self:
        return replace(self, turned=tuple(turned if each.seat == turned.seat else each for each in self.turned))
