"""What one picture tells of light and focus by itself: for whoever looks once, the doctor and the aiming page."""

from __future__ import annotations

import cv2
import numpy as np

from companion.camera.arrays import Grey, Pixels

WHITE, BLACK_SHARE = 250, 0.95
"""Grey values from WHITE on are bleached: sensors clip there. The share of the picture that is looked at for "dark":
its lightest twentieth is the mat's white paper, whatever else lies there."""
DARK = 70.0
"""White paper that is darker than this (of 255) leaves under 40 grey values between the ink's colours."""
BLEACHED = 0.3
"""Share of the picture that is white; the mat's own white fills less than that in ordinary light without reaching
WHITE."""
STEP = 40.0
"""Grey values on the two sides of an edge that is looked at for sharpness: print on paper, not shadows."""
FOCUS_WIDTH_PX = 1280
"""Wider pictures are made as small before their edges are measured: enough for what counts, and cheap."""
NEAR_PX = 25
"""Side of the neighbourhood in which an edge's two sides are looked for: four times the widest edge that is sharp."""
SHARP_QUANTILE = 0.05
"""Share of the edges, the sharpest, that are looked at: some edges are soft whatever the lens does."""
FEWEST_EDGES = 50
"""Pixels on edges; with fewer nothing can be said about sharpness."""
SMOOTH_PX = 1.0
"""Standard deviation by which a picture is smoothed before its slopes are taken, or the noise of a sensor would be
taken for sharp edges; what that adds to an edge's width is taken off again."""
EDGE_OF_BLUR = float(np.sqrt(2 * np.pi))
"""Width of a step that is blurred with a standard deviation of one pixel, by its steepest slope."""
WIDEST_EDGE = 1 / 200
"""Share of the picture's width: an edge as wide is over 4 mm on a mat that fills the picture, as wide as a die's
digit."""


def grey_of(picture: Pixels) -> Grey:
    """The brightness, (H, W) uint8, of a picture, (H, W, 3) uint8 BGR."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def white_in(grey: Grey) -> float:
    """The grey value, 0 to 255, of the lightest things in a picture, (H, W) uint8."""
    return float(np.quantile(grey, BLACK_SHARE))


def bleached_share(grey: Grey) -> float:
    """The share, 0 to 1, of a picture, (H, W) uint8, in which the sensor no longer follows the light."""
    return float((grey >= WHITE).mean())


def edge_share(picture: Pixels) -> float | None:
    """How wide the sharpest edges of a picture, (H, W, 3) uint8 BGR, are, as a share of its width; None: it has no
    edges. From `WIDEST_EDGE` on it is out of focus."""
    if picture.shape[1] > FOCUS_WIDTH_PX:
        size = (FOCUS_WIDTH_PX, round(picture.shape[0] * FOCUS_WIDTH_PX / picture.shape[1]))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    width = edge_width_px(picture)
    return None if width is None else width / picture.shape[1]


def edge_width_px(picture: Pixels) -> float | None:
    """How many pixels wide the sharpest edges of a picture are, 1 at best, up to `NEAR_PX`; None: it has no edges.

    Args:
        picture: (H, W, 3) uint8 BGR.
    """
    grey = np.asarray(cv2.GaussianBlur(grey_of(picture).astype(np.float32), (0, 0), SMOOTH_PX), np.float32)
    near = np.ones((NEAR_PX, NEAR_PX), np.uint8)
    step = cv2.dilate(grey, near) - cv2.erode(grey, near)
    slope = np.zeros_like(grey)
    slope[:, :-1] = np.abs(np.diff(grey, axis=1))
    slope[:-1] = np.maximum(slope[:-1], np.abs(np.diff(grey, axis=0)))
    # the steepest point of each edge
    at = (step >= STEP) & (slope >= cv2.dilate(slope, near)) & (slope > 0)
    if int(at.sum()) < FEWEST_EDGES:
        return None
    smoothed = float(np.quantile(step[at] / slope[at], SHARP_QUANTILE))
    return float(np.sqrt(max(1.0, smoothed**2 - (EDGE_OF_BLUR * SMOOTH_PX) ** 2)))
