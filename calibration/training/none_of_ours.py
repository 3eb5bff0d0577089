"""Pictures of what belongs to no game of ours, drawn: lessons of what is nothing, and, of other seeds, a check.

Cloths, chess boards, parquet, tiles, pages, forms, clock faces, tokens, playing cards, as they lie on tables. Checks
use seeds below FIRST_LESSON, lessons those from there on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.drawing.fonts import DEFAULT_FONT
from companion.simulator.dice_art import digit_mask

FIRST_LESSON = 100_000
"""First seed of lessons."""
SIZE_XY = (1280, 960)
SIDE_PX = 1600
"""Of the drawn surface, which the camera sees a part of."""
Surface = NDArray[np.float32]
"""(SIDE_PX, SIDE_PX, 3) BGR, 0 to 255."""


def _plain(rng: np.random.Generator) -> Surface:
    return np.full((SIDE_PX, SIDE_PX, 3), _colour(rng), np.float32)


def _colour(rng: np.random.Generator) -> NDArray[np.float32]:
    return np.asarray(rng.uniform(15, 245, 3), np.float32)


def _steps(rng: np.random.Generator, low: float, high: float) -> int:
    return int(np.exp(rng.uniform(np.log(low), np.log(high))))


def gingham(rng: np.random.Generator) -> Surface:
    """A checked cloth: stripes both ways that shine through each other."""
    cloth, ink, step = _plain(rng), _colour(rng), _steps(rng, 12, 110)
    at = np.arange(SIDE_PX) // step % 2
    share = (at[:, None] + at[None]) / 2
    weave = rng.normal(1, 0.05, (SIDE_PX, SIDE_PX))
    return np.asarray((cloth * (1 - share[..., None]) + ink * share[..., None]) * weave[..., None], np.float32)


def tartan(rng: np.random.Generator) -> Surface:
    """A cloth with stripes of several widths and colours both ways."""
    cloth = _plain(rng)
    for _ in range(int(rng.integers(2, 5))):
        ink, step, width = _colour(rng), _steps(rng, 60, 300), rng.uniform(0.1, 0.5)
        at = (np.arange(SIDE_PX) % step < width * step) * 0.5
        for lines in (at[:, None, None], at[None, :, None]):
            cloth = cloth * (1 - lines) + ink * lines
    return np.asarray(cloth, np.float32)


def chessboard(rng: np.random.Generator) -> Surface:
    """A chess board with a frame on a plain table."""
    table, step = _plain(rng), _steps(rng, 60, 170)
    dark, light = _colour(rng) * 0.5, 128 + _colour(rng) * 0.5
    board = np.kron(np.indices((8, 8)).sum(0) % 2, np.ones((step, step)))[..., None]
    start = int(rng.integers(20, max(21, SIDE_PX - 8 * step - 20)))
    side = min(8 * step, SIDE_PX - start)
    table[start - 20 : start + side + 20, start - 20 : start + side + 20] = dark * 0.6
    table[start : start + side, start : start + side] = (dark * board + light * (1 - board))[:side, :side]
    return table


def parquet(rng: np.random.Generator) -> Surface:
    """Planks of wood in rows, or in a herringbone."""
    floor, wood = _plain(rng), np.array([60, 110, 170]) * rng.uniform(0.5, 1.3)
    long, wide = _steps(rng, 160, 400), _steps(rng, 40, 100)
    for row in range(0, SIDE_PX, wide):
        for start in range(-int(rng.integers(long)), SIDE_PX, long):
            tone = wood * rng.uniform(0.8, 1.2)
            cv2.rectangle(floor, (start, row), (start + long, row + wide), tone.tolist(), -1)
            cv2.rectangle(floor, (start, row), (start + long, row + wide), (tone * 0.5).tolist(), 2)
    grain = cv2.GaussianBlur(rng.normal(0, 60, (SIDE_PX, SIDE_PX)).astype(np.float32), (0, 0), sigmaX=30, sigmaY=1.0)
    return np.asarray(floor + grain[..., None], np.float32)


def tiles(rng: np.random.Generator) -> Surface:
    """A tiled floor, some tiles with a sign in them."""
    floor, joint, step = _plain(rng), _colour(rng), _steps(rng, 60, 260)
    for y in range(0, SIDE_PX, step):
        for x in range(0, SIDE_PX, step):
            tone = (floor[0, 0] * rng.uniform(0.85, 1.15)).tolist()
            cv2.rectangle(floor, (x, y), (x + step, y + step), tone, -1)
            if rng.random() < 0.25:
                _sign(rng, floor, (x + step // 2, y + step // 2), 0.3 * step)
            cv2.rectangle(floor, (x, y), (x + step, y + step), joint.tolist(), max(2, step // 20))
    return floor


def _sign(rng: np.random.Generator, onto: Surface, centre: tuple[int, int], radius: float) -> None:
    """One drawn sign: a polygon, a star, a disc, a ring."""
    ink = _colour(rng).tolist()
    kind = rng.choice(["polygon", "star", "disc", "ring"])
    if kind in ("disc", "ring"):
        cv2.circle(onto, centre, int(radius), ink, -1 if kind == "disc" else max(2, int(radius / 4)), cv2.LINE_AA)
        return
    corners, turn = int(rng.integers(3, 8)), rng.uniform(0, 2 * np.pi)
    points = corners * (2 if kind == "star" else 1)
    reach = radius * np.where(np.arange(points) % 2 == 1, 0.45, 1.0) if kind == "star" else np.full(points, radius)
    angle = turn + np.arange(points) * 2 * np.pi / points
    outline = np.array(centre) + reach[:, None] * np.stack([np.cos(angle), np.sin(angle)], 1)
    cv2.fillPoly(onto, [np.round(outline).astype(np.int32)], ink, cv2.LINE_AA)


def _write(
    onto: Surface, words: str, at: tuple[int, int], height: float, ink: tuple[float, ...] = (20, 20, 20)
) -> None:
    """Words in print, `at` their lower left."""
    shown = np.zeros(onto.shape[:2], np.uint8)
    cv2.putText(shown, words, at, cv2.FONT_HERSHEY_DUPLEX, height / 22, 255, max(1, int(height / 12)), cv2.LINE_AA)
    onto[shown > 127] = ink


def page(rng: np.random.Generator) -> Surface:
    """A page of a book: lines of words, a heading, sometimes a framed picture."""
    sheet = np.full((SIDE_PX, SIDE_PX, 3), rng.uniform(215, 250), np.float32)
    height = _steps(rng, 14, 44)
    for y in range(80, SIDE_PX - 60, int(1.9 * height)):
        words = "".join(rng.choice(list("abcdefghijklmnopqrstuvwxyz      ,."), 120))
        _write(sheet, words, (80, y), height * (2 if rng.random() < 0.05 else 1))
    if rng.random() < 0.5:
        x, y = (int(each) for each in rng.integers(100, SIDE_PX - 700, 2))
        cv2.rectangle(sheet, (x, y), (x + 500, y + 380), (235, 235, 235), -1)
        cv2.rectangle(sheet, (x, y), (x + 500, y + 380), (30, 30, 30), 3)
        for _ in range(6):
            _sign(rng, sheet, (x + int(rng.integers(60, 440)), y + int(rng.integers(60, 320))), 50)
    return sheet


def form(rng: np.random.Generator) -> Surface:
    """A printed form or a calendar: boxes with words in them, in rows."""
    sheet = np.full((SIDE_PX, SIDE_PX, 3), rng.uniform(215, 250), np.float32)
    across, down = _steps(rng, 90, 420), _steps(rng, 60, 200)
    dark = rng.random() < 0.5
    if dark:
        sheet *= 0.3
    for y in range(40, SIDE_PX - down, down + int(rng.integers(4, 30))):
        for x in range(40, SIDE_PX - across, across + int(rng.integers(4, 30))):
            cv2.rectangle(sheet, (x, y), (x + across, y + down), (245, 245, 245), -1)
            cv2.rectangle(sheet, (x, y), (x + across, y + down), (40, 40, 40), 3)
            for line in range(int(rng.integers(1, 5))):
                _write(sheet, str(rng.integers(1, 10 ** int(rng.integers(1, 8)))), (x + 10, y + 26 + 30 * line), 20)
    return sheet


def clock(rng: np.random.Generator) -> Surface:
    """Clock faces with the numbers 1 to 12."""
    wall = _plain(rng)
    for _ in range(int(rng.integers(1, 5))):
        x, y = (int(each) for each in rng.integers(250, SIDE_PX - 250, 2))
        radius = _steps(rng, 110, 260)
        cv2.circle(wall, (x, y), radius, (240, 240, 240), -1, cv2.LINE_AA)
        cv2.circle(wall, (x, y), radius, _colour(rng).tolist(), 10, cv2.LINE_AA)
        for hour in range(1, 13):
            angle = hour * np.pi / 6
            place = (int(x + 0.78 * radius * np.sin(angle)), int(y - 0.78 * radius * np.cos(angle)))
            _number(wall, hour, place, radius * 0.2)
        cv2.line(wall, (x, y), (x + radius // 3, y - radius // 2), (20, 20, 20), 8, cv2.LINE_AA)
    return wall


def _number(onto: Surface, number: int, centre: tuple[int, int], half_px: float, ink: float = 20.0) -> None:
    """A number in print, which fills a square."""
    side = 2 * round(half_px)
    mask = digit_mask(str(number), DEFAULT_FONT, "dot", 0.8, side, 0.1, 1.0).astype(np.float32)[..., None] / 255
    x, y = centre[0] - side // 2, centre[1] - side // 2
    if x >= 0 and y >= 0 and x + side <= SIDE_PX and y + side <= SIDE_PX:
        part = onto[y : y + side, x : x + side]
        part[:] = part * (1 - mask) + ink * mask


def tokens(rng: np.random.Generator) -> Surface:
    """Round and many-sided tokens with numbers, and printed cubes."""
    table = parquet(rng) if rng.random() < 0.3 else _plain(rng)
    for _ in range(int(rng.integers(10, 40))):
        centre = (int(rng.integers(100, SIDE_PX - 100)), int(rng.integers(100, SIDE_PX - 100)))
        radius, sides = _steps(rng, 30, 90), int(rng.choice([4, 5, 6, 8, 10, 60]))
        turn = rng.uniform(0, 2 * np.pi) + np.arange(sides) * 2 * np.pi / sides
        outline = np.array(centre) + radius * np.stack([np.cos(turn), np.sin(turn)], 1)
        cv2.fillPoly(table, [np.round(outline).astype(np.int32)], _colour(rng).tolist(), cv2.LINE_AA)
        _number(table, int(rng.integers(1, 13)), centre, radius * 0.5, float(rng.choice([15, 240])))
    return table


def playing_cards(rng: np.random.Generator) -> Surface:
    """Cards of other games: a corner index, a sign, patterned backs."""
    table = gingham(rng) if rng.random() < 0.3 else _plain(rng)
    for _ in range(int(rng.integers(5, 14))):
        wide, tall = 250, int(250 * rng.choice([1.0, 1.4, 1.57]))
        card = np.full((tall, wide, 3), 245, np.float32)
        if rng.random() < 0.3:
            step = int(rng.integers(12, 40))
            card[14:-14, 14:-14] = _colour(rng)
            card[14:-14:step, 14:-14] = card[14:-14, 14:-14:step] = 245
        else:
            canvas = np.full((SIDE_PX, SIDE_PX, 3), 245, np.float32)
            ink = tuple(float(each) for each in _colour(rng) * 0.6)
            _write(canvas, str(rng.choice(list("A23456789JQK"))), (14, 48), 40, ink)
            for _ in range(int(rng.integers(1, 9))):
                _sign(rng, canvas, (int(rng.integers(60, 190)), int(rng.integers(70, tall - 50))), 30)
            card = canvas[:tall, :wide]
        turn = np.array(cv2.getRotationMatrix2D((wide / 2, tall / 2), rng.uniform(0, 360), 1.0), np.float64)
        turn[:, 2] += rng.uniform(0, SIDE_PX - 300, 2)
        mask = cv2.warpAffine(np.ones((tall, wide), np.float32), turn, (SIDE_PX, SIDE_PX))[..., None]
        table = table * (1 - mask) + cv2.warpAffine(card, turn, (SIDE_PX, SIDE_PX)) * mask
    return np.asarray(table, np.float32)


def signs(rng: np.random.Generator) -> Surface:
    """A wrapping paper or a toy box: many drawn signs in all colours."""
    paper = _plain(rng)
    for _ in range(int(rng.integers(30, 200))):
        centre = (int(rng.integers(SIDE_PX)), int(rng.integers(SIDE_PX)))
        _sign(rng, paper, centre, _steps(rng, 14, 90))
    return paper


def lettered_cubes(rng: np.random.Generator) -> Surface:
    """Cubes with letters on a grid, as in a letter game."""
    table, step = _plain(rng), _steps(rng, 110, 210)
    count, body = int(rng.integers(4, 7)), _colour(rng)
    for row in range(count):
        for column in range(count):
            x, y = 60 + column * step, 60 + row * step
            cv2.rectangle(table, (x, y), (x + int(0.88 * step), y + int(0.88 * step)), body.tolist(), -1)
            _write(
                table, str(rng.choice(list("ABCDEFGHIJKLMNOPRSTUW"))), (x + step // 5, y + int(0.7 * step)), 0.5 * step
            )
    return table


DRAWN = (gingham, tartan, chessboard, parquet, tiles, page, form, clock, tokens, playing_cards, signs, lettered_cubes)
KINDS: Mapping[str, Callable[[np.random.Generator], Surface]] = {each.__name__: each for each in DRAWN}
"""What is drawn, by its name."""


def picture_of(seed: int) -> tuple[str, Pixels]:
    """The kind and the photograph of drawing `seed`, (960, 1280, 3) uint8 BGR."""
    rng = np.random.default_rng([20261126, seed])
    kind = list(KINDS)[seed % len(KINDS)]
    return kind, photographed(rng, KINDS[kind](rng))


def photographed(rng: np.random.Generator, surface: Surface) -> Pixels:
    """A drawn surface as a camera may see it, (960, 1280, 3) uint8 BGR: from some angle, in some light."""
    middle = np.array(SIZE_XY) / 2
    reach = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE_PX / 2 * rng.uniform(0.75, 1.4)
    turn = rng.uniform(0, 2 * np.pi)
    turned = reach @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    nearer = 1 + turned[:, 1:] / SIDE_PX * rng.uniform(-0.35, 0.35)
    corners = np.array([[0, 0], [SIDE_PX, 0], [SIDE_PX, SIDE_PX], [0, SIDE_PX]], np.float32)
    way = cv2.getPerspectiveTransform(corners, (turned / nearer + middle).astype(np.float32))
    seen = cv2.warpPerspective(surface, way, SIZE_XY, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    x, y = np.meshgrid(np.linspace(-1, 1, SIZE_XY[0]), np.linspace(-1, 1, SIZE_XY[1]))
    light = (1 + rng.uniform(-0.35, 0.35) * x + rng.uniform(-0.35, 0.35) * y) * rng.uniform(0.5, 1.15)
    seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.4, 1.6)) * light[..., None] * rng.uniform(0.85, 1.15, 3)
    seen = seen + rng.normal(0, rng.uniform(0.5, 7), seen.shape)
    return np.asarray(seen.clip(0, 255), np.uint8)
