"""The motion of a hand as a function of time: it reaches, hovers, slaps, lies, slides and lifts.

A reach is a minimum-jerk motion; a slap meets the table with speed. A hand in the air trembles and drifts; one that
lies is still.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from math import exp, inf, pi, sin
from random import Random
from typing import Literal

from companion.core.units import PointMm
from companion.simulator.bodies import Arm, ArmLook

PointXyz = tuple[float, float, float]
"""x, y, z in mm; z is the gap between hand and table."""
Kind = Literal["glide", "slap", "hover", "lie", "slide"]
"""Kind of a segment, see `Segment`."""

TREMBLE_HZ = (6.3, 8.1, 10.7)
"""Frequencies of a hand's tremor."""
DRIFT_HZ = 0.9
"""Frequency of its slow drift."""
SKID_S = 0.022
"""Time constant with which a hand that came in obliquely slides on."""
EASE_S = 0.06
"""Time over which tremor sets in."""
BALLISTIC = 0.9
"""Share of a minimum-jerk motion that a slap consists of: the table ends it."""
THICK_MM = 25.0
"""Thickness of a hand."""
SHUTTER_S = 1 / 120
"""Exposure time, as indoor light needs it: half of a frame at 60 a second."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a hand's motion.

    Attributes:
        kind: glide through the air; slap, down to the table with speed; hover; lie; slide on the table.
        takes_s: duration.
        to_xyz_mm: where the palm's middle is at its end.
        drop: for a slap, how late the hand comes down: 1 evenly, 4 at the very end.
        skid_mm: for what follows a slap, how far the hand slides on.
    """

    kind: Kind
    takes_s: float
    to_xyz_mm: PointXyz
    drop: float = 2.0
    skid_mm: PointMm = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Reach:
    """One hand's motion from outside the picture; it stays where the last segment ends.

    Attributes:
        owner: whose hand.
        looks: how the arm looks.
        shoulder_xy_mm: where it comes from.
        begins_s: when it begins.
        from_xyz_mm: where the palm begins.
        segments: one after another.
        tremble_mm: amplitude of the tremor.
        drift_mm: amplitude of the drift.
        seed: of tremor and drift.
    """

    owner: str
    looks: ArmLook
    shoulder_xy_mm: PointMm
    begins_s: float
    from_xyz_mm: PointXyz
    segments: tuple[Segment, ...]
    tremble_mm: float = 0.5
    drift_mm: float = 3.0
    seed: int = field(default=0)

    @property
    def ends_s(self) -> float:
        """When the last segment ends."""
        return self.begins_s + sum(each.takes_s for each in self.segments)

    @property
    def settles_s(self) -> float:
        """When the last segment begins, in which the hand stays or leaves."""
        return self.ends_s - self.segments[-1].takes_s

    def arm(self, now_s: float, shutter_s: float = SHUTTER_S) -> Arm | None:
        """Return the arm in a picture taken at `now_s` with this exposure time; None while it is not there."""
        if now_s < self.begins_s or (now_s > self.ends_s and self.segments[-1].kind == "glide"):
            return None
        here, before = self.palm_xyz_mm(now_s), self.palm_xyz_mm(now_s - shutter_s)
        moved = (here[0] - before[0], here[1] - before[1], here[2] - before[2])
        return Arm(self.owner, self.looks, self.shoulder_xy_mm, here, moved)

    def level(self, now_s: float) -> tuple[float, float]:
        """Return a sort key of the arm in the pile of arms at `now_s`: the smaller, the lower it lies.

        The hand that comes down first lies lowest; those that come down later, or not at all, pass over it. A hand that
        lifts is drawn out from under others until it is high enough to pass over them; sliding does not lift it.
        """
        starts_s = accumulate((each.takes_s for each in self.segments), initial=self.begins_s)
        ways = zip(starts_s, self.segments, (None, *self.segments), strict=False)
        lands_s = [s for s, own, last in ways if own.kind == "lie" and (last is None or last.kind != "slide")]
        before_s, after_s = [s for s in lands_s if s <= now_s], [s for s in lands_s if s > now_s]
        if before_s and self.palm_xyz_mm(now_s)[2] <= THICK_MM:
            return before_s[-1], self.begins_s
        return (*after_s, inf)[0], self.begins_s

    def palm_xyz_mm(self, now_s: float) -> PointXyz:
        """Return the palm's middle at `now_s`."""
        start, left_s = self.from_xyz_mm, now_s - self.begins_s
        for number, each in enumerate(self.segments):
            if left_s < each.takes_s or number == len(self.segments) - 1:
                return self._within(each, start, max(0.0, left_s), now_s)
            start, left_s = each.to_xyz_mm, left_s - each.takes_s
        return start

    def _within(self, segment: Segment, start: PointXyz, gone_s: float, now_s: float) -> PointXyz:
        share = min(1.0, gone_s / segment.takes_s) if segment.takes_s else 1.0
        smooth = smooth_step(share)
        end = segment.to_xyz_mm
        x, y, z = (a + (b - a) * smooth for a, b in zip(start, end, strict=True))
        if segment.kind == "slap":
            # The hand stays high until late, and the table stops it.
            cut = smooth_step(share * BALLISTIC) / smooth_step(BALLISTIC)
            x, y = start[0] + (end[0] - start[0]) * cut, start[1] + (end[1] - start[1]) * cut
            z = start[2] + (end[2] - start[2]) * share**segment.drop
        elif segment.kind == "lie":
            gone = 1.0 - exp(-gone_s / SKID_S)
            x, y, z = start[0] + segment.skid_mm[0] * gone, start[1] + segment.skid_mm[1] * gone, start[2]
        if segment.kind in ("glide", "hover", "slap"):
            dx, dy, dz = self._unrest(now_s)
            # Fades in and out, so that no segment begins with a jump.
            eased = min(1.0, gone_s / EASE_S, (segment.takes_s - gone_s) / EASE_S)
            held = max(0.0, eased) if segment.kind == "hover" else 4 * share * (1 - share)
            x, y, z = x + held * dx, y + held * dy, max(0.0, z + held * dz)
        return x, y, z

    def _unrest(self, now_s: float) -> PointXyz:
        """Tremor and drift at `now_s`, mm."""
        random = Random(self.seed)
        found = []
        for _ in range(3):
            value = self.drift_mm * sin(2 * pi * (DRIFT_HZ * now_s + random.random()))
            for hertz in TREMBLE_HZ:
                value += self.tremble_mm / 3 * sin(2 * pi * (hertz * now_s + random.random()))
            found.append(value)
        return found[0], found[1], found[2]


def smooth_step(share: float) -> float:
    """Return the position of a minimum-jerk motion, 0 to 1, at a share of its duration."""
    return share**3 * (10 - 15 * share + 6 * share**2)
