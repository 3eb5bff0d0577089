"""Ring contrast: how visible the circles of a board's discs are in its picture.

In the reflection of a lamp, or where the sensor is saturated, a white circle on a white disc is not in the picture at
all. No reader can be expected to read such a board.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.boards.layout import Disc, Layout

LEAST_LEVELS = 6.3
"""Least ring contrast of a visible circle, grey levels. By light, noise and compression alone, 95 % of discs without a
circle have that contrast or less (1047 discs on the 130 path-traced boards of `--first 3000 --played`, by
`calibration.training.boards.plain_disc_contrast`; the median is 2.3)."""
RADII, ANGLES = 25, 64  # samples of a disc's face, in polar coordinates
INNERMOST, OUTERMOST = 0.1, 0.88  # range of the radius, as a share of the face's: beyond it the disc's edge blurs in
RING_STEPS = (2, 3, 4)  # distances, in steps of the radius, between a ring and the rings that it is compared with
TOP_SHARE, TOP_MEDIAN_PX = 0.999, 7
"""The saturation level of a colour is this quantile of the picture after a median filter of this size, which removes
noisy pixels and sharpened edges."""
BLEACHED_LEVELS, BLEACHED_SHARE = 8, 0.7
"""A disc is bleached if at least BLEACHED_SHARE of its face is within BLEACHED_LEVELS of saturation in all colours. Of
the 65 white circles that are invisible on 150 drawn tables (`--first 93000`, half of them `--faint`), 28 lie where the
light is known to saturate; 26 of these count as bleached, and one other. (Measured by a script outside the repository.)
"""


def faintest_ring(picture: NDArray[np.uint8], layout: Layout) -> float:
    """The least ring contrast, grey levels 0 to 255, of all circles on tiles; 255 without a circle.

    Args:
        picture: (H, W, 3) uint8 BGR.
        layout: what it shows.
    """
    return min((ring_contrast(picture, layout, disc) for disc in _circles(layout)), default=255.0)


def _circles(layout: Layout) -> list[Disc]:
    """The discs on tiles with a circle; discs beside the board are not read."""
    return [disc for disc in layout.discs if disc.mark.isupper() and disc.base_mm > 0]


def ring_contrast(picture: NDArray[np.uint8], layout: Layout, disc: Disc) -> float:
    """The ring contrast of a disc's face, grey levels 0 to 255.

    It is the largest difference, over all radii and colours, between the mean of a ring and the mean of the rings
    inside and outside of it.
    """
    means = _polar_face(picture, layout, disc).mean(axis=1)
    lines = [np.abs(means[step:-step] - (means[2 * step :] + means[: -2 * step]) / 2).max() for step in RING_STEPS]
    return round(float(max(lines)), 2)


def is_ring_lost(picture: NDArray[np.uint8], layout: Layout, disc: Disc) -> bool:
    """Whether a disc has a circle that is invisible in the picture although the disc is not bleached.

    Training on such circles would teach the reader to doubt every plain disc. On bleached discs doubt is right: there
    the reader shall learn that both look the same. Saturation need not be at 255: a picture that was toned down
    afterwards saturates below, at another level in each colour.
    """
    if not disc.mark.isupper() or ring_contrast(picture, layout, disc) >= LEAST_LEVELS:
        return False
    near = _polar_face(picture, layout, disc) >= _saturation_levels(picture) - BLEACHED_LEVELS
    return float(near.all(axis=2).mean()) < BLEACHED_SHARE


def _saturation_levels(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The saturation level of each colour, (3,) grey levels."""
    smooth = cv2.medianBlur(picture, TOP_MEDIAN_PX).reshape(-1, 3)
    return np.asarray(np.percentile(smooth, 100 * TOP_SHARE, axis=0))


def _polar_face(picture: NDArray[np.uint8], layout: Layout, disc: Disc) -> NDArray[np.float32]:
    """The disc's face sampled in polar coordinates: (RADII, ANGLES, 3) float32, from its middle outwards."""
    turn = np.arange(ANGLES) * 2 * np.pi / ANGLES
    reach = np.linspace(INNERMOST, OUTERMOST, RADII)[:, None] * disc.top_radius_mm
    x, y = disc.x_mm + reach * np.cos(turn), disc.y_mm + reach * np.sin(turn)
    height = np.full(x.size, disc.base_mm + disc.height_mm)
    seen = layout.camera.project(np.column_stack([x.ravel(), y.ravel(), height])).astype(np.float32)
    rings = cv2.remap(picture.astype(np.float32), seen[:, 0], seen[:, 1], cv2.INTER_LINEAR)
    return np.asarray(rings.reshape(RADII, ANGLES, 3), np.float32)
