"""Random colours and finishes of tiles, discs and hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = NDArray[Any]
"""(3,) float RGB as on a screen (sRGB), 0 to 1."""
FAINT_SHARE = (0.06, 0.45)  # range of the factor by which a faint circle's contrast to its disc is reduced
BLACK_TILE_SHARE, STAINED_TILE_SHARE = 0.35, 0.2  # shares of the sets with such tiles; the others are wood


@dataclass(frozen=True, slots=True)
class Finish:
    """Colours and surfaces of one set of tiles and discs, and of one hand.

    Attributes:
        tile, tile_spread: mean colour of the tiles, and its deviation from tile to tile.
        tile_roughness, disc_roughness: roughness in Blender, 0 to 1.
        bevel_mm: width of the tiles' bevelled edges.
        photo: whether tiles show a photographed texture, else drawn grain.
        white, red: colours of the discs.
        white_ring, red_ring: colours of their circles.
        ring_share, ring_width: the circle's outer radius and its width, over the radius of the disc's top.
        milled: whether the circle is a groove.
        skin, sleeve: colours of the hand and its sleeve.
    """

    tile: Colour
    tile_spread: float
    tile_roughness: float
    bevel_mm: float
    photo: bool
    white: Colour
    red: Colour
    white_ring: Colour
    red_ring: Colour
    disc_roughness: float
    ring_share: float
    ring_width: float
    milled: bool
    skin: Colour
    sleeve: Colour


def random_finish(rng: np.random.Generator) -> Finish:
    """A random finish."""
    kind = rng.random()
    if kind < BLACK_TILE_SHARE:
        tile, spread = np.full(3, rng.uniform(0.03, 0.26)) + rng.normal(0, 0.012, 3), rng.choice([0.0, 0.02])
    elif kind < BLACK_TILE_SHARE + STAINED_TILE_SHARE:
        tile, spread = hsv(rng.uniform(0, 1), rng.uniform(0.05, 0.7), rng.uniform(0.2, 0.9)), rng.choice([0.0, 0.04])
    else:
        tile = hsv(rng.normal(0.085, 0.02), rng.uniform(0.15, 0.65), rng.uniform(0.3, 0.95))
        spread = rng.choice([0.0, 0.03, 0.08])
    white = hsv(rng.normal(0.11, 0.03), abs(rng.normal(0, 0.12)), rng.uniform(0.72, 0.98))
    red = hsv(rng.normal(0.0, 0.018), rng.uniform(0.65, 0.98), rng.uniform(0.42, 0.92))
    return Finish(
        tile=np.clip(tile, 0.01, 1),
        tile_spread=float(spread),
        tile_roughness=float(rng.uniform(0.2, 0.9)),
        bevel_mm=float(rng.uniform(0.1, 1.6)),
        photo=bool(rng.random() < 0.5),
        white=white,
        red=red,
        white_ring=_ring(rng, white, red),
        red_ring=_ring(rng, red, white),
        disc_roughness=float(rng.uniform(0.12, 0.8)),
        ring_share=float(rng.uniform(0.3, 0.85)),
        ring_width=float(rng.uniform(0.07, 0.2)),
        milled=bool(rng.random() < 0.6),
        skin=hsv(rng.normal(0.06, 0.012), rng.uniform(0.25, 0.65), rng.uniform(0.25, 0.95)),
        sleeve=hsv(rng.uniform(0, 1), rng.uniform(0, 0.9), rng.uniform(0.05, 0.95)),
    )


def with_faint_rings(rng: np.random.Generator, finish: Finish) -> Finish:
    """The finish with circles that are hard to see: painted nearly in the discs' colour, and not milled."""
    white, red = rng.uniform(*FAINT_SHARE, 2)
    return replace(
        finish,
        white_ring=finish.white + white * (finish.white_ring - finish.white),
        red_ring=finish.red + red * (finish.red_ring - finish.red),
        milled=False,  # a groove is visible by its shading, whatever its paint
    )


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Convert HSV to RGB; hue wraps around, saturation is clipped to 1, all 0 to 1."""
    pixel = np.array([[[(hue % 1) * 360, min(saturation, 1), value]]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0], dtype=float)


def _ring(rng: np.random.Generator, face: Colour, other: Colour) -> Colour:
    """A random colour of a circle: darker than the face, the other discs' colour, black, gold, lighter, or bare."""
    kind = rng.random()
    if kind < 0.3:
        return face * rng.uniform(0.35, 0.8)
    if kind < 0.5:
        return other
    if kind < 0.7:
        return np.full(3, rng.uniform(0.02, 0.25))
    if kind < 0.8:
        return hsv(0.11, 0.6, rng.uniform(0.5, 0.9)) if face[1] > 0.5 else hsv(0.13, 0.6, rng.uniform(0.6, 0.95))
    if kind < 0.9:
        return face * rng.uniform(0.6, 0.75) if face[1] > 0.5 else np.clip(face + rng.uniform(0.25, 0.5), 0, 1)
    return face * 0.82
