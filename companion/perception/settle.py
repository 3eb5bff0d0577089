"""Decides whether the table has come to rest, and where it differs from when it last did; uses the small stream only.

Two pictures are compared after the change of light between them has been removed, so that a lamp or a cloud is no
motion. Light changes smoothly over the picture; things and hands do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.source import Frame

Grey = NDArray[np.float32]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the small picture; right and bottom are exclusive."""

STILL_S = 0.5
"""Time without a change that counts as rest: longer than a die stands on edge, short for people who wait."""
REDUCED_WIDTH_PX = 160
"""Width at which pictures are compared: about 5 mm a pixel, a die is five wide; averaging removes noise."""
LEAST_STEP = 5.0
"""Grey levels; a smaller difference is compression or rounding, whatever the measured noise is."""
NOISE_FACTOR = 5.0
"""Differences above this many standard deviations of the noise are real: one false pixel in 90 pictures."""
LEAST_PIXELS = 3
"""Adjacent reduced pixels, half a die: fewer are noise or a speck of reflected light."""
LIGHT_GRID_PX = (40, 30)
"""Grid (width, height) on which the change of light is fitted."""
LIGHT_ROUNDS = 5
"""Rounds of fitting; each leaves out the outliers of the one before."""
LIGHT_END = 0.002
"""The fit has converged when it changes by less than this (logarithm), half a grey level at most."""
LIGHT_OUTLIER = 2.5
"""Robust standard deviations beyond which a grid point is left out of the fit."""
LIGHT_DOUBT = 0.15
"""Share of the change of light that a pixel may be off by: shadows and reflections do not follow exactly."""
DARKEST, BRIGHTEST = 6.0, 246.0
"""Grey levels outside of which the sensor no longer follows the light."""
CUT_OFF = 255.0
"""The largest grey level."""
FOLLOW = 0.02
"""Weight of each still picture in the remembered one, a moving average that follows the daylight within some
seconds."""
MARGIN_PX = 2
"""Reduced pixels added around a change: shadows and soft edges; also joins adjacent changes."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What one frame tells.

    Attributes:
        still: whether nothing has changed for `STILL_S`.
        settled: whether this frame is the first still one.
        changed_xyxy: when `settled`, where the table differs from when it last settled (the first time: the whole
            picture); else where it differs from the last frame that changed.
    """

    still: bool
    settled: bool
    changed_xyxy: tuple[Box, ...]


class Settle:
    """Detects rest; takes every small frame in turn, and remembers two of them in grey."""

    def __init__(self) -> None:
        self._settled: Grey | None = None
        self._anchor: Grey | None = None
        self._since_s = 0.0
        self._still = False

    def update(self, frame: Frame) -> Rest:
        """Take in the next small frame. A picture of another size than before starts afresh."""
        height, width = frame.pixels.shape[:2]
        seen = _grey(frame)
        if self._anchor is None or self._anchor.shape != seen.shape:
            self._settled, self._anchor, self._since_s, self._still = None, seen, frame.taken_s, False
            return Rest(False, False, ((0, 0, width, height),))
        moved = changed(self._anchor, seen)
        if moved.any():
            self._anchor, self._since_s, self._still = seen, frame.taken_s, False
            return Rest(False, False, _boxes(moved, width, height))
        if self._still:
            self._anchor = self._settled = (1 - FOLLOW) * self._anchor + FOLLOW * seen
            return Rest(True, False, ())
        if frame.taken_s - self._since_s < STILL_S:
            return Rest(False, False, ())
        before, self._settled, self._anchor, self._still = self._settled, seen, seen, True
        if before is None:
            return Rest(True, True, ((0, 0, width, height),))
        return Rest(True, True, _boxes(changed(before, seen), width, height))


