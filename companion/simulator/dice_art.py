"""The digits of a die's faces, drawn with a font, as masks that both renderers lay on the faces."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.drawing.fonts import DEFAULT_FONT

MARKS = ("dot", "bar")
"""Ways to mark a 6 and a 9."""
NEEDS_MARK = frozenset({"6", "9"})
"""Digits that are marked."""
OVERSIZE = 2
"""Factor by which masks are drawn larger and then averaged: Pillow's hinting deforms small digits."""
MARK_GAP = 0.14
"""Gap between digit and mark, as a share of the digit's height."""
DOT_DIAMETER = 0.2
"""Share of the digit's height."""
BAR_THICKNESS = 0.1
"""Share of the digit's height."""


@lru_cache(maxsize=4096)
def digit_mask(
    text: str,
    font: Path = DEFAULT_FONT,
    mark: str = "dot",
    height: float = 0.4,
    side_px: int = 96,
    mark_gap: float = MARK_GAP,
    mark_size: float = 1.0,
) -> NDArray[np.uint8]:
    """Draw the ink of one face, upright in its square; cached.

    Args:
        text: what stands on the face.
        font: the font's file.
        mark: "dot" (after the digit's foot) or "bar" (under it), on 6 and 9 only.
        height: of a digit, as a share of the square's side, 0 to 1.
        side_px: side of the square.
        mark_gap: share of the digit's height.
        mark_size: 1 is the usual dot or bar.

    Returns:
        (side_px, side_px) uint8, 255 where there is ink; the digits' middle is the square's middle.

    Raises:
        OSError: the font cannot be opened.
    """
    side = side_px * OVERSIZE
    digit_px = height * side
    face = _font_of_height(font, digit_px)
    left, top, right, bottom = face.getbbox(text)
    width = right - left
    image = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(image)
    x = (side - width) / 2 - left
    y = (side - (bottom - top)) / 2 - top
    draw.text((x, y), text, font=face, fill=255)
    if text in NEEDS_MARK:
        foot = y + bottom
        if mark == "bar":
            thick = max(1.0, BAR_THICKNESS * mark_size * digit_px)
            start = foot + mark_gap * digit_px
            draw.rectangle((x + left, start, x + right, start + thick), fill=255)
        else:
            radius = DOT_DIAMETER * mark_size * digit_px / 2
            cx, cy = x + right + mark_gap * digit_px + radius, foot - radius
            draw.ellipse((cx - radius, cy - radius, cx + radius, cy + radius), fill=255)
    return np.asarray(image.resize((side_px, side_px), Image.Resampling.BOX), dtype=np.uint8)


@lru_cache(maxsize=512)
def _font_of_height(font: Path, digit_px: float) -> ImageFont.FreeTypeFont:
    probe = ImageFont.truetype(str(font), 200)
    _, top, _, bottom = probe.getbbox("8")
    return ImageFont.truetype(str(font), max(4, round(200 * digit_px / max(1, bottom - top))))
