"""Games in which several seats are waited for at one moment: a choice that all make at once, several judges."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.capabilities import offers
from companion.core.game import Game, State


@runtime_checkable
class AwaitsSeats(Protocol):
    """The method of a game that waits for more than the seat of `State.actor` at some moments."""

    def awaited(self, state: State) -> frozenset[int]:
        """The seats that have to do something now, for the game to go on; who only may is not among them."""


def awaited_seats(game: Game, state: State, seats: int) -> frozenset[int]:
    """The seats of a table of `seats` that the game waits for: all while chance decides, for anybody may throw or tell
    what came up; none when it is over."""
    if state.actor.kind == "chance":
        return frozenset(range(seats))
    if state.actor.seat is None:
        return frozenset()
    several = offers(game, AwaitsSeats)
    return frozenset({state.actor.seat}) if several is None else several.awaited(state)
