"""Games that limit the time of a turn."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.game import Action, State


@runtime_checkable
class TimesTurns(Protocol):
    """The methods of a game that limits the time of a turn."""

    def turn_time_s(self, state: State) -> float | None:
        """Seconds that the turn at `state` may take in all; None while no limit applies."""

    def is_same_turn(self, before: State, after: State) -> bool:
        """Whether both states belong to one turn, so that its time goes on."""

    def time_up(self, state: State) -> Action:
        """The action that happens when the time is up; legal whenever `turn_time_s` is not None."""
