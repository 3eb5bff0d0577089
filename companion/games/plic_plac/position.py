"""One moment of a game, as plain values; each field declares who may see it."""

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
"""Number of cards that an announcement needs (clauses 4.1, 5.1)."""
CUT_NEEDS = 2
"""Number of cards that a player who cuts turns up (clause 6.2)."""


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
        won: cards won, in order; they lie face up (clause 4.4).
        plocs: number of plic-plac-plocs won.
        out: the player has wrongly called a blockage (clause 7.4).
    """

    seat: int = seen_by(EVERYONE)
    won: tuple[Card, ...] = seen_by(EVERYONE, default=())
    plocs: int = seen_by(EVERYONE, default=0)
    out: bool = seen_by(EVERYONE, default=False)


@dataclass(frozen=True, slots=True)
class Lying:
    """A card and the place of the pool where it lies."""

    place: int = seen_by(EVERYONE)
    card: Card = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Position:
    """The state of one moment; face-down cards are not part of it, because nobody knows them.

    Attributes:
        pool: places where a card lies, or from which the secret card was taken, in order.
        turn: the seat whose turn it is.
        secret: the place of the secret card, from when it is taken until it is shown or put back.
        announced: the attempt that is being made, by the cutter if there is one.
        shown: cards that lie face up in the pool, in the order in which they were turned up.
        due: the place of the card that was turned up and has not been reported yet.
        cutter: the seat that cuts.
        named: the place of the card that the cutter has named (clause 6.2).
        traitor_gone: the traitor has left the game.
        remembered: cards that were shown and went back, the latest last. People saw them and may have forgotten them;
            no page shows them (clause 7.5).
        caller: the seat that has rightly called a blockage.
        scores: points of each seat once the game is over.
        places: where each place is; empty until the places are taken from the cards (clause 1.7).
        claims: seats that called a blockage during the current cut, in order (clause 7.9).
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
        """All seats, from 0."""
        return range(len(self.players))

    @property
    def active(self) -> int:
        """The seat that turns up cards now: the cutter, or the seat whose turn it is."""
        return self.turn if self.cutter is None else self.cutter

    @property
    def playing(self) -> tuple[int, ...]:
        """Seats that have not wrongly called a blockage."""
        return tuple(player.seat for player in self.players if not player.out)

    @property
    def cutters(self) -> tuple[int, ...]:
        """Seats that may cut the plic-plac that is shown (clauses 6.1, 6.2, 7.4)."""
        if len(self.pool) < CARDS_OF["plic-plac"] + CUT_NEEDS:
            return ()
        return tuple(seat for seat in self.playing if seat != self.turn)

    @property
    def tried(self) -> tuple[Lying, ...]:
        """The cards that must fit: all open cards, but during a cut only the named card of the original pair."""
        if self.cutter is None:
            return self.shown
        named = tuple(each for each in self.shown if each.place == self.named)
        return (*named, *self.shown[CARDS_OF["plic-plac"] :])

    def left(self) -> tuple[Card, ...]:
        """The cards actually left in the pool, open ones included (RULINGS 3)."""
        gone = {card for player in self.players for card in player.won}
        return tuple(
            card for card in box(specials=self.options.specials) if card not in gone and not self._left_game(card)
        )

    def _left_game(self, card: Card) -> bool:
        return self.traitor_gone and card.special is not None and card.special.value == "traitor"

    def with_player(self, player: Player) -> Self:
        """This position with one player replaced."""
        return replace(self, players=(*self.players[: player.seat], player, *self.players[player.seat + 1 :]))

    def next_playing(self, seat: int) -> int | None:
        """The next seat clockwise that still plays; None when none does."""
        after = ((seat + step) % len(self.players) for step in range(1, len(self.players) + 1))
        return next((each for each in after if not self.players[each].out), None)
