"""Detects square tiles and hands with a small fully convolutional network on a shrunk picture."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.network import Network, sigmoid

AREA_PX = 400 * 300
"""Pixels of the shrunk picture: a tile of 36 px in 1024 x 768 still has 14 px."""
STRIDE_PX = 4
"""Input pixels per output pixel of the network."""
SIDE_STEP_PX = 16
"""Input sides are multiples of this: the network halves three times, and its skip connections must meet again."""
SMALLEST_SIDE_PX = 32
"""Smallest side of the network's input."""
SCORE_BAR = 0.2
"""Score (0 to 1) of a detection; low, because false tiles are sorted out when the places are classified."""
MOST_FOUND = 160
"""Detections that are kept: thirty tiles, and what a checked cloth may add."""
SAME_TILE = 0.6
"""Two detections whose middles are nearer than this share of a tile's side are one tile (non-maximum suppression)."""


@dataclass(frozen=True, slots=True)
class FoundTiles:
    """What the finder detected, in pixels of the picture as given.

    Attributes:
        middles: (N, 2) px, best score first.
        sides: (N,) px.
        angles: (N,) rad in -pi/4..pi/4, as a quarter turn means nothing.
        scores: (N,) 0 to 1.
        hands: (h, w) float32, probability 0 to 1 of a hand or an arm.
        hands_px: pixels across and down per element of `hands`.
    """

    middles: NDArray[np.float64]
    sides: NDArray[np.float64]
    angles: NDArray[np.float64]
    scores: NDArray[np.float64]
    hands: NDArray[np.float32]
    hands_px: tuple[float, float]

    def hand_at(self, outline: NDArray[Any]) -> float:
        """Return the mean hand probability, 0 to 1, over a polygon `outline`, (N, 2) px."""
        height, width = self.hands.shape
        corners = (np.asarray(outline) + 0.5) / self.hands_px - 0.5
        low = np.clip(np.floor(corners.min(axis=0)).astype(int), 0, [width - 1, height - 1])
        high = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 1, low + 1, [width, height])
        own = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
        cv2.fillPoly(own, [np.rint(corners - low).astype(np.int32)], 1)
        part = self.hands[low[1] : high[1], low[0] : high[0]]
        return float((part * own).sum() / max(1, int(own.sum())))


class TileFinder:
    """The detector.

    Args:
        model: the network's ONNX file.

    Raises:
        cv2.error: the file is missing or broken.
    """

    def __init__(self, model: Path) -> None:
        self._net = Network(model)

    def find(self, picture: NDArray[np.uint8]) -> FoundTiles:
        """Detect the tiles and hands in a picture, (H, W, 3) uint8 BGR."""
        height, width = picture.shape[:2]
        scale = min(1.0, (AREA_PX / (width * height)) ** 0.5)
        size = (_side(width * scale), _side(height * scale))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        heat, hand, cosine, sine, log_side, off_x, off_y = self._net(cv2.dnn.blobFromImage(small, 1 / 255))[0]
        score = sigmoid(heat)
        peak = (score >= SCORE_BAR) & (score >= cv2.dilate(score, np.ones((3, 3), np.uint8)))
        y, x = np.nonzero(peak)
        order = np.argsort(-score[y, x])[: 2 * MOST_FOUND]
        y, x = y[order], x[order]
        to_picture = np.array([width / size[0], height / size[1]])
        middles = (np.stack([x + off_x[y, x], y + off_y[y, x]], 1) + 0.5) * STRIDE_PX * to_picture - 0.5
        sides = np.exp(np.clip(log_side[y, x], 0, 6)) * np.sqrt(to_picture.prod())
        kept = _single(middles, sides)[:MOST_FOUND]
        y, x = y[kept], x[kept]
        return FoundTiles(
            middles=middles[kept],
            sides=sides[kept],
            angles=np.arctan2(sine[y, x], cosine[y, x]) / 4,
            scores=score[y, x],
            hands=sigmoid(hand),
            hands_px=(STRIDE_PX * to_picture[0], STRIDE_PX * to_picture[1]),
        )


def _side(length: float) -> int:
    """A side of the network's input for a shrunk side of this length, px."""
    return max(SMALLEST_SIDE_PX, round(length / SIDE_STEP_PX) * SIDE_STEP_PX)


def _single(middles: NDArray[Any], sides: NDArray[Any]) -> list[int]:
    """Non-maximum suppression: the indices to keep, best first."""
    apart = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1))
    same = apart <= SAME_TILE * np.minimum(sides[:, None], sides[None])
    kept: list[int] = []
    for i in range(len(middles)):
        if not same[i, kept].any():
            kept.append(i)
    return kept
