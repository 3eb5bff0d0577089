"""Pictures of cards on tables, drawn without the simulated table: for checks of the card readers, harsh ones
included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.art import Art
from companion.drawing.sprite import MARGIN_PX, outline_mm, sprite

Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]

FACE_PX_PER_MM = 6.0
_LINEAR = ((np.arange(256, dtype=np.float32) / 255) ** 2.2).astype(np.float32)
WOOD = Path(__file__).resolve().parents[3] / "shared" / "frames" / "real" / "wood"


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A flat piece lying on the table: mm from the picture's middle, clockwise turn."""

    art: Art
    xy_mm: tuple[float, float]
    turn_deg: float


@dataclass(frozen=True, slots=True)
class Shot:
    """How a picture is taken.

    px_per_mm: at the middle. tilt_deg, tilt_toward_deg: of the camera. blur_mm, motion_mm: what a hand's tremor adds.
    cast: factors of blue, green, red. stops: exposure. shadow: share of light left in the shadow, 1 for none.
    """

    size_xy: tuple[int, int] = (1640, 1232)
    px_per_mm: float = 4.0
    tilt_deg: float = 0.0
    tilt_toward_deg: float = 0.0
    blur_mm: float = 0.0
    motion_mm: float = 0.0
    motion_deg: float = 0.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    stops: float = 0.0
    shadow: float = 1.0
    noise: float = 1.0
    jpeg: int = 92
    wood: bool = True

    def to_picture(self) -> Matrix:
        """Table mm to pixels: a camera with a focal length of 0.9 widths, tilted about the picture's middle."""
        width, height = self.size_xy
        focal = 0.9 * width
        distance_mm = focal / self.px_per_mm
        toward, tilt = np.radians(self.tilt_toward_deg), np.radians(self.tilt_deg)
        spin = np.array([[np.cos(toward), -np.sin(toward), 0], [np.sin(toward), np.cos(toward), 0], [0, 0, 1]])
        lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
        turned = spin @ lean @ spin.T
        intrinsics = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
        return intrinsics @ np.column_stack([turned[:, 0], turned[:, 1], [0, 0, distance_mm]])


def harsh_shot(rng: np.random.Generator, size_xy: tuple[int, int] = (1640, 1232), px_per_mm: float = 0.0) -> Shot:
    """A random shot with everything that may spoil a picture at home, all at once."""
    kind = rng.integers(0, 4)
    warm, blue = rng.uniform(0.0, 1.0, 2)
    cast = {
        0: (1.0, 1.0, 1.0),
        1: (1.0 - 0.58 * warm, 1.0 - 0.22 * warm, 1.0),
        2: (1.0, 1.0 - 0.14 * blue, 1.0 - 0.42 * blue),
        3: tuple(rng.uniform(0.75, 1.0, 3)),
    }[int(kind)]
    return Shot(
        size_xy=size_xy,
        px_per_mm=px_per_mm or float(np.exp(rng.uniform(np.log(2.0), np.log(6.0)))),
        tilt_deg=float(rng.uniform(0, 35)),
        tilt_toward_deg=float(rng.uniform(0, 360)),
        blur_mm=float(rng.uniform(0, 0.3)),
        motion_mm=float(rng.uniform(0, 0.7)) if rng.random() < 0.5 else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        cast=(float(cast[0]), float(cast[1]), float(cast[2])),
        stops=float(rng.uniform(-1.5, 1.0)),
        shadow=float(rng.uniform(0.35, 0.8)) if rng.random() < 0.7 else 1.0,
        noise=float(rng.uniform(1, 8)),
        jpeg=int(rng.integers(60, 96)),
    )


def picture_of(
    shot: Shot, pieces: Sequence[PlacedPiece], rng: np.random.Generator, over: Sequence[Matrix] = ()
) -> Picture:
    """The pieces in their order on a table; `over`: polygons (N, 2) in table mm of hands that lie on top."""
    to_picture = shot.to_picture()
    picture = _table(shot, to_picture, rng)
    for piece in pieces:
        _lay(picture, piece, to_picture, shot.px_per_mm, rng)
    for polygon in over:
        _cover(picture, _mapped(to_picture, polygon), rng)
    return developed(picture, shot, rng)


