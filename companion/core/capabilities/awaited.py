"""Who is waited for where the actor alone does not tell: a choice that all make at once, several judges, one's dice."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.capabilities import offers
from companion.core.game import Game, State


@runtime_checkable
class AwaitsSeats(Protocol):
    """The method of a game that at some moments waits for others than the seat of `State.actor`."""

    def awaited(self, state: State) -> frozenset[int]:
        """The seats that have to do something now, for the game to go on; who only may is not among them. While chance
        decides: whoever throws, turns up or tells. Not asked when it is over."""


def awaited_seats(game: Game, state: State, seats: int) -> frozenset[int]:
    """The seats of a table of `seats` that the game waits for; none when it is over. Where the game does not say it:
    the seat of the actor, and everybody while chance decides, for anybody may throw or tell what came up."""
    if state.actor.kind == "over":
        return frozenset()
    several = offers(game, AwaitsSeats)
    if several is not None:
        return several.awaited(state)
    return frozenset(range(seats) if state.actor.seat is None else {state.actor.seat})
