"""When a hand landed: evidence that is collected once the hand lies, and its combination.

The finder's track says of each frame whether the hand was in the air: robust to what crosses the hand, but only to a
frame or two. The hand's edges stopped moving: to a fraction of a frame, but other arms hide some edges and bring their
own. So the first gives an interval and the second a time in it (`tracked_landing`). The landing-time network
(`hands.landing_network`) and the per-seat posteriors are then combined with that (`landing_posterior`). The constants
of the combination were set on rounds of development (`calibration/training/hands/README.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from companion.perception.network import softmax

SAME_NOISE = 3.0
"""An edge pixel that has not moved differs by at most this many standard deviations of the noise."""
STARTS = 0.05
"""Share of a hand's edges whose motion is enough to say that the hand moved."""
SHARP_FRAMES = 3
"""All edges of a slapping hand stop within this many frames."""
FEWEST_EDGES = 35
"""Fewer edge pixels than this say nothing about the landing time."""
AIR_WEIGHT, AIR_LOGIT_LIMIT = 0.25, 3.0
"""Weight of a frame's logit of being in the air, since consecutive frames are not independent; and the logit's
limit."""
LATE_FRAMES = 1.4
"""The finder sees frames from before, too, and calls a hand airborne for this many frames after it came down."""
ABOUT_FRAMES = 2.5
"""Edges count that stopped within this many frames of the descent, beyond its standard deviation."""
ALONE = 1.5
"""Where the edges say nothing, the error bound is this many standard deviations of the descent."""
AGREED_FRAMES = 1.5
"""Track and edges agree when they differ by at most this many frames."""
CROSSED_FRAMES = 0.5
"""Additional error bound, frames, where other arms crossed the edges."""
SHARP = 1.0
"""An error bound of at most this many frames means that the landing was clearly seen."""
NETWORK_WEIGHT, LEAST_PROBABILITY = 1.6, 1e-5
"""Weight of the landing-time network's log probabilities, and the floor of a probability."""
OFF_FRAMES, OFF_WITHIN = 0.4, 0.15
"""Where the tracked landing is right, its error has a Laplace distribution of this scale: frames, plus this share of
its error bound."""
AMISS_SHARP, AMISS, AMISS_FRAMES = 0.2, 0.8, 60
"""Probability that the tracked landing is wrong where it is sharp, and where it is not; then the hand landed in any of
this many frames with equal probability."""
READ_LATE, READ_BLURRED, READ_LIMIT = 2.0, 0.3, 0.98
"""A per-seat posterior sees a landing this many frames late, blurred by this many frames; its probability is limited to
the third number."""
READS_ALIKE = 4.0
"""Consecutive posteriors share their errors: a hand that hovers low seems to lie, one under others does not. So their
joint log likelihood against a frame counts in full only up to about this, and logarithmically beyond. Natural logs."""
UNSEEN_FRAMES = 600.0
"""Error bound, frames, of a hand that was not seen to come down: it may have lain for any time before it was found."""
IN_A_ROW = 4
"""A hand was in the air when the finder says so in this many consecutive frames: what crosses a lying hand makes it
seem so for fewer."""
LAY_FRAMES = 3
"""A hand lay when the finder says so in this many consecutive frames."""
FLIES = 0.5
"""Least probability of being in the air of a frame that shows the hand in flight."""


Probabilities = NDArray[np.float64]
"""(N,) or (N + 2,) float64 probabilities that add up to 1."""


@dataclass(frozen=True, slots=True)
class Landing:
    """When a hand landed.

    Attributes:
        ago: frames ago, with a fraction.
        within: error bound in frames, beyond half a frame.
    """

    ago: float
    within: float


@dataclass(frozen=True, slots=True)
class Descent:
    """When a hand came down by the finder's track.

    Attributes:
        ago, deviation: mean and standard deviation, frames ago.
        latest: frames ago when it last seemed to be in the air; another arm may have hidden it then.
    """

    ago: float
    deviation: float
    latest: float


def find_descent(air: Sequence[float]) -> Descent | None:
    """The most likely times of the change from flying to lying.

    Args:
        air: probability, 0 to 1, of being in the air in each frame, the present one first, before which it came down.

    Returns:
        The descent; None where the hand was not seen in the air.
    """
    flew = [frames for frames, each in enumerate(air) if each >= FLIES]
    if not flew:
        return None
    logits = (
        np.clip([log(max(a, 1e-6) / max(1.0 - a, 1e-6)) for a in air], -AIR_LOGIT_LIMIT, AIR_LOGIT_LIMIT) * AIR_WEIGHT
    )
    lay = np.cumsum(logits)
    fits = lay[-1] - 2 * lay  # of having lain in the frames up to each, and of having flown before
    probabilities = softmax(fits)
    frames = np.arange(len(air)) + 0.5 + LATE_FRAMES
    mean = float(probabilities @ frames)
    return Descent(mean, float(np.sqrt(probabilities @ (frames - mean) ** 2)), _latest(flew) - 0.5 + LATE_FRAMES)