def hand_over(lies: PlacedPiece, share: float, rng: np.random.Generator) -> Matrix:
    """A hand that hides about `share` of a card from one of its four sides, table mm."""
    w, h = lies.art.width_mm, lies.art.height_mm
    side = rng.integers(0, 4)
    length, across = (w, h) if side % 2 == 0 else (h, w)
    inner = length / 2 - share * length
    points = [(inner + rng.uniform(0, 0.06) * length, y) for y in np.linspace(-across * 0.75, across * 0.75, 9)]
    points += [(length, across * 0.75), (length, -across * 0.75)]
    turn = np.radians(lies.turn_deg + 90 * float(side))
    c, s = np.cos(turn), np.sin(turn)
    return np.array(points) @ np.array([[c, s], [-s, c]]) + lies.xy_mm


def placed(piece: PlacedPiece, x_mm: float, y_mm: float) -> tuple[float, float]:
    """A point of the piece in table mm."""
    a = np.radians(piece.turn_deg)
    return (
        float(piece.xy_mm[0] + x_mm * np.cos(a) - y_mm * np.sin(a)),
        float(piece.xy_mm[1] + x_mm * np.sin(a) + y_mm * np.cos(a)),
    )


def in_picture(shot: Shot, points_mm: Sequence[tuple[float, float]]) -> Matrix:
    """Table mm to pixels, (N, 2)."""
    return _mapped(shot.to_picture(), np.array(points_mm))