def changed(before: Grey, now: Grey) -> NDArray[np.bool_]:
    """Return where two grey pictures differ by more than light and noise.

    Args:
        before: (H, W) float32, 0 to 255.
        now: the same size.

    Returns:
        (h, w) bool, reduced to at most `REDUCED_WIDTH_PX` wide.
    """
    then, here = _reduced(before), _reduced(now)
    light = light_change(then, here)
    expected = np.asarray(then * light, np.float32)
    if float(before.max()) * float(light.max()) > CUT_OFF:
        # The sensor clips bright pixels before neighbours are averaged, not after.
        fine_light = cv2.resize(light, before.shape[::-1], interpolation=cv2.INTER_LINEAR)
        expected = _reduced(np.minimum(before * fine_light, np.float32(CUT_OFF)))
    difference = np.abs(here - expected)
    noise = 1.4826 * float(np.median(difference))  # median absolute difference to standard deviation
    least = max(LEAST_STEP, NOISE_FACTOR * noise) + LIGHT_DOUBT * np.abs(expected - then)
    dark = (here < DARKEST) & (expected < DARKEST)
    mask = ((difference > least) & ~dark).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    large = np.zeros(count, bool)
    large[1:] = stats[1:, cv2.CC_STAT_AREA] >= LEAST_PIXELS
    found: NDArray[np.bool_] = large[labels]
    return found


def light_change(before: Grey, now: Grey) -> Grey:
    """Return the factor by which each pixel became brighter, (H, W) float32.

    It is a quadratic surface in the logarithm, fitted robustly to most of the picture; 1 where too little can be
    compared.

    Args:
        before: (H, W) float32, 0 to 255.
        now: the same size.
    """
    then, here = (cv2.resize(each, LIGHT_GRID_PX, interpolation=cv2.INTER_AREA).ravel() for each in (before, now))
    usable = (np.minimum(then, here) > DARKEST) & (np.maximum(then, here) < BRIGHTEST)
    if np.count_nonzero(usable) < len(usable) // 4:
        return np.ones_like(before)
    ratio = np.log(here[usable] / then[usable])
    basis = _surface(*LIGHT_GRID_PX)[usable]
    fitted = np.full_like(ratio, np.median(ratio))
    for _ in range(LIGHT_ROUNDS):
        off = np.abs(ratio - fitted)
        kept = off <= LIGHT_OUTLIER * 1.4826 * np.median(off) + 1e-6
        # Six unknowns: the normal equations are exact enough, and far cheaper than a decomposition.
        own = basis[kept]
        weights = np.linalg.solve(own.T @ own + 1e-6 * np.eye(6), own.T @ ratio[kept])
        before_this, fitted = fitted, basis @ weights
        if np.abs(fitted - before_this).max() < LIGHT_END:
            break
    height, width = before.shape
    return np.exp(_surface(width, height) @ weights).reshape(height, width).astype(np.float32)


@lru_cache(maxsize=4)
def _surface(width: int, height: int) -> NDArray[np.float64]:
    """1, x, y, x², xy, y² of every pixel, x and y from -1 to 1, (H * W, 6)."""
    x, y = np.meshgrid((np.arange(width) + 0.5) * 2 / width - 1, (np.arange(height) + 0.5) * 2 / height - 1)
    return np.column_stack([each.ravel() for each in (np.ones_like(x), x, y, x * x, x * y, y * y)])


def _grey(frame: Frame) -> Grey:
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.float32)


def _reduced(grey: Grey) -> Grey:
    height, width = grey.shape
    share = min(1.0, REDUCED_WIDTH_PX / width)
    size = (round(width * share), max(1, round(height * share)))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)


def _boxes(mask: NDArray[np.bool_], width: int, height: int) -> tuple[Box, ...]:
    """Boxes in the small picture around what is set in the reduced mask."""
    side = 2 * MARGIN_PX + 1
    wide = cv2.dilate(mask.astype(np.uint8), np.ones((side, side), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(wide, connectivity=8)
    scale_x, scale_y = width / mask.shape[1], height / mask.shape[0]
    boxes = []
    for x, y, w, h, _ in stats[1:].tolist():
        right, bottom = min(width, round((x + w) * scale_x)), min(height, round((y + h) * scale_y))
        boxes.append((round(x * scale_x), round(y * scale_y), right, bottom))
    return tuple(boxes)