def _latest(flew: Sequence[int]) -> int:
    """The last frame, as ago, of `IN_A_ROW` consecutive ones, or of all: what crosses a hand makes it fly for a frame
    or two."""
    return next(iter(_runs(flew, IN_A_ROW)), flew[-1])


def _runs(frames: Sequence[int], length: int, oldest: bool = False) -> list[int]:
    """The newest frame (or the oldest) of each run of `length` consecutive frames. frames: ago, ascending."""
    pairs = zip(frames, frames[length - 1 :], strict=False)
    return [last if oldest else first for first, last in pairs if last - first == length - 1]


def tracked_landing(
    descent: Descent, stop: float | None, crossed: bool, flew: Sequence[int], lay: Sequence[int]
) -> Landing:
    """Combine the finder's track with the edges.

    Args:
        descent: by the finder's track.
        stop: how many frames ago the hand's edges stopped; None where they do not tell.
        crossed: whether other arms crossed the edges then.
        flew: how many frames ago the hand was clearly in the air or on its way here, ascending: long before the landing
            means that it may have landed unseen.
        lay: how many frames ago it seemed to lie here, ascending: where other arms crossed it, the first time counts.

    Returns:
        The landing, with an error bound that grows with every disagreement.
    """
    ago = descent.ago if stop is None else stop
    unseen = min((frames for frames in flew if frames >= ago - 1), default=0) - ago
    doubt = max(descent.ago - descent.latest, unseen) - SHARP_FRAMES
    if crossed:
        doubt = max(doubt, max(_runs(lay, LAY_FRAMES, oldest=True), default=0.0) - ago)
    if stop is None:
        return Landing(descent.ago, max(doubt, ALONE * descent.deviation))
    apart = abs(stop - descent.ago)
    differ = apart + descent.deviation if apart > AGREED_FRAMES else 0.0
    return Landing(stop, max(doubt, differ, 0.0) + CROSSED_FRAMES * crossed)


def landing_posterior(
    probabilities: Probabilities, tracked: Landing, readings: Sequence[tuple[float, float]]
) -> Probabilities:
    """The posterior distribution of the landing time by all evidence.

    Args:
        probabilities: (N,) probability by the landing-time network that the hand landed 0 to N - 1 frames ago.
        tracked: the landing by track and edges.
        readings: for each per-seat posterior its age in frames and the probability, 0 to 1, that the hand lay on the
            card; of `CardEvidence.landing_evidence`.

    Returns:
        (N,) float64 probabilities that add up to 1.
    """
    ago = np.arange(len(probabilities), dtype=np.float64)
    logs = NETWORK_WEIGHT * np.log(np.maximum(probabilities, LEAST_PROBABILITY))
    if tracked.within < UNSEEN_FRAMES:
        sharp = tracked.within <= SHARP
        spread, amiss = OFF_FRAMES + OFF_WITHIN * tracked.within, AMISS_SHARP if sharp else AMISS
        near = np.exp(-np.abs(ago - tracked.ago) / spread) / (2 * spread)
        logs += np.log((1 - amiss) * near + amiss / AMISS_FRAMES)
    seen = np.zeros(len(probabilities))
    for then, lay in readings:
        held = min(max(lay, 1 - READ_LIMIT), READ_LIMIT)
        landed_before = 1 / (1 + np.exp(np.clip((then + READ_LATE - ago) / READ_BLURRED, -30, 30)))
        seen += np.log(landed_before * held + (1 - landed_before) * (1 - held))
    logs -= READS_ALIKE * np.log1p((seen.max() - seen) / READS_ALIKE)
    return softmax(logs)


def edges_stopped_ago(off: NDArray[np.float32], about: Descent | None = None) -> float | None:
    """How many frames ago the hand's edges stopped moving, with a fraction.

    Args:
        off: (frames, pixels) float32, the present frame first: difference of each edge pixel from its present value, in
            standard deviations of the noise.
        about: only edges count that stopped about this descent; all where None.

    Returns:
        Frames ago; None where fewer than `FEWEST_EDGES` edges stopped then.
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
