"""Games in which the table may wait for several players at once, or for a player whose throw the camera reads."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.capabilities import offers
from companion.core.game import Game, State


@runtime_checkable
class AwaitsSeats(Protocol):
    """A game that says for whom the table waits. Of any other game it is the seat of `State.actor` alone."""

    def awaited(self, state: State) -> tuple[int, ...]:
        """The seats that must act now, in order: all that choose at the same time or judge together, and whoever
        throws dice or turns a card up. Empty where nobody in particular does, and when the game is over.

        Depends only on what everybody may see.
        """


def awaited_seats(game: Game, state: State) -> tuple[int, ...]:
    """The seats that must act now, in order; empty while nobody in particular has to, and when the game is over."""
    asked = offers(game, AwaitsSeats)
    if asked is not None:
        return asked.awaited(state)
    seat = state.actor.seat
    return () if seat is None else (seat,)
