"""When a hand came to lie: three witnesses, asked once it lies.

The finder said of each moment whether this hand was in the air then: whatever crosses it, but only to a frame or two.
The hand's edges stopped: to a part of a frame, but other arms hide some of them and bring edges of their own. So the
first says about when, and the second when. The third, a network that looks at the hand's piece of the film
(`hands.moment`), says whether to believe them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

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
SHARP, ALIKE_FRAMES, EDGES = 1.0, 1.5, 0.3
"""Edges that stopped as sharply as this tell the moment; where the network is so near to that their mean is finer, in
which they count so much."""
SEEN_LATE, SEEN_EVERY, SEEN_NEAR = 3.0, 8.0, 40.0
"""Looks from a seat may be late by so many frames, and are so many apart; between two that are as near it landed. Where
both other witnesses agree, the looks may err by as much as they are apart."""
DOUBTED = 1.0
"""What is less certain than this is dated anew, as of soon after looks from its seat first saw it lie."""
SOON_AGREED, SOON_ASKED, SOON_TOLD = 2.0, 3, 2
"""So near to each other must be what is told as of so many moments then. What is told with doubt as of one of them need
only allow what the others say, of which there must be so many."""
FAR_FRAMES = 10.0
"""Sharp edges that stopped so far from there may be right all the same, unless looks saw it lie before that."""
FILM_BEGINS = 3
"""What seems to have landed in these first frames of a film may have done so before it."""
UNSEEN_FRAMES = 600.0
"""A hand that was not seen to come down may have lain for any time before it was found."""
IN_A_ROW = 4
"""A hand seemed to fly when it did in so many frames, one after the other."""
LAY_FRAMES = 3
"""A hand seemed to lie when it did in so many frames, one after the other."""
FLIES = 0.5
"""A hand that never seemed to be in the air like this was not seen to come down."""


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
    shares = np.exp(fits - fits.max())
    shares /= shares.sum()
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


def agreed(first: Landing, third: Landing, frames: int, lay: float | None, flew: float | None) -> Landing:
    """When a hand landed, by all witnesses; where some contradict each other all may be true.

    third: what the network says, who saw so many frames. lay, flew: how many frames ago the hand first lay there, and
    was last in the air, by the looks from its seat.
    """
    apart = abs(first.ago - third.ago)
    if third.ago + third.within >= frames - FILM_BEGINS:
        seen = first  # that may have been before the film
    elif first.within > SHARP:
        near = apart <= first.within + third.within + SEEN_LATE
        seen = third if near or _between(third, lay, flew) else Landing(third.ago, apart + first.within)
    elif apart <= ALIKE_FRAMES:
        seen = Landing(EDGES * first.ago + (1 - EDGES) * third.ago, 0.0)
    else:
        seen = Landing(third.ago, max(third.within, apart + first.within))
    agree = first.within < UNSEEN_FRAMES and apart <= max(first.within, ALIKE_FRAMES) + third.within + SEEN_LATE
    return _contradicted(seen, lay, flew, SEEN_EVERY if agree else SEEN_LATE)


def _contradicted(seen: Landing, lay: float | None, flew: float | None, off: float) -> Landing:
    """Where looks from the seat say otherwise by more than that, they may be right as well."""
    late = 0.0 if lay is None else lay - seen.ago
    early = 0.0 if flew is None else seen.ago - flew
    if max(late, early) <= off:
        return seen
    return Landing(seen.ago, max(seen.within, max(late, early) + SEEN_EVERY))


def dated_soon(
    told: Landing, first: Landing, soon: Sequence[Landing], lay: float | None, flew: float | None
) -> Landing:
    """When a hand landed of which that was told, with doubt; it stays so unless all agree that are asked of soon after.

    first: what the first two witnesses said. soon: what the network says of the film up to then, when little had hidden
    it; fewer where later it says that it had not landed. lay, flew: when it first lay there and last flew by the looks
    from its seat. All in frames before one moment.
    """
    sharp = [each for each in soon if each.within <= SHARP]
    said = sharp if len(sharp) >= SOON_TOLD else soon
    if len(soon) < SOON_ASKED or float(np.ptp([each.ago for each in said])) > SOON_AGREED:
        return told
    mean = float(np.mean([each.ago for each in said]))
    allowed = all(abs(each.ago - mean) <= each.within + SOON_AGREED for each in soon)
    lay_before = lay is not None and lay > first.ago + SEEN_LATE
    far = first.within <= SHARP and abs(first.ago - mean) > FAR_FRAMES and not lay_before
    if far or not allowed:
        return told
    anew = Landing(mean, min(told.within, max(each.within for each in said)))
    return _contradicted(anew, None, flew, SEEN_EVERY)


def _between(seen: Landing, lay: float | None, flew: float | None) -> bool:
    """Whether looks from the seat confirm it: soon before the hand flew, and soon after it lay."""
    return (
        lay is not None
        and flew is not None
        and lay - SEEN_LATE <= seen.ago <= flew + SEEN_LATE
        and flew - lay <= SEEN_NEAR
    )


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
