"""Detects dice with a small fully convolutional network, at several scales of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.network import Network, sigmoid

BASE_AREA_PX = 320 * 240
"""Pixels of the largest scale: a die of 28 px in 1024 x 768 still has 9 px."""
LEVELS = (1.0, 0.5, 0.25)
"""Scales; the network detects radii of 5 to 28 px, so that three scales reach 110 px."""
LARGE_AREA_PX = 1_600_000
"""A picture with this many pixels shows a whole table, and gets one more scale, twice as fine: dice of 1 to 2 % of its
width then have 6 to 12 px. Pictures of a few dice near by do not need it."""
STRIDE_PX = 4
"""Input pixels per output pixel of the network."""
SIDE_STEP_PX = 8
"""Input sides are multiples of this: the network halves three times."""
SMALLEST_SIDE_PX = 16
"""Smallest side of the network's input."""
BRIGHT_PERCENTILE, BRIGHT_ENOUGH, MOST_GAIN = 98, 0.7, 5.0
"""Dark pictures are brightened to what the network was trained on: this percentile of the grey levels is raised to this
share of 255, with at most this gain."""
SCORE_BAR = 0.15
"""Score (0 to 1) of a detection; low, because things that are no dice are sorted out by their pose."""
MOST_FOUND = 24
"""Dice that are kept: more than any game throws; bounds the time for a picture of pebbles."""
SAME_DIE_RADII = 0.9
"""Detections nearer than this are one die (non-maximum suppression); dice that touch are 2 radii apart."""


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A detection.

    Attributes:
        x_px, y_px: middle of the die, in pixels of the picture.
        radius_px: half its width, face to face.
        score: 0 to 1.
    """

    x_px: float
    y_px: float
    radius_px: float
    score: float


class DiceFinder:
    """The detector.

    Args:
        model: the network's ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path) -> None:
        self._net = Network(model)

    def find(self, picture: NDArray[np.uint8]) -> list[FoundDie]:
        """Detect the dice in a picture, (H, W, 3) uint8 BGR; best first, at most `MOST_FOUND`."""
        height, width = picture.shape[:2]
        found: list[FoundDie] = []
        source: NDArray[Any] = picture
        for level in LEVELS if width * height < LARGE_AREA_PX else (2.0, *LEVELS):
            scale = level * (BASE_AREA_PX / (width * height)) ** 0.5
            size = (_side(width * scale), _side(height * scale))
            # each level is shrunk from the one before: the full picture is touched once
            source = cv2.resize(source, size, interpolation=cv2.INTER_AREA)
            found += self._level(source, width / size[0], height / size[1])
        found.sort(key=lambda die: -die.score)
        kept: list[FoundDie] = []
        for die in found:
            if all(_apart(die, other) for other in kept):
                kept.append(die)
        return kept[:MOST_FOUND]

    def _level(self, image: NDArray[Any], across: float, down: float) -> list[FoundDie]:
        counts = np.bincount(image.reshape(-1), minlength=256).cumsum()
        bright = float(np.searchsorted(counts, BRIGHT_PERCENTILE / 100 * counts[-1])) / 255
        gain = min(max(BRIGHT_ENOUGH / max(bright, 1 / 255), 1.0), MOST_GAIN)
        logit, log_radius, off_x, off_y = self._net(cv2.dnn.blobFromImage(image, gain / 255))[0]
        score = sigmoid(logit)
        peak = (score >= SCORE_BAR) & (score >= cv2.dilate(score, np.ones((3, 3), np.uint8)))
        return [
            FoundDie(
                x_px=float(((x + off_x[y, x] + 0.5) * STRIDE_PX) * across - 0.5),
                y_px=float(((y + off_y[y, x] + 0.5) * STRIDE_PX) * down - 0.5),
                radius_px=float(np.exp(min(log_radius[y, x], 5.0)) * (across * down) ** 0.5),
                score=float(score[y, x]),
            )
            for y, x in np.argwhere(peak)
        ]


def _side(length: float) -> int:
    """A side of the network's input for a scaled side of this length, px."""
    return max(SMALLEST_SIDE_PX, round(length / SIDE_STEP_PX) * SIDE_STEP_PX)


def _apart(one: FoundDie, other: FoundDie) -> bool:
    gap = hypot(one.x_px - other.x_px, one.y_px - other.y_px)
    return gap > SAME_DIE_RADII * max(one.radius_px, other.radius_px)
