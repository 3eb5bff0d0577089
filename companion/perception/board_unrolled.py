"""A disc unrolled about the middle of its top: circles on it become straight lines, however faint.

Averaged around, a line of a tenth of the noise stands out; so the middle is found as the point about which light
changes most from ring to ring.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.board_place import logs

RADII, FIRST, LAST = 28, 0.03, 0.46
"""Rings and the radii of the first and last, in sides: from a disc's middle to beyond its edge."""
TURNS, WRAP = 32, 2
"""Directions around, and how many of them are repeated at each end, so that a line goes on."""
CHANNELS = 4
"""Blue, green, red, and how the mean of each ring differs from those of the rings around it."""
STEPS = ((0.1, 0.3, 0.05, 0.5, 1.0, 0.5), (0.05, 0.05, 0.04, 0.5, 0.6, 2.0), (0.02, 0.04, 0.025, 1.0, 0.7, 12.0))
"""How a middle is sought: step and reach of the places tried, and from ring to ring, in sides; the size of the picture
and its blur there, pixels, so that what lies half a step off is still seen as round; what uneven light within costs."""
FROM, TO, SOUGHT_TURNS = 0.06, 0.48, 16
"""Innermost and outermost ring then, in sides, and directions."""
COMMON_REACH, COMMON_STEP = 0.1, 0.05
"""Tops on one table seem shifted alike by their height: each is sought near the middle one of them, too. Sides."""
FAR_COSTS = 0.15
"""Of the score, for a middle that is 0.3 sides off the tile's."""
QUIET = 0.02
"""Squared change of light from ring to ring that counts as none (square roots of grey levels)."""
INNER = 0.24
"""Sides: within there is nothing on a disc but circles, so what changes there must change all around."""
PLAIN_TO = 0.2
"""Sides: what every disc covers; by the spread of light there the patch is made even."""
LEAST_DEVIATION, LIMIT = 0.012, 4.0
"""Of a patch, as a logarithm of light, and what lies farther off in deviations is cut off."""
AVERAGED_GAIN = 3.0
"""How much more the ring means are stretched: they have little noise."""
BESIDE = 7
"""Rings about each with which its mean is compared."""
Floats = NDArray[np.float32]


def unrolled(crops: NDArray[np.uint8], reach: float) -> Floats:
    """(N, CHANNELS, RADII, TURNS + 2 * WRAP) of crops (N, S, S, 3) that reach so many sides from a tile's middle."""
    count, side = crops.shape[:2]
    if not count:
        return np.zeros((0, CHANNELS, RADII, TURNS + 2 * WRAP), np.float32)
    per_side = side / (2 * reach)
    middles = _middles(crops, per_side)
    light = logs(crops.reshape(count * side, side, 3))
    radii = np.linspace(FIRST, LAST, RADII)
    patch = _sampled(light, middles[:, None], radii * per_side, _turns(TURNS, WRAP))[:, 0]
    plain = patch[:, radii <= PLAIN_TO]
    deviation = plain.std((1, 2), keepdims=True).mean(3, keepdims=True)
    even = (patch - plain.mean((1, 2), keepdims=True)) / np.maximum(deviation, LEAST_DEVIATION)
    rings = even[:, :, WRAP:-WRAP].mean((2, 3))
    around = cv2.blur(rings, (BESIDE, 1), borderType=cv2.BORDER_REPLICATE)
    averaged = np.repeat(((rings - around) * AVERAGED_GAIN)[:, :, None, None], TURNS + 2 * WRAP, axis=2)
    told = np.clip(np.concatenate([even, averaged], axis=3), -LIMIT, LIMIT)
    return np.ascontiguousarray(told.transpose(0, 3, 1, 2), np.float32)


def _middles(crops: NDArray[np.uint8], per_side: float) -> Floats:
    """(N, 2) pixels off the crops' middles."""
    found = np.zeros((len(crops), 1, 2), np.float32)
    for number, (step, far, apart, size, blur, inner) in enumerate(STEPS):
        seen = np.concatenate([_soft(crop, size, blur) for crop in crops])
        tried = found + _square(step, far)
        if number == 1:
            common = np.median(found, axis=0) + _square(COMMON_STEP, COMMON_REACH)
            tried = np.concatenate([tried, np.broadcast_to(common, (len(crops), *common.shape))], axis=1)
        scale = per_side * size
        radii = np.arange(FROM, TO, apart)
        light = _sampled(seen, tried * scale, radii * scale, _turns(SOUGHT_TURNS))
        score = _roundness(light, radii, inner) * (1 - FAR_COSTS * (tried**2).sum(2) / STEPS[0][1] ** 2)
        found = tried[np.arange(len(crops)), score.argmax(1)][:, None]
    return found[:, 0] * per_side


def _soft(crop: NDArray[np.uint8], size: float, blur: float) -> Floats:
    roots = np.sqrt(cv2.resize(crop, None, fx=size, fy=size, interpolation=cv2.INTER_AREA).astype(np.float32))
    return np.asarray(cv2.GaussianBlur(roots, (0, 0), blur), np.float32)


def _roundness(light: Floats, radii: NDArray[np.float64], inner_costs: float) -> Floats:
    """(N, C) for (N, C, R, T, 3): the share of change from ring to ring that is the same all around."""
    change = np.diff(light, axis=2)
    same, whole = change.mean(3) ** 2, (change * change).mean(3)
    weight = np.sqrt(radii[1:, None])
    astray = (whole - same)[:, :, radii[1:] < INNER].sum((2, 3))
    return (same * weight).sum((2, 3)) / ((whole * weight + QUIET).sum((2, 3)) + inner_costs * astray)


def _square(step: float, far: float) -> Floats:
    """(M, 2): points about none."""
    along = np.arange(-round(far / step), round(far / step) + 1) * step
    return np.stack(np.meshgrid(along, along), -1).reshape(-1, 2).astype(np.float32)


def _turns(count: int, wrap: int = 0) -> NDArray[np.float64]:
    """Directions all around, some again."""
    return np.arange(-wrap, count + wrap) * 2 * np.pi / count


def _sampled(light: Any, centres: Floats, radii: Any, turns: Any) -> Floats:
    """(N, C, R, T[, 3]): light (N * S, S[, 3]) around C points of each of N crops, (N, C, 2) off its middle."""
    side = light.shape[1]
    x = np.outer(radii, np.cos(turns)).ravel() + (side - 1) / 2
    y = np.outer(radii, np.sin(turns)).ravel() + (side - 1) / 2
    map_x = np.clip(centres[..., :1] + x, 0, side - 1)
    map_y = np.clip(centres[..., 1:] + y, 0, side - 1) + np.arange(len(centres))[:, None, None] * side
    flat = len(centres), -1
    seen = cv2.remap(
        light, map_x.reshape(flat).astype(np.float32), map_y.reshape(flat).astype(np.float32), cv2.INTER_LINEAR
    )
    return np.asarray(seen, np.float32).reshape(*centres.shape[:2], len(radii), len(turns), *light.shape[2:])
