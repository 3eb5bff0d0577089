"""Which of two arms that cross lies over the other: its hand came down later.

When a hand landed under another arm is hard to see; but that it lies under that arm is seen for as long as both lie. A
small network (`calibration/training/hands`) sees the piece of the picture about where two arms seem to cross, turned
so that the one player sits below, with both arms' ways drawn beside it, and says of each place which of the two lies
over the other there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.units import PointPx
from companion.perception.hands.piece import Way, cut, facing
from companion.perception.network import Network, softmax

SIDE, MM_PER_PX = 96, 3.0
"""The piece is a square of so many pixels about the crossing."""
PLACES, PLACE_PX = 12, 8
"""The answer is a grid of so many places each way, of so many pixels each."""
CHANNELS = 9
FINGERS_MM, NEAR_MM = 60.0, 110.0
"""An arm reaches so far beyond its palm's middle; two cross whose ways come as near as this: of each is only known
where its palm is and about where its player sits."""
LOW_MM = 200.0
"""So near to its palm an arm is so low that no hand would have come under it: farther back it may be raised."""
WIDE_MM, FAR_PX = 60.0, 1000.0
"""An arm's way is drawn so wide; not farther than this, since OpenCV draws in whole numbers."""
OVER, UNDER, NEITHER = range(3)
Arm = tuple[PointPx, PointPx]
"""A palm's middle, and where its player sits; pixels of the picture."""
MODEL = Path(__file__).parents[1] / "models" / "hand_crossing.onnx"


@dataclass(frozen=True, slots=True)
class Crossed:
    """At how many places one arm lies over another, and under it; and at how many of these the upper one is low."""

    over: float
    under: float
    low_over: float
    low_under: float

    @property
    def turned(self) -> Crossed:
        """The same of the other arm."""
        return Crossed(self.under, self.over, self.low_under, self.low_over)


def crossed(shares: NDArray[np.float32], way: Way, one: Arm, other: Arm, px_per_mm: float) -> Crossed:
    """What an answer says altogether.

    shares: of `CrossingLook.ask`, about the piece from there.
    """
    at = np.arange(PLACES) * PLACE_PX + (PLACE_PX - 1) / 2
    x, y = np.meshgrid(at, at)
    at_xy = np.stack([x, y, np.ones_like(x)], axis=2) @ way.T
    low = [np.hypot(*np.moveaxis(at_xy - palm, 2, 0)) < LOW_MM * px_per_mm for palm, _ in (one, other)]
    over, under = shares[OVER], shares[UNDER]
    return Crossed(float(over.sum()), float(under.sum()), float(over[low[0]].sum()), float(under[low[1]].sum()))


class CrossingLook:
    """Holds the network. Raises cv2.error when the model file is missing or broken."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def ask(self, piece: Pixels) -> NDArray[np.float32]:
        """(3, PLACES, PLACES) how likely at each place the first arm lies `OVER` the other, `UNDER` it, or `NEITHER`.

        piece: (SIDE, SIDE, CHANNELS), of `piece`.
        """
        return softmax(self._net.of_picture(piece)[0], axis=0)


def crossing(one: Arm, other: Arm, px_per_mm: float) -> PointPx | None:
    """Where two arms seem to cross, pixels of the picture; None where they come nowhere near each other."""
    a, b = (_way(*arm, px_per_mm) for arm in (one, other))
    met = _met(a, b)
    if met is not None:
        return met
    # Else the nearest are an end of the one and a place on the other.
    ends = [(end, _nearest(end, way)) for way, arm in ((b, a), (a, b)) for end in arm]
    first, second = min(ends, key=lambda pair: hypot(*(pair[0] - pair[1])))
    if hypot(*(first - second)) > NEAR_MM * px_per_mm:
        return None
    x, y = (first + second) / 2
    return float(x), float(y)


def cut_from(at: PointPx, one: Arm, px_per_mm: float) -> Way:
    """Where the piece about a crossing comes from; one: the arm whose player sits below."""
    return facing(at, one[1], ((SIDE - 1) / 2, (SIDE - 1) / 2), px_per_mm * MM_PER_PX)


def piece(now: Pixels, settled: Pixels, way: Way, one: Arm, other: Arm, rest: Sequence[Arm]) -> Pixels:
    """What the network sees, (SIDE, SIDE, CHANNELS): colours now, colours of the settled table, the arms' ways.

    now, settled: pictures (H, W, 3). way: of `cut_from`. rest: the other arms that lie, which share a channel.
    """
    ways = (drawn(way, arms) for arms in ((one,), (other,), rest))
    return np.dstack([cut(now, way, (SIDE, SIDE)), cut(settled, way, (SIDE, SIDE)), *ways])


def drawn(
    way: Way, arms: Sequence[Arm], size_xy: tuple[int, int] = (SIDE, SIDE), mm_per_px: float = MM_PER_PX
) -> Pixels:
    """Of that size, 255 where their palms seem to be, less bright where their arms do."""
    back, wide = np.linalg.inv(np.vstack([way, [0.0, 0.0, 1.0]])), round(WIDE_MM / mm_per_px)
    shown = np.zeros((size_xy[1], size_xy[0]), np.uint8)
    for arm in arms:
        palm, sits = ((back @ (*at, 1.0))[:2] for at in arm)
        if hypot(*palm) > FAR_PX:
            continue
        end = palm + (sits - palm) * min(1.0, FAR_PX / (hypot(*(sits - palm)) or 1.0))
        first, last = ((round(float(x)), round(float(y))) for x, y in (palm, end))
        cv2.line(shown, first, last, 128, wide)
        cv2.circle(shown, first, wide // 2, 255, cv2.FILLED)
    return shown


def _way(palm: PointPx, sits: PointPx, px_per_mm: float) -> NDArray[np.float64]:
    """(2, 2) from the fingers' end to the player."""
    ahead = np.subtract(palm, sits)
    return np.array([palm + ahead * (FINGERS_MM * px_per_mm / (hypot(*ahead) or 1.0)), sits])


def _met(a: NDArray[np.float64], b: NDArray[np.float64]) -> PointPx | None:
    """Where two ways (2, 2) meet."""
    ways = np.column_stack([a[1] - a[0], b[0] - b[1]])
    if abs(np.linalg.det(ways)) < 1e-9:
        return None
    shares = np.linalg.solve(ways, b[0] - a[0])
    if not ((shares >= 0) & (shares <= 1)).all():
        return None
    x, y = a[0] + shares[0] * (a[1] - a[0])
    return float(x), float(y)


def _nearest(at: NDArray[np.float64], way: NDArray[np.float64]) -> NDArray[np.float64]:
    """The place on a way (2, 2) that is nearest to there."""
    along = way[1] - way[0]
    share = np.clip((at - way[0]) @ along / (along @ along or 1.0), 0, 1)
    return np.asarray(way[0] + share * along)
