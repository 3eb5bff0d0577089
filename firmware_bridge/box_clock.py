"""What the box's clock says in the host's seconds: offset and drift, from beats and the ticks that answered them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

SLOT_S = 4.0
"""Of all beats of so long, the one that was answered soonest counts: the others waited in some queue."""
SLOTS = 32
"""Two minutes: long enough to tell a drift of a few millionths, short enough to follow a crystal that warms up."""
STRAIGHT_S = 20.0
"""Before beats span so long, a difference in speed is not told from chance, and the clocks are taken to run alike."""
MOST_DRIFT = 500e-6
"""Crystals are within 50 millionths of true; what seems ten times as far off is chance as well."""
MICROSECOND = 1e-6


@dataclass(frozen=True, slots=True)
class Beat:
    """One beat that was answered.

    Attributes:
        middle_s: host time half way between sending and answer.
        box_us: what the box's clock said somewhere between the two.
        within_s: half the time between them: no more can the middle be wrong.
    """

    middle_s: float
    box_us: int
    within_s: float


class BoxClock:
    """Maps the microseconds of one box, since it was switched on, to the host's seconds."""

    def __init__(self) -> None:
        self._beats: deque[Beat] = deque(maxlen=SLOTS)
        self._slot = -1
        self._told_us, self._told_s = -1, float("-inf")

    def add(self, sent_s: float, received_s: float, box_us: int) -> None:
        """A beat that was sent and answered at these times; the answer said `box_us`."""
        beat = Beat((sent_s + received_s) / 2, box_us, (received_s - sent_s) / 2)
        slot = int(sent_s // SLOT_S)
        if slot != self._slot:
            self._slot = slot
            self._beats.append(beat)
        elif beat.within_s < self._beats[-1].within_s:
            self._beats[-1] = beat

    @property
    def known(self) -> bool:
        """Whether any beat was answered."""
        return bool(self._beats)

    @property
    def within_s(self) -> float:
        """What a time is uncertain by, short of drift: half the shortest way there and back. Needs a beat."""
        return min(beat.within_s for beat in self._beats)

    def host_s(self, box_us: int) -> float:
        """The host's time of `box_us`. Needs a beat.

        Asked about presses in their order, it answers in their order: a better estimate that came between two of them
        never turns them round.
        """
        beats = self._beats
        weights = [1 / (beat.within_s + MICROSECOND) ** 2 for beat in beats]
        total = sum(weights)
        # Differences from the last beat, for a double holds microseconds since the box was switched on only just.
        us, s = beats[-1].box_us, beats[-1].middle_s
        xs = [(beat.box_us - us) * MICROSECOND for beat in beats]
        ys = [beat.middle_s - s - x for beat, x in zip(beats, xs, strict=True)]
        mean_x = sum(w * x for w, x in zip(weights, xs, strict=True)) / total
        mean_y = sum(w * y for w, y in zip(weights, ys, strict=True)) / total
        drift = 0.0
        if xs[-1] - xs[0] >= STRAIGHT_S:
            spread = sum(w * (x - mean_x) ** 2 for w, x in zip(weights, xs, strict=True))
            drift = sum(w * (x - mean_x) * (y - mean_y) for w, x, y in zip(weights, xs, ys, strict=True)) / spread
            drift = max(-MOST_DRIFT, min(MOST_DRIFT, drift))
        x = (box_us - us) * MICROSECOND
        mapped = s + x + mean_y + drift * (x - mean_x)
        if box_us == self._told_us:
            return self._told_s
        if box_us > self._told_us:
            mapped = max(mapped, self._told_s + MICROSECOND)
            self._told_us, self._told_s = box_us, mapped
        return mapped
