"""When a hand came to lie: witnesses that are asked once it lies, and weighed together.

The finder said of each moment whether this hand was in the air then: whatever crosses it, but only to a frame or two.
The hand's edges stopped: to a part of a frame, but other arms hide some of them and bring edges of their own. So the
first says about when, and the second when. The third, a network that looks at the hand's piece of the film
(`hands.moment`), says of each frame how likely it came down then. What looks from its seat saw meanwhile counts, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from companion.perception.network import softmax

SAME_NOISE = 3.0
"""Standard deviations by which an edge that has not moved may differ."""
STARTS = 0.05
"""Share of a hand's edges that are enough to see that it moved."""
SHARP_FRAMES = 3
"""A slap ends within so many frames for all of its edges."""
FEWEST_EDGES = 35
"""Pixels of a hand's edges that tell when it came."""
SHARE, MOST = 0.25, 3.0
"""Moments that follow one another are not independent; no moment says more than this logit."""
LATE_FRAMES = 1.4
"""The finder looks at two moments at once, and believes that a hand flies for so long after it has come down."""
ABOUT_FRAMES = 2.5
"""How much farther than the deviation of what the moments say the edges may have stopped."""
ALONE = 1.5
"""Where the edges do not tell, the moment may be off by so many deviations."""
AGREED_FRAMES = 1.5
"""Both witnesses are as good as one when they are as near as this."""
CROSSED_FRAMES = 0.5
"""How far off the moment may be, besides, where other arms went over those edges."""
SHARP = 1.0
"""What is dated as finely as this was seen clearly."""
NETWORK_COUNTS, LEAST_SHARE = 1.6, 1e-5
"""How much the network's logs count, which says of no frame that it is less likely than that."""
OFF_FRAMES, OFF_WITHIN = 0.4, 0.15
"""Where the first two witnesses are right they are off by so many frames, and by so much of what they doubt."""
AMISS_SHARP, AMISS, AMISS_FRAMES = 0.2, 0.8, 60
"""So often they are wrong about what they tell finely, and about what they doubt themselves: it may have been at any of
so many frames then."""
LOOK_LATE, LOOK_BLURRED, LOOK_SURE = 2.0, 0.3, 0.98
"""How long after a landing a look from the seat sees the hand lie, and how blurred that is; none is surer than the
last."""
LOOKS_ALIKE = 4.0
"""What misleads one look misleads the next one, too: a hand that hovers low looks as if it lay, one under others as if
it did not. So what looks say against a frame counts in full only up to about this, in natural logs, and ever less
beyond. All of these were set on rounds of development (`calibration/training/hands/README.md`)."""
UNSEEN_FRAMES = 600.0
"""A hand that was not seen to come down may have lain for any time before it was found."""
IN_A_ROW = 4
"""A hand seemed to fly when it did in so many frames, one after the other."""
LAY_FRAMES = 3
"""A hand seemed to lie when it did in so many frames, one after the other."""
FLIES = 0.5
"""A hand that never seemed to be in the air like this was not seen to come down."""


Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Landing:
    """When a hand landed.

    Attributes:
        ago: in frames, finer than one.
        within: how far that may be off, in frames, beyond half a one.
    """

    ago: float
    within: float


@dataclass(frozen=True, slots=True)
class Descent:
    """When a hand came down by what each moment says, in frames ago.

    Attributes:
        ago, deviation: the mean, and the standard deviation.
        latest: when it last seemed to be in the air; another arm may have hidden it then.
    """

    ago: float
    deviation: float
    latest: float


def came_down(air: Sequence[float]) -> Descent | None:
    """When a hand came down; None when that was not seen.

    air: how surely it was in the air, 0 to 1, the present first, before which it came down.
    """
    flew = [frames for frames, each in enumerate(air) if each >= FLIES]
    if not flew:
        return None
    logits = np.clip([log(max(a, 1e-6) / max(1.0 - a, 1e-6)) for a in air], -MOST, MOST) * SHARE
    lay = np.cumsum(logits)
    fits = lay[-1] - 2 * lay  # of having lain in the frames up to each, and of having flown before
    shares = softmax(fits)
    frames = np.arange(len(air)) + 0.5 + LATE_FRAMES
    mean = float(shares @ frames)
    return Descent(mean, float(np.sqrt(shares @ (frames - mean) ** 2)), _latest(flew) - 0.5 + LATE_FRAMES)


