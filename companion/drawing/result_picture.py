"""A picture of a match's result, to be sent to friends: the game's picture, who won, and all scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image, ImageDraw

from companion.core.art import Art
from companion.core.units import PointMm
from companion.drawing.fitted import fitted, in_lines
from companion.drawing.sprite import outline_mm, sprite

SIZE_PX = 1080
"""Width, and the largest height: what messengers show without cutting."""
EDGE_PX = 64
COVER_PX = (SIZE_PX - 2 * EDGE_PX, 330)
"""Room for the game's picture."""
COVER_TOP_PX, TITLE_TOP_PX, SAID_TOP_PX, ROWS_TOP_PX = 56, 410, 500, 640
"""Where each part begins."""
TITLE_PX, SAID_PX, ROW_PX = 60, 40, 46
"""Font sizes; each shrinks to half of it before words are cut."""
MOST_ROW_PX = 74
"""Height of a line of the list with few players."""
SAID_LINES = 2
LEADING = 1.3
"""From line to line, in font sizes."""
COLOURS = 128
"""Flat art and text have few; the file is a third of one with all."""
GROUND, INK, MUTED, ACCENT, PLATE = "#f7f3ec", "#2d251b", "#6b5d4b", "#8a4b1c", "#f3d9a8"

Piece = tuple[Art, PointMm, float]
"""A face, the place of its centre in mm, and its turn in degrees, clockwise."""


@dataclass(frozen=True, slots=True)
class Result:
    """What the picture says.

    Attributes:
        title: the game.
        date: when it was played; "" where nobody knows.
        said: who has won, in a sentence.
        rows: name, score, and whether this player won; in the order in which they are listed, up to eight.
    """

    title: str
    date: str
    said: str
    rows: tuple[tuple[str, str, bool], ...]


def result_png(result: Result, pieces: Sequence[Piece]) -> bytes:
    """The picture, PNG, `SIZE_PX` wide and `height_px` high. pieces: the game's picture, later ones on top; at least
    one."""
    picture = Image.new("RGB", (SIZE_PX, height_px(len(result.rows))), GROUND)
    cover = _cover(pieces)
    picture.paste(cover, ((SIZE_PX - cover.width) // 2, COVER_TOP_PX + (COVER_PX[1] - cover.height) // 2), cover)
    draw, room = ImageDraw.Draw(picture), SIZE_PX - 2 * EDGE_PX
    date_px = 0.0
    if result.date:
        font, words = fitted(result.date, SAID_PX, room / 3)
        date_px = draw.textlength(words, font) + EDGE_PX / 2
        draw.text((SIZE_PX - EDGE_PX, TITLE_TOP_PX + TITLE_PX), words, MUTED, font, "rs")
    font, words = fitted(result.title, TITLE_PX, room - date_px)
    draw.text((EDGE_PX, TITLE_TOP_PX + TITLE_PX), words, INK, font, "ls")
    font, lines = in_lines(result.said, SAID_PX, room, SAID_LINES)
    for number, line in enumerate(lines):
        draw.text((EDGE_PX, SAID_TOP_PX + (number + 1) * SAID_PX * LEADING), line, ACCENT, font, "ls")
    _list(draw, result.rows)
    file = BytesIO()
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def height_px(rows: int) -> int:
    """The height of the picture with `rows` players."""
    return round(ROWS_TOP_PX + rows * _row_px(rows) + EDGE_PX / 2)


def _row_px(rows: int) -> float:
    return min(MOST_ROW_PX, (SIZE_PX - EDGE_PX / 2 - ROWS_TOP_PX) / max(1, rows))


def _list(draw: ImageDraw.ImageDraw, rows: tuple[tuple[str, str, bool], ...]) -> None:
    high = _row_px(len(rows))
    size = min(ROW_PX, round(high * 0.68))
    for number, (name, score, won) in enumerate(rows):
        top, right = ROWS_TOP_PX + number * high, SIZE_PX - EDGE_PX
        if won:
            draw.rounded_rectangle((EDGE_PX / 2, top, SIZE_PX - EDGE_PX / 2, top + high - 4), 14, PLATE)
        font, words = fitted(score, size, (right - EDGE_PX) / 3)
        draw.text((right, top + high / 2), words, INK, font, "rm")
        font, words = fitted(name, size, right - EDGE_PX * 1.5 - draw.textlength(words, font))
        draw.text((EDGE_PX, top + high / 2), words, INK, font, "lm")


def _cover(pieces: Sequence[Piece]) -> Image.Image:
    """The pieces on a transparent ground, as large as `COVER_PX` allows."""
    corners = [point for piece in pieces for point in _corners(*piece)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    px_per_mm = min(COVER_PX[0] / (max(xs) - min(xs)), COVER_PX[1] / (max(ys) - min(ys)))
    size = (round((max(xs) - min(xs)) * px_per_mm) + 8, round((max(ys) - min(ys)) * px_per_mm) + 8)
    cover = Image.new("RGBA", size, (0, 0, 0, 0))
    for art, (x, y), turn_deg in pieces:
        turned = _straight(art, px_per_mm).rotate(-turn_deg, Image.Resampling.BICUBIC, expand=True)
        left = round((x - min(xs)) * px_per_mm - turned.width / 2) + 4
        top = round((y - min(ys)) * px_per_mm - turned.height / 2) + 4
        layer = Image.new("RGBA", size, (0, 0, 0, 0))
        layer.paste(turned, (left, top))
        cover.alpha_composite(layer)
    return cover


def _straight(art: Art, px_per_mm: float) -> Image.Image:
    """One face, RGBA. Its edge is premultiplied, as `sprite` makes it, which here only darkens one pixel."""
    face = sprite(art, px_per_mm)
    return Image.fromarray(np.ascontiguousarray(face[:, :, [2, 1, 0, 3]]), "RGBA")


def _corners(art: Art, place: PointMm, turn_deg: float) -> list[PointMm]:
    turn = np.radians(turn_deg)
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    return [(place[0] + x * cos - y * sin, place[1] + x * sin + y * cos) for x, y in outline_mm(art)]
