"""Draws flat pieces into the picture: perspective, height over the table, edge and shadow."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.art import Art
from companion.drawing.sprite import MARGIN_PX, bgr, outline_mm
from companion.simulator.bodies import Laid
from companion.simulator.lamp import CEILING
from companion.simulator.pinhole import PinholeCamera

SHADOW_SOFTNESS = 0.5
"""Standard deviation of a shadow's edge over the height that casts it: a lamp with a shade, not a point."""
SHARPEST_PX = 0.6
"""Least standard deviation of a shadow's edge: a sharper one would be jagged."""
SHADOW_DARKEST = 0.75
"""Share of the light that a shadow takes away at full strength; the rest comes from the room."""
EDGE_LIGHT = 0.62
"""Brightness of a piece's side relative to its top."""
SIDE_SEEN_MM = 0.8
"""Thinner pieces show no side."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels; right and bottom are exclusive."""


def plane(camera: PinholeCamera, height_mm: float) -> NDArray[np.float64]:
    """Return the homography (3, 3) from table mm at a height to pixels."""
    matrix = camera.matrix
    return np.column_stack([matrix[:, 0], matrix[:, 1], matrix[:, 3] + height_mm * matrix[:, 2]])


def on_table(laid: Laid) -> NDArray[np.float64]:
    """Return the map (3, 3) from a piece's own mm to table mm."""
    a = np.radians(laid.turn_deg)
    x, y = laid.xy_mm
    return np.array([[np.cos(a), -np.sin(a), x], [np.sin(a), np.cos(a), y], [0, 0, 1]])


def lay(
    picture: Pixels,
    camera: PinholeCamera,
    laid: Laid,
    art: Art,
    face: NDArray[np.uint8],
    px_per_mm: float,
    base_mm: float,
    shadow: float,
    shadow_xy: tuple[float, float] = CEILING.shadow_xy,
) -> None:
    """Draw one piece into a picture, in place.

    Args:
        picture: (H, W, 3) uint8 BGR.
        camera: how it is seen.
        laid: the piece and its place.
        art: its face.
        face: the face rendered, `sprite(art, px_per_mm)`.
        px_per_mm: its scale.
        base_mm: height of what it lies on.
        shadow: strength, 0 to 1.
        shadow_xy: how far a shadow falls for each mm of height, x and y.
    """
    own = np.array(outline_mm(art))
    edge, foot = mapped(on_table(laid), own), mapped(on_table(laid), own * art.foot)
    moved = edge + art.thick_mm * np.array(shadow_xy)
    cast_shadow(picture, camera, np.vstack([foot, moved]), base_mm, SHADOW_SOFTNESS * art.thick_mm, shadow)
    top_mm = base_mm + art.thick_mm
    if art.thick_mm >= SIDE_SEEN_MM:
        both = np.vstack([mapped(plane(camera, base_mm), foot), mapped(plane(camera, top_mm), edge)])
        hull = cv2.convexHull(both.astype(np.float32))
        side = tuple(round(value * EDGE_LIGHT) for value in bgr(art.ground))
        cv2.fillPoly(picture, [np.round(hull * 16).astype(np.int32)], side, cv2.LINE_AA, 4)
    height, width = face.shape[:2]
    to_own = np.array([[1 / px_per_mm, 0, -(width - 1) / 2 / px_per_mm],
                       [0, 1 / px_per_mm, -(height - 1) / 2 / px_per_mm],
                       [0, 0, 1]])  # fmt: skip
    stamp(picture, face, plane(camera, top_mm) @ on_table(laid) @ to_own)


def stamp(picture: Pixels, face: NDArray[np.uint8], to_picture: NDArray[np.float64]) -> None:
    """Warp a premultiplied sprite, (H, W, 4) uint8, by a homography and draw it over a picture, in place."""
    height, width = face.shape[:2]
    corners = mapped(to_picture, np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64))
    box = box_around(corners, picture, MARGIN_PX)
    if box is None:
        return
    x0, y0, x1, y1 = box
    shifted = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ to_picture
    warped = cv2.warpPerspective(face, shifted, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    clear = cv2.bitwise_not(np.ascontiguousarray(warped[:, :, 3]))
    under = picture[y0:y1, x0:x1]
    dimmed = cv2.multiply(under, cv2.merge([clear] * 3), scale=1 / 255)
    picture[y0:y1, x0:x1] = cv2.add(dimmed, cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR))


def cast_shadow(
    picture: Pixels,
    camera: PinholeCamera,
    covered_mm: NDArray[np.float64],
    base_mm: float,
    soft_mm: float,
    shadow: float,
) -> None:
    """Darken the shadow of a piece on the level `base_mm`, in place.

    Args:
        picture: (H, W, 3) uint8 BGR.
        camera: how it is seen.
        covered_mm: (N, 2), points on that level; the shadow is their convex hull.
        base_mm: height of the level.
        soft_mm: standard deviation of its edge.
        shadow: strength, 0 to 1.
    """
    if shadow == 0.0:
        return
    seen = mapped(plane(camera, base_mm), covered_mm).astype(np.float32)
    hull = np.asarray(cv2.convexHull(seen), np.float64)[:, 0]
    soft_px = max(SHARPEST_PX, soft_mm * camera.focal_px / camera.distance_mm)
    box = box_around(hull, picture, int(3 * soft_px) + 2)
    if box is None:
        return
    x0, y0, x1, y1 = box
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    local = np.round((hull - (x0, y0)) * 16).astype(np.int32)
    cv2.fillPoly(mask, [local], round(255 * SHADOW_DARKEST * shadow), cv2.LINE_AA, 4)
    shade(picture, np.asarray(cv2.GaussianBlur(mask, (0, 0), soft_px), np.uint8), (x0, y0))


def shade(picture: Pixels, darkness: NDArray[np.uint8], at_xy: tuple[int, int]) -> None:
    """Darken a picture in place; 255 in `darkness`, (H, W) uint8, leaves no light. at_xy: where it begins in the
    picture."""
    x0, y0 = at_xy
    height, width = darkness.shape
    part = picture[y0 : y0 + height, x0 : x0 + width]
    light = cv2.bitwise_not(darkness)
    picture[y0 : y0 + height, x0 : x0 + width] = cv2.multiply(part, cv2.merge([light] * 3), scale=1 / 255)


def mapped(homography: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map points (N, 2) through a homography (3, 3)."""
    thrice = np.column_stack([points, np.ones(len(points))]) @ homography.T
    result: NDArray[np.float64] = thrice[:, :2] / thrice[:, 2:]
    return result


def box_around(points: NDArray[np.floating], picture: Pixels, margin: int) -> Box | None:
    """Return the pixels around points (N, 2) within a picture, with a margin; None when there are none."""
    height, width = picture.shape[:2]
    x0, y0 = np.floor(points.min(axis=0)).astype(int) - margin
    x1, y1 = np.ceil(points.max(axis=0)).astype(int) + margin + 1
    x0, y0, x1, y1 = max(0, int(x0)), max(0, int(y0)), min(width, int(x1)), min(height, int(y1))
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None
