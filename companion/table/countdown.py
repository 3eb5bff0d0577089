"""The time that is left of a turn."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.clock import Clock


@dataclass(frozen=True, slots=True, eq=False)
class Countdown:
    """The time of a turn that runs now.

    Attributes:
        total_s: what the turn may take.
        ends_s: when it has run out, on `clock`.
    """

    total_s: float
    ends_s: float
    clock: Clock

    @property
    def left_s(self) -> float:
        """From now on; 0 when it has run out."""
        return max(0.0, self.ends_s - self.clock.now_s())