def developed(picture: Picture, shot: Shot, rng: np.random.Generator) -> Picture:
    """Apply light, lens, sensor and JPEG compression."""
    height, width = picture.shape[:2]
    light = np.full((height, width), 2.0**shot.stops, np.float32)
    if shot.shadow < 1.0:
        mask = np.zeros((height, width), np.uint8)
        middle = np.array([width, height]) * rng.uniform(0.2, 0.8, 2)
        angle = rng.uniform(0, 2 * np.pi)
        along, aside = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        far = 2.0 * width
        band = rng.uniform(0.1, 0.8) * width
        quad = [middle - far * along, middle + far * along, middle + far * along + band * aside,
                middle - far * along + band * aside]  # fmt: skip
        cv2.fillPoly(mask, [np.round(np.array(quad)).astype(np.int32)], 255, cv2.LINE_AA)
        soft = float(rng.choice([0.0, 2.0, 12.0]))
        if soft:
            mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.uint8)
        light *= 1 - (1 - shot.shadow) * mask.astype(np.float32) / 255
    linear = np.asarray(cv2.LUT(picture, _LINEAR), np.float32)
    linear *= light[:, :, None] * np.array(shot.cast, np.float32)
    sigma = float(np.hypot(0.6, shot.blur_mm * shot.px_per_mm))
    linear = cv2.GaussianBlur(linear, (0, 0), sigma)
    reach = shot.motion_mm * shot.px_per_mm
    if reach > 1.0:
        linear = cv2.filter2D(linear, -1, _streak(reach, shot.motion_deg))
    seen = cv2.pow(np.clip(linear, 0, 1), 1 / 2.2) * 255
    seen += rng.standard_normal((height, width, 3), np.float32) * shot.noise
    data = cv2.imencode(".jpg", np.clip(seen, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, shot.jpeg])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _streak(reach_px: float, turn_deg: float) -> NDArray[np.float32]:
    half = int(np.ceil(reach_px / 2)) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    dx, dy = np.cos(np.radians(turn_deg)) * reach_px / 2, np.sin(np.radians(turn_deg)) * reach_px / 2
    ends = [tuple(round((half + sign * v) * 16) for v in (dx, dy)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _table(shot: Shot, to_picture: Matrix, rng: np.random.Generator) -> Picture:
    width, height = shot.size_xy
    files = sorted(WOOD.glob("*.jpg")) if shot.wood else []
    if files and rng.random() < 0.6:
        wood = cv2.imread(str(files[int(rng.integers(len(files)))]), cv2.IMREAD_COLOR)
        assert wood is not None
        scale = rng.uniform(0.2, 1.0)  # mm a pixel
    else:
        wood = _made_up(rng)
        scale = 1.0
    to_mm = np.array([[scale, 0, -scale * wood.shape[1] / 2], [0, scale, -scale * wood.shape[0] / 2], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(wood, to_picture @ to_mm, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8
    )


def _made_up(rng: np.random.Generator) -> Picture:
    """A random table cover: cloth, stone or planks, as grain of several sizes around one colour."""
    base = rng.uniform(20, 235) * rng.uniform(0.7, 1.0, 3)
    field = np.zeros((600, 800), np.float32)
    for cells in (4, 16, 60, 300):
        across = max(2, int(cells * (rng.uniform(0.1, 1.0))))
        grain = cv2.resize(rng.standard_normal((cells, across), np.float32), (800, 600), interpolation=cv2.INTER_CUBIC)
        field += grain * float(rng.uniform(0, 12))
    return np.clip(base[None, None, :] * (1 + field[:, :, None] / 128), 0, 255).astype(np.uint8)


@lru_cache(maxsize=400)
def _face(art: Art, px_per_mm: float = FACE_PX_PER_MM) -> Picture:
    return np.asarray(sprite(art, px_per_mm), np.uint8)


def _lay(picture: Picture, piece: PlacedPiece, to_picture: Matrix, px_per_mm: float, rng: np.random.Generator) -> None:
    face = _face(piece.art, min(FACE_PX_PER_MM, 1800 / max(piece.art.width_mm, piece.art.height_mm)))
    scale = (face.shape[1] - 2 * MARGIN_PX) / piece.art.width_mm
    half = np.array([(face.shape[1] - 1) / 2, (face.shape[0] - 1) / 2])
    shrink = max(1.0, scale / px_per_mm)
    if shrink > 1.3:
        size = (round(face.shape[1] / shrink), round(face.shape[0] / shrink))
        small = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
        ratio = np.array([face.shape[1] / size[0], face.shape[0] / size[1]])
    else:
        small, ratio = face, np.array([1.0, 1.0])
    a = np.radians(piece.turn_deg)
    own = np.array([[np.cos(a), -np.sin(a), piece.xy_mm[0]], [np.sin(a), np.cos(a), piece.xy_mm[1]], [0, 0, 1]])
    grow = np.array([[ratio[0], 0, (ratio[0] - 1) / 2], [0, ratio[1], (ratio[1] - 1) / 2], [0, 0, 1]])
    to_own = np.array([[1 / scale, 0, -half[0] / scale], [0, 1 / scale, -half[1] / scale], [0, 0, 1]]) @ grow
    height, width = picture.shape[:2]
    if px_per_mm * piece.art.width_mm < 800:  # a soft contact shadow under cards and pawns
        fall = rng.uniform(0.3, 1.2) * np.array([0.4, 0.6]) * px_per_mm
        edge = _mapped(to_picture @ own, np.array(outline_mm(piece.art))) + fall
        dark = np.zeros((height, width), np.uint8)
        cv2.fillPoly(dark, [np.round(edge).astype(np.int32)], 110, cv2.LINE_AA)
        x0, y0 = np.maximum(np.floor(edge.min(0)).astype(int) - 12, 0)
        x1, y1 = np.minimum(np.ceil(edge.max(0)).astype(int) + 12, (width, height))
        if x0 < x1 and y0 < y1:
            soft = cv2.GaussianBlur(dark[y0:y1, x0:x1], (0, 0), 1.0 + 0.5 * px_per_mm)
            part = picture[y0:y1, x0:x1]
            picture[y0:y1, x0:x1] = (part * (1 - soft[:, :, None].astype(np.float32) / 255)).astype(np.uint8)
    # Only where the piece comes to lie: a picture has megapixels, and a handful a dozen cards.
    lies_px = _mapped(to_picture @ own, np.array(outline_mm(piece.art)))
    left, top = np.clip(np.floor(lies_px.min(0)).astype(int) - 4, 0, (width, height))
    right, bottom = np.clip(np.ceil(lies_px.max(0)).astype(int) + 5, 0, (width, height))
    if left >= right or top >= bottom:
        return
    from_there = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]])
    warped = cv2.warpPerspective(small, from_there @ to_picture @ own @ to_own, (int(right - left), int(bottom - top)))
    part = picture[top:bottom, left:right]
    clear = 1 - warped[:, :, 3:].astype(np.float32) / 255
    part[:] = np.clip(part * clear + warped[:, :, :3], 0, 255).astype(np.uint8)


def _cover(picture: Picture, polygon: Matrix, rng: np.random.Generator) -> None:
    skin = np.array([[120, 150, 205], [85, 115, 170], [45, 65, 100]])[rng.integers(3)] * rng.uniform(0.8, 1.1)
    points = [np.round(polygon).astype(np.int32)]
    cv2.fillPoly(picture, points, tuple(float(v) for v in skin), cv2.LINE_AA)
    cv2.polylines(picture, points, True, tuple(float(v) * 0.8 for v in skin), 3, cv2.LINE_AA)


def _mapped(homography: Matrix, points: Matrix) -> Matrix:
    thrice = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(thrice[:, :2] / thrice[:, 2:])
