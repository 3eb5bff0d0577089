"""Games in which a turn may take so long and no longer."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.game import Action, State


@runtime_checkable
class TimesTurns(Protocol):
    """What such a game has beside the methods of `Game`."""

    def turn_time_s(self, state: State) -> float | None:
        """Seconds that this turn may take in all; None while no time runs."""

    def is_same_turn(self, before: State, after: State) -> bool:
        """Whether the turn goes on from one moment to the next, and with it its time."""

    def time_up(self, state: State) -> Action:
        """What happens when the time has run out; legal whenever time runs."""
