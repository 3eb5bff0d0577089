"""Renders the face of one piece, flat and upright, ready to be laid on the table."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.core.art import Art, Circle, Font, Label, Polygon
from companion.core.units import PointMm
from companion.drawing.fonts import FONTS

OVERSIZE = 3
"""Factor by which art is drawn larger and then averaged: smooth edges and small print."""
MOST_OVERSIZE_PX = 4800
"""Larger pieces (a board) are drawn with a smaller factor, so that one does not take a gigabyte."""
MARGIN_PX = 2
"""Transparent pixels around the piece, so that its edge stays smooth when it is rotated."""
CORNER_MM = 2.5
"""Radius of the corners of rectangular pieces, as cards are cut."""
CORNER_SHARE = 0.08
"""Most of that radius, as a share of the shorter side."""
SUBPIXEL_BITS = 4
"""Fractional bits of the coordinates that are passed to OpenCV."""


def sprite(art: Art, px_per_mm: float) -> NDArray[np.uint8]:
    """Render one face.

    The piece's middle is the picture's middle. Its size in pixels is its size in mm times `px_per_mm`, rounded up, plus
    `MARGIN_PX` on each side.

    Args:
        art: the face.
        px_per_mm: scale.

    Returns:
        (H, W, 4) uint8: blue, green, red, each premultiplied by the opacity, and the opacity.
    """
    width = int(np.ceil(art.width_mm * px_per_mm)) + 2 * MARGIN_PX
    height = int(np.ceil(art.height_mm * px_per_mm)) + 2 * MARGIN_PX
    oversize = max(1, min(OVERSIZE, MOST_OVERSIZE_PX // max(width, height)))
    canvas = _Canvas(width * oversize, height * oversize, px_per_mm * oversize, art.ground)
    for shape in art.shapes:
        if isinstance(shape, Polygon):
            canvas.polygon(shape)
        elif isinstance(shape, Circle):
            canvas.circle(shape)
        else:
            canvas.label(shape)
    mask = canvas.outline(art)
    colour = cv2.resize(canvas.pixels, (width, height), interpolation=cv2.INTER_AREA)
    opacity = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
    covered = cv2.multiply(colour, cv2.merge([opacity] * 3), scale=1 / 255)
    return np.asarray(cv2.merge([*cv2.split(covered), opacity]), dtype=np.uint8)


def bgr(colour: str) -> tuple[int, int, int]:
    """Return blue, green, red, 0 to 255, of a colour "#rrggbb"."""
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


class _Canvas:
    """A picture that is drawn on in millimetres from its middle."""

    def __init__(self, width_px: int, height_px: int, px_per_mm: float, ground: str) -> None:
        self.pixels = np.empty((height_px, width_px, 3), np.uint8)
        self.pixels[:] = bgr(ground)
        self.scale = px_per_mm
        self.middle = np.array([width_px / 2, height_px / 2])

    def polygon(self, shape: Polygon) -> None:
        points = self._points(shape.points_mm)
        if shape.fill is not None:
            cv2.fillPoly(self.pixels, [points], bgr(shape.fill), cv2.LINE_AA, SUBPIXEL_BITS)
        if shape.stroke is not None:
            thick = max(1, round(shape.stroke_mm * self.scale))
            cv2.polylines(self.pixels, [points], True, bgr(shape.stroke), thick, cv2.LINE_AA, SUBPIXEL_BITS)

    def circle(self, shape: Circle) -> None:
        x, y = (int(value) for value in self._points((shape.centre_mm,))[0])
        radius = round(shape.radius_mm * self.scale * 2**SUBPIXEL_BITS)
        if shape.fill is not None:
            cv2.circle(self.pixels, (x, y), radius, bgr(shape.fill), cv2.FILLED, cv2.LINE_AA, SUBPIXEL_BITS)
        if shape.stroke is not None:
            thick = max(1, round(shape.stroke_mm * self.scale))
            cv2.circle(self.pixels, (x, y), radius, bgr(shape.stroke), thick, cv2.LINE_AA, SUBPIXEL_BITS)

    def label(self, shape: Label) -> None:
        font = _font(round(shape.height_mm * self.scale), shape.font)
        capital_px = -font.getbbox("H", anchor="ls")[1]
        left, top, right, bottom = font.getbbox(shape.words, anchor="ms")
        # A square about the point that holds the words at any turn.
        reach = int(np.ceil(np.hypot(max(-left, right), max(-top, bottom) + capital_px / 2))) + 2
        ink = Image.new("L", (2 * reach, 2 * reach), 0)
        ImageDraw.Draw(ink).text((reach, reach + capital_px / 2), shape.words, font=font, fill=255, anchor="ms")
        if shape.turn_deg:
            ink = ink.rotate(-shape.turn_deg, Image.Resampling.BICUBIC)
        box = ink.getbbox()
        if box is None:
            return
        corner = np.round(self.middle + np.array(shape.centre_mm) * self.scale).astype(int) - reach
        x, y = (int(each) for each in corner + box[:2])
        ink = ink.crop(box)
        height, width = self.pixels.shape[:2]
        x0, y0, x1, y1 = max(0, x), max(0, y), min(width, x + ink.width), min(height, y + ink.height)
        if x0 >= x1 or y0 >= y1:
            return
        share = np.asarray(ink, np.float32)[y0 - y : y1 - y, x0 - x : x1 - x, None] / 255
        under = self.pixels[y0:y1, x0:x1]
        mixed = under * (1 - share) + np.array(bgr(shape.fill), np.float32) * share
        self.pixels[y0:y1, x0:x1] = np.round(mixed)

    def outline(self, art: Art) -> NDArray[np.uint8]:
        """(H, W) uint8 mask, 255 where the piece is."""
        mask = np.zeros(self.pixels.shape[:2], np.uint8)
        cv2.fillPoly(mask, [self._points(outline_mm(art))], 255, cv2.LINE_AA, SUBPIXEL_BITS)
        return mask

    def _points(self, points_mm: tuple[PointMm, ...]) -> NDArray[np.int32]:
        # OpenCV counts from the middle of a pixel, this canvas from its edge: hence the half.
        points = self.middle + np.array(points_mm) * self.scale - 0.5
        return np.round(points * 2**SUBPIXEL_BITS).astype(np.int32)


@lru_cache(maxsize=512)
def outline_mm(art: Art) -> tuple[PointMm, ...]:
    """Return the piece's edge as a closed polygon, mm from its middle, clockwise as seen; cached."""
    w, h = art.width_mm / 2, art.height_mm / 2
    if art.round:
        around = np.linspace(0, 2 * np.pi, 72, endpoint=False)
        return tuple((float(w * np.cos(a)), float(h * np.sin(a))) for a in around)
    radius = min(CORNER_MM, CORNER_SHARE * min(art.width_mm, art.height_mm))
    quarter = np.linspace(0, np.pi / 2, 5)
    points: list[PointMm] = []
    for start, (x, y) in zip((0.0, 0.5, 1.0, 1.5), ((1, 1), (-1, 1), (-1, -1), (1, -1)), strict=True):
        for a in quarter + start * np.pi:
            points.append((float(x * (w - radius) + radius * np.cos(a)), float(y * (h - radius) + radius * np.sin(a))))
    return tuple(points)


@lru_cache(maxsize=64)
def _font(capital_px: int, name: Font) -> ImageFont.FreeTypeFont:
    path = str(FONTS[name])
    probe = ImageFont.truetype(path, 200)
    tall = -probe.getbbox("H", anchor="ls")[1]
    return ImageFont.truetype(path, max(4, round(200 * capital_px / tall)))
