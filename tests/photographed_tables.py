"""Photographs as the simulated table: what lies under mat, cards and hands is not drawn.

The photographs (`../shared/frames/real/wood`, and any others) are for checking alone: nothing is trained on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.simulator.backdrop import WOOD_PX_PER_MM

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")
WIDE_MM = (300.0, 900.0)
"""Width of a photograph on the table, drawn at random; beyond its edges it is repeated, mirrored."""


def tables_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder and those below it, sorted.

    Raises:
        FileNotFoundError: the folder has none.
    """
    found = tuple(sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES))
    if not found:
        raise FileNotFoundError(f"{folder} holds no pictures of tables ({', '.join(SUFFIXES)})")
    return found


@contextmanager
def covered(pictures: tuple[Path, ...], seed: int) -> Iterator[None]:
    """Context manager: every simulated table is one of these pictures; the seed chooses it, its size and its turn."""
    random = Random(f"table {seed}")
    picture = cv2.imread(str(random.choice(pictures)))
    assert picture is not None
    wide_mm, turn = random.uniform(*WIDE_MM), np.radians(random.uniform(0, 360))
    scale = wide_mm / picture.shape[1]  # mm for each of its pixels
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    to_mm = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    to_mm[:2, 2] = -to_mm[:2, :2] @ (np.array(picture.shape[1::-1]) / 2)

    def table(left_mm: int, top_mm: int, width_mm: int, height_mm: int, seed: int) -> Pixels:
        fine = WOOD_PX_PER_MM
        to_picture = np.array([[fine, 0.0, -left_mm * fine], [0.0, fine, -top_mm * fine], [0.0, 0.0, 1.0]])
        size = (int(width_mm * fine), int(height_mm * fine))
        moves = (to_picture @ to_mm)[:2]
        flags = cv2.INTER_AREA if scale * fine < 1 else cv2.INTER_LINEAR
        shown = cv2.warpAffine(picture, moves, size, flags=flags, borderMode=cv2.BORDER_REFLECT_101)
        return np.asarray(shown, np.uint8)

    with patch("companion.simulator.backdrop._wood", table):
        yield