def _latest(flew: Sequence[int]) -> int:
    """The last of so many frames in a row, or of all: what crosses a hand makes it fly for a frame or two."""
    return next(iter(_rows(flew, IN_A_ROW)), flew[-1])


def _rows(frames: Sequence[int], length: int, oldest: bool = False) -> list[int]:
    """Of each so many frames in a row its newest, or its oldest one; frames: ago, the newest first."""
    pairs = zip(frames, frames[length - 1 :], strict=False)
    return [last if oldest else first for first, last in pairs if last - first == length - 1]


def landed(descent: Descent, stop: float | None, crossed: bool, flew: Sequence[int], lay: Sequence[int]) -> Landing:
    """When a hand landed, by the first two witnesses.

    stop: when its edges stopped, if they tell; crossed: other arms went over them then.
    flew: how many frames ago it was clearly in the air, or on its way here: long before, it may have landed unseen.
    lay: how many frames ago it seemed to lie here: where other arms went over it, the first time counts.
    """
    ago = descent.ago if stop is None else stop
    unseen = min((frames for frames in flew if frames >= ago - 1), default=0) - ago
    doubt = max(descent.ago - descent.latest, unseen) - SHARP_FRAMES
    if crossed:
        doubt = max(doubt, max(_rows(lay, LAY_FRAMES, oldest=True), default=0.0) - ago)
    if stop is None:
        return Landing(descent.ago, max(doubt, ALONE * descent.deviation))
    apart = abs(stop - descent.ago)
    differ = apart + descent.deviation if apart > AGREED_FRAMES else 0.0
    return Landing(stop, max(doubt, differ, 0.0) + CROSSED_FRAMES * crossed)


def weighed(shares: Shares, first: Landing, looks: Sequence[tuple[float, float]]) -> Shares:
    """(N,) how likely a hand landed so many frames ago each, by all witnesses.

    shares: (N,) by the network. looks: how many frames ago each look from its seat was, before it was told what these
    are, and how likely the hand lay there by it.
    """
    ago = np.arange(len(shares), dtype=np.float64)
    logs = NETWORK_COUNTS * np.log(np.maximum(shares, LEAST_SHARE))
    if first.within < UNSEEN_FRAMES:
        sharp = first.within <= SHARP
        spread, amiss = OFF_FRAMES + OFF_WITHIN * first.within, AMISS_SHARP if sharp else AMISS
        near = np.exp(-np.abs(ago - first.ago) / spread) / (2 * spread)
        logs += np.log((1 - amiss) * near + amiss / AMISS_FRAMES)
    seen = np.zeros(len(shares))
    for then, lay in looks:
        held = min(max(lay, 1 - LOOK_SURE), LOOK_SURE)
        landed_before = 1 / (1 + np.exp(np.clip((then + LOOK_LATE - ago) / LOOK_BLURRED, -30, 30)))
        seen += np.log(landed_before * held + (1 - landed_before) * (1 - held))
    logs -= LOOKS_ALIKE * np.log1p((seen.max() - seen) / LOOKS_ALIKE)
    return softmax(logs)


def stopped(off: NDArray[np.float32], about: Descent | None = None) -> float | None:
    """How many frames ago a hand's edges stopped; None when too few of them did.

    off: (frames, pixels), the present first: how its edges differed from what they are, in deviations of the noise.
    about: only those count that stopped about then.
    """
    calm = off <= SAME_NOISE
    lay = calm[2:] & calm[1:-1] & calm[:-2]
    # Each edge's oldest frame in which it lay: what crossed it since does not count.
    since = np.where(lay.any(axis=0), len(lay) + 1 - lay[::-1].argmax(axis=0), 0)
    if about is not None:
        near = np.abs(since + 0.5 - about.ago) <= ABOUT_FRAMES + about.deviation
        off, since = off[:, near], since[near]
        if len(since) < FEWEST_EDGES:
            return None
    begun = np.flatnonzero(np.cumsum(np.bincount(since, minlength=len(off))) >= STARTS * len(since))
    last = min(int(begun[0]) + 1, len(off) - 2) if len(begun) else len(off) - 2
    own = np.abs(since - last) <= SHARP_FRAMES
    steps = off[last - 1 : last + 2, own].mean(axis=1) if own.any() else np.zeros(3)
    share = 1.0 if steps[2] <= steps[1] else min(1.0, max(0.0, (steps[1] - steps[0]) / (steps[2] - steps[1])))
    return float(last - share)
