"""Converts the box's clock to the host's: offset and drift by weighted least squares over beats and their answers."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

SLOT_S = 4.0
"""Seconds of a time slot. Of the beats in a slot only the one with the shortest round trip is kept: the others waited
in a queue somewhere."""
SLOTS = 32
"""Slots that are kept, two minutes in all: long enough to measure a drift of a few ppm, short enough to follow a
crystal that warms up."""
LEAST_DRIFT_SPAN_S = 20.0
"""Seconds that the beats must span before a drift is fitted; over less, drift cannot be told from noise and is 0."""
MOST_DRIFT = 500e-6
"""Largest drift that is believed, as a share. Crystals are within 50 ppm; ten times that can only be noise."""
MICROSECOND = 1e-6
"""In seconds."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One beat that was answered.

    Attributes:
        middle_s: host time half-way between sending and answer, seconds.
        box_us: the box's clock when it answered, microseconds.
        uncertainty_s: half the round trip, seconds: `middle_s` cannot be further off than this.
    """

    middle_s: float
    box_us: int
    uncertainty_s: float


class BoxClock:
    """Maps one box's clock, microseconds since it was switched on, to the host's, seconds."""

    def __init__(self) -> None:
        self._beats: deque[Beat] = deque(maxlen=SLOTS)
        self._slot = -1
        self._last_us, self._last_s = -1, float("-inf")

    def add(self, sent_s: float, received_s: float, box_us: int) -> None:
        """Add a beat that the host sent at `sent_s` and whose answer, `box_us`, arrived at `received_s`."""
        beat = Beat((sent_s + received_s) / 2, box_us, (received_s - sent_s) / 2)
        slot = int(sent_s // SLOT_S)
        if slot != self._slot:
            self._slot = slot
            self._beats.append(beat)
        elif beat.uncertainty_s < self._beats[-1].uncertainty_s:
            self._beats[-1] = beat

    @property
    def known(self) -> bool:
        """Whether any beat has been answered, so that times can be converted."""
        return bool(self._beats)

    @property
    def uncertainty_s(self) -> float:
        """Uncertainty of a converted time without drift, seconds: half the shortest round trip. Needs `known`."""
        return min(beat.uncertainty_s for beat in self._beats)

    def host_s(self, box_us: int) -> float:
        """The host's time, seconds, of the box's time `box_us`. Needs `known`.

        Asked for increasing box times it returns increasing host times, even when the fit improved between two calls:
        presses never change their order.
        """
        beats = self._beats
        weights = [1 / (beat.uncertainty_s + MICROSECOND) ** 2 for beat in beats]
        total = sum(weights)
        # Differences from the last beat: a double barely holds microseconds since the box was switched on.
        us, s = beats[-1].box_us, beats[-1].middle_s
        xs = [(beat.box_us - us) * MICROSECOND for beat in beats]
        ys = [beat.middle_s - s - x for beat, x in zip(beats, xs, strict=True)]
        mean_x = sum(w * x for w, x in zip(weights, xs, strict=True)) / total
        mean_y = sum(w * y for w, y in zip(weights, ys, strict=True)) / total
        drift = 0.0
        if xs[-1] - xs[0] >= LEAST_DRIFT_SPAN_S:
            spread = sum(w * (x - mean_x) ** 2 for w, x in zip(weights, xs, strict=True))
            drift = sum(w * (x - mean_x) * (y - mean_y) for w, x, y in zip(weights, xs, ys, strict=True)) / spread
            drift = max(-MOST_DRIFT, min(MOST_DRIFT, drift))
        x = (box_us - us) * MICROSECOND
        mapped = s + x + mean_y + drift * (x - mean_x)
        if box_us == self._last_us:
            return self._last_s
        if box_us > self._last_us:
            mapped = max(mapped, self._last_s + MICROSECOND)
            self._last_us, self._last_s = box_us, mapped
        return mapped
