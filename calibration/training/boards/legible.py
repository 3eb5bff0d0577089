"""Whether anybody could read a board: how much its faintest circle differs from the disc that it is on.

In a lamp's mirror image, or where the light is too much for the sensor, a white circle on a white disc is not in the
picture at all. Nothing that reads can be held to it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.boards.layout import Disc, Layout

LEAST_LEVELS = 6.3
"""Grey levels, in the clearest of three colours, by which a circle must differ from the disc inside and outside of it.
Light, noise and compression alone make 95 of 100 discs without any circle differ by that much or less (1047 discs on
the 130 path-traced boards of `--first 3000 --played`, by `calibration.training.boards.plain`; the median is 2.3)."""
RADII, ANGLES = 25, 64
INNERMOST, OUTERMOST = 0.1, 0.88  # of the face's radius: what lies beyond is blurred with its edge
APART = (2, 3, 4)  # steps of the radius between a line and what lies beside it
TOP_SHARE, TOP_MEDIAN_PX = 0.999, 7
"""What hardly anything in a picture is brighter than, single noisy pixels and sharpened edges aside."""
BLEACHED_LEVELS, BLEACHED_SHARE = 8, 0.7
"""As near to that in all colours, over so much of its face, a disc is bleached. Of the 65 white circles that are lost
on 150 drawn tables (`--first 93000`, half of them `--faint`) 28 lie where the light was known to be too much; 26 of
these are found so, and one that is not of them. (A script beside the repo.)"""


def faintest(picture: NDArray[np.uint8], made: Layout) -> float:
    """Grey levels 0 to 255 of the circle that is told least of all, 255 without a circle. picture: (H, W, 3)."""
    return min((told(picture, made, disc) for disc in _circles(made)), default=255.0)


def _circles(made: Layout) -> list[Disc]:
    """Those on tiles; what lies beside the board is not read."""
    return [disc for disc in made.discs if disc.mark.isupper() and disc.base_mm > 0]


def told(picture: NDArray[np.uint8], made: Layout, disc: Disc) -> float:
    """Grey levels by which any ring of a disc's face differs from what lies to both its sides, 0 to 255."""
    means = _rings(picture, made, disc).mean(axis=1)
    lines = [np.abs(means[step:-step] - (means[2 * step :] + means[: -2 * step]) / 2).max() for step in APART]
    return round(float(max(lines)), 2)


def lost(picture: NDArray[np.uint8], made: Layout, disc: Disc) -> bool:
    """Whether a disc has a circle that is not in the picture though there is light to see it by.

    To teach such circles would teach doubt of every plain disc. Where light was too much for the sensor doubt is right,
    and whoever learns there shall see circles and plain discs look alike. The sensor's most need not be 255: a picture
    that is toned down afterwards has its most below, of each colour another one.
    """
    if not disc.mark.isupper() or told(picture, made, disc) >= LEAST_LEVELS:
        return False
    near = _rings(picture, made, disc) >= _most(picture) - BLEACHED_LEVELS
    return float(near.all(axis=2).mean()) < BLEACHED_SHARE


def _most(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """(3,): how bright the picture gets, in each colour, grey levels."""
    smooth = cv2.medianBlur(picture, TOP_MEDIAN_PX).reshape(-1, 3)
    return np.asarray(np.percentile(smooth, 100 * TOP_SHARE, axis=0))


def _rings(picture: NDArray[np.uint8], made: Layout, disc: Disc) -> NDArray[np.float32]:
    """(RADII, ANGLES, 3): the disc's face, from its middle outwards."""
    turn = np.arange(ANGLES) * 2 * np.pi / ANGLES
    reach = np.linspace(INNERMOST, OUTERMOST, RADII)[:, None] * disc.top_radius_mm
    x, y = disc.x_mm + reach * np.cos(turn), disc.y_mm + reach * np.sin(turn)
    height = np.full(x.size, disc.base_mm + disc.height_mm)
    seen = made.camera.project(np.column_stack([x.ravel(), y.ravel(), height])).astype(np.float32)
    rings = cv2.remap(picture.astype(np.float32), seen[:, 0], seen[:, 1], cv2.INTER_LINEAR)
    return np.asarray(rings.reshape(RADII, ANGLES, 3), np.float32)
