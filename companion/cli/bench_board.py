"""How long following a board takes: a frame in which nothing changes, and a turn that is made on it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from random import Random
from statistics import median

import cv2
import numpy as np

from companion.camera.arrays import Pixels, Points
from companion.camera.url import SourceUrl
from companion.cli.yardstick import blur_ms
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.core.mat import TABLE_MAT
from companion.core.scene import Thing
from companion.perception.boards.place import BoardPlace
from companion.perception.boards.tracker import BoardTracker
from companion.perception.settle import Settle
from companion.simulator.source import RenderedSource, open_source
from companion.simulator.world import World

CAMERA = "rendered://?width=1024&height=768&height_mm=520&seed={seed}"
ROWS, COLUMNS, TILE_MM, DISC_MM = 4, 5, 40.0, 26.0
CELLS = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
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
    for cell in CELLS:
        world.lay(Thing("tile", ""), _place_mm(cell))
    with open_source(SourceUrl.parse(CAMERA.format(seed=1)), ManualClock(), world) as source:
        bench = _Bench(world, source, Random(1))
        times = {"still": bench.still_ms(), "change": bench.change_ms(), "push": bench.push_ms()}
        yardstick_ms = blur_ms(source.full().pixels)
    return {
        f"board_{what}_{unit}": round(took_ms / by, 1)
        for what, took_ms in times.items()
        for unit, by in (("ms", 1.0), ("blurs", yardstick_ms))
    }


class _Bench:
    """A board on the simulated table, and what follows it. Each figure is a median, CPU milliseconds."""

    def __init__(self, world: World, source: RenderedSource, random: Random) -> None:
        self._world, self._source, self._random = world, source, random
        self._tracker, self._marks = BoardTracker(), dict.fromkeys(CELLS, "_")

    def still_ms(self) -> float:
        """An unchanged frame; the first half of the frames bring the table to rest."""
        settle, frames = Settle(), [self._source.small() for _ in range(STILL_FRAMES)]
        took_ms = [_cpu_ms(lambda frame=frame: settle.update(frame)) for frame in frames]  # type: ignore[misc]
        return median(took_ms[STILL_FRAMES // 2 + 1 :])

    def change_ms(self) -> float:
        """A disc that was put down; before the first one the board is found."""
        picture = self._source.full().pixels
        if not self._tracker.begin(picture, self._marks, BoardPlace(self._to_picture(picture))):
            raise RuntimeError("the board that was drawn to measure on is not found")
        took_ms = []
        for number, cell in enumerate(self._random.sample(CELLS, DISCS)):
            self._marks = {**self._marks, cell: "wr"[number % 2]}
            self._world.lay(Thing("disc", self._marks[cell], level=1), _place_mm(cell))
            took_ms.append(self._read_ms())
        return median(took_ms[WARM_UP:])

    def push_ms(self) -> float:
        """The whole board, pushed and turned."""
        took_ms, lay = [], self._world.snapshot().things
        for _ in range(PUSHES):
            x, y = (self._random.uniform(-PUSH_MM, PUSH_MM) for _ in range(2))
            turn_deg = self._random.uniform(-PUSH_DEG, PUSH_DEG)
            c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
            for laid in lay:
                across, down = laid.xy_mm
                self._world.move(laid.ident, (x + c * across - s * down, y + s * across + c * down), turn_deg)
            took_ms.append(self._read_ms())
        return median(took_ms)

    def _read_ms(self) -> float:
        """One look at the board as it lies now, and learning from it."""
        picture = self._source.full().pixels
        return _cpu_ms(lambda: self._tracker.read(picture)) + _cpu_ms(lambda: self._tracker.accept(self._marks))

    def _to_picture(self, picture: Pixels) -> Points:
        corners = np.array([(0, 0), (COLUMNS - 1, 0), (COLUMNS - 1, ROWS - 1), (0, ROWS - 1)], np.float64)
        mm = np.array([_place_mm((int(y), int(x))) for x, y in corners])
        to_picture, _ = cv2.findHomography(corners, _pixels(self._source.table_point_mm, mm, picture))
        return np.asarray(to_picture, np.float64)


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
