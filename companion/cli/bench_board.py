"""How long following a board takes: a frame in which nothing changes, and a turn that is made on it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from random import Random
from statistics import median

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.cli.yardstick import blur_ms
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.core.mat import TABLE_MAT
from companion.core.scene import Thing
from companion.perception.boards.place import BoardPlace
from companion.perception.boards.tracker import BoardTracker
from companion.perception.settle import Settle
from companion.simulator.source import open_source
from companion.simulator.world import World

CAMERA = "rendered://?width=1024&height=768&height_mm=520&seed={seed}"
ROWS, COLUMNS, TILE_MM, DISC_MM = 4, 5, 40.0, 26.0
DISCS = 8
PUSHES = 8
PUSH_MM, PUSH_DEG = 14.0, 5.0
"""Hard enough that the board must be looked for."""
STILL_FRAMES = 30
WARM_UP = 3
ART = {
    ("tile", ""): Art(TILE_MM, TILE_MM, 5.0, False, "#d3ab72"),
    ("disc", "w"): Art(DISC_MM, DISC_MM, 7.0, True, "#f1e9d6"),
    ("disc", "r"): Art(DISC_MM, DISC_MM, 7.0, True, "#b23a2e"),
}


def board_times() -> dict[str, float]:
    """CPU milliseconds of one core, and how many blurs of the picture they are.

    A tracked change: read what changed and learn from it, a disc put down each time; or the whole board pushed. An
    unchanged frame: see that the small picture is at rest.
    """
    world = World(lambda kind, face: ART[kind, face], TABLE_MAT)
    cells = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
    for cell in cells:
        world.lay(Thing("tile", ""), _place_mm(cell))
    clock, random = ManualClock(), Random(1)
    with open_source(SourceUrl.parse(CAMERA.format(seed=1)), clock, world) as source:
        settle, still_ms = Settle(), []
        for number in range(STILL_FRAMES):
            frame = source.small()
            took_ms = _cpu_ms(lambda frame=frame: settle.update(frame))  # type: ignore[misc]
            if number > STILL_FRAMES // 2:
                still_ms.append(took_ms)
        tracker, marks = BoardTracker(), dict.fromkeys(cells, "_")
        picture = source.full().pixels
        corners = np.array([(0, 0), (COLUMNS - 1, 0), (COLUMNS - 1, ROWS - 1), (0, ROWS - 1)], np.float64)
        mm = np.array([_place_mm((int(y), int(x))) for x, y in corners])
        to_picture, _ = cv2.findHomography(corners, _pixels(source.table_point_mm, mm, picture))
        if not tracker.begin(picture, marks, BoardPlace(np.asarray(to_picture, np.float64))):
            raise RuntimeError("the board that was drawn to measure on is not found")
        changed_ms = []
        for number, cell in enumerate(random.sample(cells, DISCS)):
            marks = {**marks, cell: "wr"[number % 2]}
            world.lay(Thing("disc", marks[cell], level=1), _place_mm(cell))
            picture = source.full().pixels
            took_ms = _cpu_ms(lambda picture=picture: tracker.read(picture))  # type: ignore[misc]
            took_ms += _cpu_ms(lambda marks=marks: tracker.accept(marks))  # type: ignore[misc]
            if number >= WARM_UP:
                changed_ms.append(took_ms)
        pushed_ms, lay = [], world.snapshot().things
        for _ in range(PUSHES):
            x, y = (random.uniform(-PUSH_MM, PUSH_MM) for _ in range(2))
            turn_deg = random.uniform(-PUSH_DEG, PUSH_DEG)
            c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
            for laid in lay:
                across, down = laid.xy_mm
                world.move(laid.ident, (x + c * across - s * down, y + s * across + c * down), turn_deg)
            picture = source.full().pixels
            took_ms = _cpu_ms(lambda picture=picture: tracker.read(picture))  # type: ignore[misc]
            pushed_ms.append(took_ms + _cpu_ms(lambda marks=marks: tracker.accept(marks)))  # type: ignore[misc]
        yardstick_ms = blur_ms(picture)
    changed, pushed, unchanged = median(changed_ms), median(pushed_ms), median(still_ms)
    return {
        "board_change_ms": round(changed, 1),
        "board_change_blurs": round(changed / yardstick_ms, 1),
        "board_push_ms": round(pushed, 1),
        "board_push_blurs": round(pushed / yardstick_ms, 1),
        "board_still_ms": round(unchanged, 1),
        "board_still_blurs": round(unchanged / yardstick_ms, 1),
    }


def _place_mm(cell: tuple[int, int]) -> tuple[float, float]:
    return (cell[1] - (COLUMNS - 1) / 2) * TILE_MM, (cell[0] - (ROWS - 1) / 2) * TILE_MM


def _pixels(
    table_mm: Callable[[tuple[float, float]], tuple[float, float]], mm: np.ndarray, picture: Pixels
) -> np.ndarray:
    """Where points of the table are seen: from four pixels whose places on the table are known."""
    height, width = picture.shape[:2]
    seen = np.array([(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]) * (width, height)
    there = np.array([table_mm((float(x), float(y))) for x, y in seen])
    to_picture, _ = cv2.findHomography(there, seen)
    return np.asarray(cv2.perspectiveTransform(mm[None], to_picture)[0])


def _cpu_ms(work: Callable[[], object]) -> float:
    start_s = time.process_time()
    work()
    return (time.process_time() - start_s) * 1000
