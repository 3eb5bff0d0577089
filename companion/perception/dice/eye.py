"""Makes the reader of twelve-sided dice one of the eyes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from statistics import median

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.errors import Unreadable
from companion.core.scene import Thing
from companion.perception.dice.face import Pose
from companion.perception.dice.reader import DiceReader, DieReading
from companion.perception.eyes import Area, Eye, Sighting
from companion.perception.rectify import TableView, find_table

FACES = tuple(str(value) for value in range(1, 13))
"""The faces of a die."""
DIE_HALF_MM = (5.0, 16.0)
"""Half the width of the smallest and the largest twelve-sided dice sold: on a table of known scale nothing else is a
die."""
ALIKE = 0.15
"""Dice of a set differ in width by less than this share, readings of it by half as much. A thing of another size beside
dice that were read, and that cannot be read itself, is a token or a symbol."""


def dice_eye(reader: DiceReader) -> Eye:
    """Return an eye for things of kind "die". Where the mat is seen, it tells from where the camera looks, and things
    too small or too large for a die are left out."""

    def read(picture: Pixels, areas: Sequence[Area] | None = None) -> tuple[Sighting, ...]:
        view = cache(lambda: _view(picture))

        def measured(poses: list[Pose]) -> NDArray[np.float64] | None:
            seen = view()
            return None if seen is None else uprights(seen, poses)

        readings = reader.read(picture, measured)
        seen = view() if readings else None
        if seen is not None:
            readings = of_die_size(seen, readings)
        return tuple(_sighting(reading) for reading in readings)

    return read


def of_die_size(view: TableView, readings: tuple[DieReading, ...]) -> tuple[DieReading, ...]:
    """Return the readings that may be dice by their width.

    Args:
        view: how the camera sees the mat.
        readings: of one picture.
    """
    least_mm, most_mm = DIE_HALF_MM
    half_mm = {each: half_width_mm(view, each) for each in readings}
    fitting = tuple(each for each in readings if least_mm <= half_mm[each] <= most_mm)
    read_mm = [half_mm[each] for each in fitting if each.value is not None]
    if not read_mm:
        return fitting
    usual_mm = median(read_mm)
    return tuple(each for each in fitting if each.value is not None or abs(half_mm[each] / usual_mm - 1) <= ALIKE)


def uprights(view: TableView, poses: list[Pose]) -> NDArray[np.float64]:
    """Return where the tops of N dice that lie flat are seen from their middles, (N, 2) radii, by the mat.

    Args:
        view: how the camera sees the mat.
        poses: of the dice.
    """
    found = np.zeros((len(poses), 2))
    for row, pose in zip(found, poses, strict=True):
        half_mm, middle = _half_mm(view, pose.top_xy, pose.radius_px), np.array([pose.middle_xy])
        top = view.pixels(view.table_mm(middle, half_mm), 2 * half_mm)
        row[:] = (top - middle)[0] / pose.radius_px
    return found


def half_width_mm(view: TableView, reading: DieReading) -> float:
    """Return half the width of the thing that was read, in mm, if it lies on the table."""
    return _half_mm(view, (reading.x_px, reading.y_px), reading.radius_px)


def _half_mm(view: TableView, top_xy: tuple[float, float], radius: float) -> float:
    x, y = top_xy
    # The top face is nearer to the camera than the table by the die's height, twice its half width; after one round
    # of correction the error is below 5 %.
    left, right = (np.array([[x + side * radius, y]]) for side in (-1, 1))
    half_mm = 0.0
    for _ in range(2):
        across = view.table_mm(right, 2 * half_mm) - view.table_mm(left, 2 * half_mm)
        half_mm = float(np.linalg.norm(across)) / 2
    return half_mm


def _view(picture: Pixels) -> TableView | None:
    try:
        return find_table(picture)
    except Unreadable:  # no mat, or covered: dice are read all the same
        return None


def _sighting(reading: DieReading) -> Sighting:
    likely = [str(face) for face in (reading.guess, reading.runner_up) if face is not None]
    return Sighting(
        thing=Thing("die", "" if reading.value is None else str(reading.value)),
        confidence=reading.confidence,
        centre_xy_px=(reading.x_px, reading.y_px),
        radius_px=reading.radius_px,
        faces=tuple(dict.fromkeys((*likely, *FACES))),
        leaning=reading.leaning,
        steep=reading.steep,
    )
