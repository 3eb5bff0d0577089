"""One moment of a game, as plain values; each field says who may see it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import Self

from companion.core.views import EVERYONE, NOBODY, seen_by
from companion.games.plic_plac.actions import Announced
from companion.games.plic_plac.layout import Place
from companion.games.plic_plac.options import Options
from companion.games.plic_plac.pieces import Card, box

CARDS_OF: dict[Announced, int] = {"plic-plac": 2, "plic-plac-ploc": 3}
"""How many cards an announcement takes (clauses 4.1, 5.1)."""
CUT_NEEDS = 2
"""Cards that whoever cuts turns up (clause 6.2)."""


class Phase(enum.Enum):
    """What the table waits for."""

    POOL = "pool"
    FIRST = "first"
    TAKE = "take"
    SECRET = "secret"
    TURN = "turn"
    SHOWN = "shown"
    TRAITOR = "traitor"
    CUT = "cut"
    BLOCKED = "blocked"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """A player.

    Attributes:
        won: cards won, in their order; they lie face up (clause 4.4).
        plocs: how many plic-plac-plocs they came from.
        out: has called a blockage wrongly (clause 7.4).
    """

    seat: int = seen_by(EVERYONE)
    won: tuple[Card, ...] = seen_by(EVERYONE, default=())
    plocs: int = seen_by(EVERYONE, default=0)
    out: bool = seen_by(EVERYONE, default=False)


@dataclass(frozen=True, slots=True)
class Lying:
    """A card, and the place of the pool where it lies."""

    place: int = seen_by(EVERYONE)
    card: Card = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Position:
    """Everything about one moment. What lies face down is no part of it: nobody knows it.

    Attributes:
        pool: places where a card lies, or from which the secret card was taken, in order.
        turn: whose turn it is.
        secret: the place of the secret card, from when it is taken until it is shown or put back.
        announced: what is tried now, by whoever cuts if anybody does.
        shown: cards that lie face up in the pool, in the order in which they came up.
        due: the place of the card that is turned up and not told yet.
        cutter: who cuts.
        named: the place of the card that whoever cuts has named (clause 6.2).
        traitor_gone: the traitor has left the game.
        remembered: cards that have been shown and went back, the last one last. People saw them and may have forgotten;
            no page helps them (clause 7.5).
        caller: who has called a blockage rightly.
        places: where each place is; empty while the cards themselves are to tell (clause 1.7).
        claims: who has called a blockage during the cut that goes on, in their order (clause 7.9).
    """

    options: Options = seen_by(EVERYONE)
    players: tuple[Player, ...] = seen_by(EVERYONE)
    pool: tuple[int, ...] = seen_by(EVERYONE)
    phase: Phase = seen_by(EVERYONE, default=Phase.FIRST)
    turn: int = seen_by(EVERYONE, default=0)
    secret: int | None = seen_by(EVERYONE, default=None)
    announced: Announced | None = seen_by(EVERYONE, default=None)
    shown: tuple[Lying, ...] = seen_by(EVERYONE, default=())
    due: int | None = seen_by(EVERYONE, default=None)
    cutter: int | None = seen_by(EVERYONE, default=None)
    named: int | None = seen_by(EVERYONE, default=None)
    traitor_gone: bool = seen_by(EVERYONE, default=False)
    remembered: tuple[Lying, ...] = seen_by(NOBODY, default=())
    caller: int | None = seen_by(EVERYONE, default=None)
    scores: tuple[float, ...] | None = seen_by(EVERYONE, default=None)
    places: tuple[Place, ...] = seen_by(EVERYONE, default=())
    claims: tuple[int, ...] = seen_by(EVERYONE, default=())

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def active(self) -> int:
        """Who turns up cards now: whoever cuts, or whose turn it is."""
        return self.turn if self.cutter is None else self.cutter

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats that have not called a blockage wrongly."""
        return tuple(player.seat for player in self.players if not player.out)

    @property
    def cutters(self) -> tuple[int, ...]:
        """Who may cut the plic-plac that is shown (clauses 6.1, 6.2, 7.4)."""
        if len(self.pool) < CARDS_OF["plic-plac"] + CUT_NEEDS:
            return ()
        return tuple(seat for seat in self.playing if seat != self.turn)

    @property
    def tried(self) -> tuple[Lying, ...]:
        """The cards that are to fit: all that lie face up, of a plic-plac that is cut the named one alone."""
        if self.cutter is None:
            return self.shown
        named = tuple(each for each in self.shown if each.place == self.named)
        return (*named, *self.shown[CARDS_OF["plic-plac"] :])

    def left(self) -> tuple[Card, ...]:
        """The cards that are truly left in the pool, those that lie face up included (RULINGS 3)."""
        gone = {card for player in self.players for card in player.won}
        return tuple(
            card for card in box(specials=self.options.specials) if card not in gone and not self._left_game(card)
        )

    def _left_game(self, card: Card) -> bool:
        return self.traitor_gone and card.special is not None and card.special.value == "traitor"

    def with_player(self, player: Player) -> Self:
        return replace(self, players=(*self.players[: player.seat], player, *self.players[player.seat + 1 :]))

    def next_playing(self, seat: int) -> int | None:
        """The next player clockwise who still plays; None when nobody does."""
        after = ((seat + step) % len(self.players) for step in range(1, len(self.players) + 1))
        return next((each for each in after if not self.players[each].out), None)
