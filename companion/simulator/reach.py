"""How a hand goes: it reaches, hovers, slaps, lies, slides and lifts, as a function of time.

Reaching is smooth (minimum jerk); a slap meets the table with speed; a hand in the air is never quite still, one that
lies is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from math import exp, inf, pi, sin
from random import Random
from typing import Literal

from companion.core.units import PointMm
from companion.simulator.bodies import Arm, Looks

PointXyz = tuple[float, float, float]
Way = Literal["glide", "slap", "hover", "lie", "slide"]

TREMBLE_HZ = (6.3, 8.1, 10.7)
DRIFT_HZ = 0.9
SKID_S = 0.022
"""A hand that came in askew slides on for about this long."""
EASE_S = 0.06
"""What begins to tremble does so gradually."""
BALLISTIC = 0.9
"""A slap is so much of a smooth reach: the table ends it."""
THICK_MM = 25.0
"""Of a hand."""
SHUTTER_S = 1 / 120
"""Half the time between frames: what indoor light asks for."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a hand's way.

    Attributes:
        way: glide through the air; slap, down to the table with speed; hover; lie; slide on the table.
        takes_s: how long.
        to_xyz_mm: where the palm's middle is at its end.
        drop: for a slap, how late the hand comes down: 1 evenly, 4 at the very end.
        skid_mm: for what follows a slap, how far the hand still slides.
    """

    way: Way
    takes_s: float
    to_xyz_mm: PointXyz
    drop: float = 2.0
    skid_mm: PointMm = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Reach:
    """One hand's way from outside the picture; it stays where the last stretch ends."""

    owner: str
    looks: Looks
    shoulder_xy_mm: PointMm
    begins_s: float
    from_xyz_mm: PointXyz
    stretches: tuple[Stretch, ...]
    tremble_mm: float = 0.5
    drift_mm: float = 3.0
    seed: int = field(default=0)

    @property
    def ends_s(self) -> float:
        return self.begins_s + sum(each.takes_s for each in self.stretches)

    @property
    def settles_s(self) -> float:
        """When the last stretch begins, in which it stays or leaves."""
        return self.ends_s - self.stretches[-1].takes_s

    def arm(self, now_s: float, shutter_s: float = SHUTTER_S) -> Arm | None:
        """The arm in a picture taken at `now_s`; None while it is not there."""
        if now_s < self.begins_s or (now_s > self.ends_s and self.stretches[-1].way == "glide"):
            return None
        here, before = self.palm_xyz_mm(now_s), self.palm_xyz_mm(now_s - shutter_s)
        moved = (here[0] - before[0], here[1] - before[1], here[2] - before[2])
        return Arm(self.owner, self.looks, self.shoulder_xy_mm, here, moved)

    def level(self, now_s: float) -> tuple[float, float]:
        """Its place in the pile of arms: the lower this is, the lower it lies.

        Who comes down first lies lowest, and so those who come down later, or not at all, go over him. A hand that
        lifts is drawn out from under others until it is high enough to pass over them; a slide does not lift it.
        """
        starts_s = accumulate((each.takes_s for each in self.stretches), initial=self.begins_s)
        ways = zip(starts_s, self.stretches, (None, *self.stretches), strict=False)
        lands_s = [s for s, own, last in ways if own.way == "lie" and (last is None or last.way != "slide")]
        before_s, after_s = [s for s in lands_s if s <= now_s], [s for s in lands_s if s > now_s]
        if before_s and self.palm_xyz_mm(now_s)[2] <= THICK_MM:
            return before_s[-1], self.begins_s
        return (*after_s, inf)[0], self.begins_s

    def palm_xyz_mm(self, now_s: float) -> PointXyz:
        start, left_s = self.from_xyz_mm, now_s - self.begins_s
        for number, each in enumerate(self.stretches):
            if left_s < each.takes_s or number == len(self.stretches) - 1:
                return self._within(each, start, max(0.0, left_s), now_s)
            start, left_s = each.to_xyz_mm, left_s - each.takes_s
        return start

    def _within(self, stretch: Stretch, start: PointXyz, gone_s: float, now_s: float) -> PointXyz:
        share = min(1.0, gone_s / stretch.takes_s) if stretch.takes_s else 1.0
        smooth = smooth_step(share)
        end = stretch.to_xyz_mm
        x, y, z = (a + (b - a) * smooth for a, b in zip(start, end, strict=True))
        if stretch.way == "slap":
            # The hand is high until late, and it is the table that stops it.
            cut = smooth_step(share * BALLISTIC) / smooth_step(BALLISTIC)
            x, y = start[0] + (end[0] - start[0]) * cut, start[1] + (end[1] - start[1]) * cut
            z = start[2] + (end[2] - start[2]) * share**stretch.drop
        elif stretch.way == "lie":
            gone = 1.0 - exp(-gone_s / SKID_S)
            x, y, z = start[0] + stretch.skid_mm[0] * gone, start[1] + stretch.skid_mm[1] * gone, start[2]
        if stretch.way in ("glide", "hover", "slap"):
            dx, dy, dz = self._unrest(now_s)
            # Begins and ends at nothing, so that no stretch begins with a jump.
            eased = min(1.0, gone_s / EASE_S, (stretch.takes_s - gone_s) / EASE_S)
            held = max(0.0, eased) if stretch.way == "hover" else 4 * share * (1 - share)
            x, y, z = x + held * dx, y + held * dy, max(0.0, z + held * dz)
        return x, y, z

    def _unrest(self, now_s: float) -> PointXyz:
        random = Random(self.seed)
        found = []
        for _ in range(3):
            value = self.drift_mm * sin(2 * pi * (DRIFT_HZ * now_s + random.random()))
            for hertz in TREMBLE_HZ:
                value += self.tremble_mm / 3 * sin(2 * pi * (hertz * now_s + random.random()))
            found.append(value)
        return found[0], found[1], found[2]


def smooth_step(share: float) -> float:
    """The way of a smooth reach (minimum jerk) at a share of its time, 0 to 1."""
    return share**3 * (10 - 15 * share + 6 * share**2)
