"""The crossing network: which of two arms that cross lies over the other, so that its hand came down later.

When a hand landed under another arm is hard to see; that it lies under that arm is seen for as long as both lie. A
small network (`calibration/training/hands`) sees the crop about the point where two arms cross, rotated so that the
first player sits below, with the courses of the arms drawn beside it. It says of each cell of the crop which of the two
arms lies on top there.
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
from companion.perception.hands.crop import Affine, crop, rotated_transform
from companion.perception.network import Network, softmax

SIDE, MM_PER_PX = 96, 3.0
"""Side of the square crop about the crossing in pixels, and its scale."""
PLACES, PLACE_PX = 12, 8
"""The answer is a grid of 12 x 12 cells, each of 8 x 8 pixels of the crop."""
CHANNELS = 9
"""Colours now, colours of the table at rest, and one channel each for the first arm, the second arm and all others."""
FINGERS_MM, NEAR_MM = 60.0, 110.0
"""An arm reaches the first distance beyond its palm's middle. Two arms cross whose courses come within the second
distance: of each only the palm and roughly the player's seat are known. Millimetres."""
LOW_MM = 200.0
"""Within this distance of its palm an arm is too low for a hand to come under it; farther back it may be raised.
Millimetres."""
WIDE_MM, FAR_PX = 60.0, 1000.0
"""Width of an arm as it is drawn, millimetres; and the farthest coordinate at which one is drawn, pixels of the crop:
OpenCV draws with whole numbers."""
OVER, UNDER, NEITHER = range(3)
"""Classes of the answer: the first arm lies over the second, under it, or the two do not overlap there."""
Arm = tuple[PointPx, PointPx]
"""The palm's middle and where the player sits; pixels of the picture."""
MODEL = Path(__file__).parents[1] / "models" / "hand_crossing.onnx"
"""The network's file."""


@dataclass(frozen=True, slots=True)
class OverlapCounts:
    """Sums of an answer over the cells.

    Attributes:
        over, under: expected number of cells, 0 to 144, in which one arm lies over the other, and under it.
        low_over, low_under: the part of these within `LOW_MM` of the upper arm's palm.
    """

    over: float
    under: float
    low_over: float
    low_under: float

    @property
    def swapped(self) -> OverlapCounts:
        """The same with the two arms exchanged."""
        return OverlapCounts(self.under, self.over, self.low_under, self.low_over)


def overlap_counts(
    probabilities: NDArray[np.float32], transform: Affine, one: Arm, other: Arm, px_per_mm: float
) -> OverlapCounts:
    """Sum up an answer.

    Args:
        probabilities: (3, PLACES, PLACES) float32, of `CrossingNetwork.predict`.
        transform: of the crop, from `crossing_transform`.
        one, other: the two arms.
        px_per_mm: scale of the picture.
    """
    at = np.arange(PLACES) * PLACE_PX + (PLACE_PX - 1) / 2
    x, y = np.meshgrid(at, at)
    at_xy = np.stack([x, y, np.ones_like(x)], axis=2) @ transform.T
    low = [np.hypot(*np.moveaxis(at_xy - palm, 2, 0)) < LOW_MM * px_per_mm for palm, _ in (one, other)]
    over, under = probabilities[OVER], probabilities[UNDER]
    return OverlapCounts(float(over.sum()), float(under.sum()), float(over[low[0]].sum()), float(under[low[1]].sum()))


class CrossingNetwork:
    """Holds the network.

    Args:
        model: its ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def predict(self, crops: Pixels) -> NDArray[np.float32]:
        """Classify each cell of a crop.

        Args:
            crops: (SIDE, SIDE, CHANNELS) uint8, of `crossing_input`.

        Returns:
            (3, PLACES, PLACES) float32 probabilities of `OVER`, `UNDER` and `NEITHER`.
        """
        return softmax(self._net.of_picture(crops)[0], axis=0)


def crossing_point(one: Arm, other: Arm, px_per_mm: float) -> PointPx | None:
    """Where two arms cross, pixels of the picture; None where they do not come within `NEAR_MM` of each other."""
    a, b = (_course(*arm, px_per_mm) for arm in (one, other))
    met = _met(a, b)
    if met is not None:
        return met
    # Else the nearest are an end of the one and a place on the other.
    ends = [(end, _nearest(end, course)) for course, arm in ((b, a), (a, b)) for end in arm]
    first, second = min(ends, key=lambda pair: hypot(*(pair[0] - pair[1])))
    if hypot(*(first - second)) > NEAR_MM * px_per_mm:
        return None
    x, y = (first + second) / 2
    return float(x), float(y)


def crossing_transform(at: PointPx, one: Arm, px_per_mm: float) -> Affine:
    """The transform of the crop about a crossing, rotated so that the player of arm `one` sits below."""
    return rotated_transform(at, one[1], ((SIDE - 1) / 2, (SIDE - 1) / 2), px_per_mm * MM_PER_PX)


def crossing_input(
    now: Pixels, settled: Pixels, transform: Affine, one: Arm, other: Arm, rest: Sequence[Arm]
) -> Pixels:
    """The network's input.

    Args:
        now, settled: (H, W, 3) uint8 BGR, the present picture and the table at rest.
        transform: of `crossing_transform`.
        one, other: the two arms.
        rest: all other arms that lie; they share a channel.

    Returns:
        (SIDE, SIDE, CHANNELS) uint8.
    """
    drawings = (draw_arms(transform, arms) for arms in ((one,), (other,), rest))
    return np.dstack([crop(now, transform, (SIDE, SIDE)), crop(settled, transform, (SIDE, SIDE)), *drawings])


def draw_arms(
    transform: Affine, arms: Sequence[Arm], size_xy: tuple[int, int] = (SIDE, SIDE), mm_per_px: float = MM_PER_PX
) -> Pixels:
    """Draw arms into an empty crop.

    Args:
        transform: of the crop.
        arms: pixels of the picture.
        size_xy: size of the crop.
        mm_per_px: scale of the crop.

    Returns:
        (H, W) uint8: 255 on the palms, 128 on the arms, else 0.
    """
    back, wide = np.linalg.inv(np.vstack([transform, [0.0, 0.0, 1.0]])), round(WIDE_MM / mm_per_px)
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


def _course(palm: PointPx, sits: PointPx, px_per_mm: float) -> NDArray[np.float64]:
    """(2, 2) float64: the fingertips and where the player sits, pixels of the picture."""
    ahead = np.subtract(palm, sits)
    return np.array([palm + ahead * (FINGERS_MM * px_per_mm / (hypot(*ahead) or 1.0)), sits])


def _met(a: NDArray[np.float64], b: NDArray[np.float64]) -> PointPx | None:
    """Where two line segments (2, 2) meet; None where they do not."""
    ways = np.column_stack([a[1] - a[0], b[0] - b[1]])
    if abs(np.linalg.det(ways)) < 1e-9:
        return None
    along = np.linalg.solve(ways, b[0] - a[0])
    if not ((along >= 0) & (along <= 1)).all():
        return None
    x, y = a[0] + along[0] * (a[1] - a[0])
    return float(x), float(y)


def _nearest(at: NDArray[np.float64], segment: NDArray[np.float64]) -> NDArray[np.float64]:
    """The point of a line segment (2, 2) that is nearest to a point."""
    along = segment[1] - segment[0]
    share = np.clip((at - segment[0]) @ along / (along @ along or 1.0), 0, 1)
    return np.asarray(segment[0] + share * along)
