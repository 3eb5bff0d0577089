"""One picture of a film: what happened, the table, and how everybody stands."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw

from companion.camera.arrays import Pixels
from companion.drawing.fitted import fitted, in_lines

SIZE_PX = (1280, 720)
"""What every screen and messenger plays."""
EDGE_PX = 24
TOP_PX, BOTTOM_PX = 84, 124
"""Height of the line with the title, and of the words below."""
TABLE_PX = (816, SIZE_PX[1] - TOP_PX - BOTTOM_PX)
"""Room for the table: the camera's picture where there is one, else the drawn one."""
SIDE_PX = SIZE_PX[0] - TABLE_PX[0] - 3 * EDGE_PX
"""Width of the column with the players."""
ROW_PX = 60
"""Height of a player's line; with many players less."""
LEAST_BOARD_PX = 120
"""A drawn table that would be lower stands beside no picture of the camera."""
TITLE_PX, COUNT_PX, NAME_PX, WORDS_PX = 44, 30, 34, 40
"""Font sizes."""
WORDS_LINES = 2
LEADING = 1.25
"""From line to line, in font sizes."""
GROUND, INK, MUTED, PLATE = "#201a14", "#f7f3ec", "#cabfae", "#6b3d18"


@dataclass(frozen=True, slots=True, eq=False)
class FilmScene:
    """What one picture shows.

    Attributes:
        title: the game.
        count: which step of how many, or when it was.
        words: what happened, in one sentence.
        rows: name, how this player stands, and whether the line is marked; up to eight.
        board: the drawn table, (H, W, 3) uint8 BGR.
        photo: the table as pages showed it; None where there is no picture.
        hold: for how many pictures of the film it stays.
    """

    title: str
    count: str
    words: str
    rows: tuple[tuple[str, str, bool], ...]
    board: Pixels
    photo: Pixels | None = None
    hold: int = 1


def film_picture(scene: FilmScene) -> Pixels:
    """The picture, (720, 1280, 3) uint8 BGR."""
    picture = Image.new("RGB", SIZE_PX, GROUND)
    draw = ImageDraw.Draw(picture)
    right, base = SIZE_PX[0] - EDGE_PX, TOP_PX - EDGE_PX
    font, words = fitted(scene.count, COUNT_PX, SIDE_PX)
    draw.text((right, base), words, MUTED, font, "rs")
    font, words = fitted(scene.title, TITLE_PX, TABLE_PX[0])
    draw.text((EDGE_PX, base), words, INK, font, "ls")
    _paste(picture, scene.board if scene.photo is None else scene.photo, (EDGE_PX, TOP_PX), TABLE_PX)
    under = _list(draw, scene.rows)
    room = TOP_PX + TABLE_PX[1] - under
    if scene.photo is not None and room >= LEAST_BOARD_PX:
        _paste(picture, scene.board, (SIZE_PX[0] - EDGE_PX - SIDE_PX, under), (SIDE_PX, room))
    font, lines = in_lines(scene.words, WORDS_PX, SIZE_PX[0] - 2 * EDGE_PX, WORDS_LINES)
    first = TOP_PX + TABLE_PX[1] + (BOTTOM_PX - (len(lines) - 1) * font.size * LEADING) / 2
    for number, line in enumerate(lines):
        draw.text((EDGE_PX, first + number * font.size * LEADING), line, INK, font, "lm")
    return np.asarray(cv2.cvtColor(np.asarray(picture), cv2.COLOR_RGB2BGR), np.uint8)


def _list(draw: ImageDraw.ImageDraw, rows: tuple[tuple[str, str, bool], ...]) -> int:
    """Draw the players' lines. Returns where there is room below."""
    high = min(ROW_PX, TABLE_PX[1] // max(1, len(rows)))
    left, right = SIZE_PX[0] - EDGE_PX - SIDE_PX, SIZE_PX[0] - EDGE_PX
    for number, (name, words, marked) in enumerate(rows):
        top = TOP_PX + number * high
        if marked:
            draw.rounded_rectangle((left, top, right, top + high - 6), 10, PLATE)
        font, words = fitted(words, round(NAME_PX * 0.8), SIDE_PX * 0.5)
        draw.text((right - 12, top + (high - 6) / 2), words, INK, font, "rm")
        font, name = fitted(name, NAME_PX, SIDE_PX - 36 - font.getlength(words))
        draw.text((left + 12, top + (high - 6) / 2), name, INK, font, "lm")
    return TOP_PX + len(rows) * high + 6


def _paste(picture: Image.Image, pixels: Pixels, corner: tuple[int, int], room: tuple[int, int]) -> None:
    """Put `pixels` into the middle of the room, as large as it allows."""
    scale = min(room[0] / pixels.shape[1], room[1] / pixels.shape[0])
    size = (max(1, int(pixels.shape[1] * scale)), max(1, int(pixels.shape[0] * scale)))
    fitting = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    left, top = corner[0] + (room[0] - size[0]) // 2, corner[1] + (room[1] - size[1]) // 2
    picture.paste(Image.fromarray(cv2.cvtColor(fitting, cv2.COLOR_BGR2RGB)), (left, top))
