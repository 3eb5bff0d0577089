"""Where cards lie, seen from above in millimetres: the pool in rows, and what each player has won beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from companion.core.units import PointMm
from companion.core.views import EVERYONE, seen_by

Cell = tuple[int, int]
"""Row and column, counted from 0 at the far left."""
Form = Literal["square", "ring", "peak"]
AS_LAID = "as-laid"
"""Instead of a form: the places are where the cards lie when the game begins (clause 1.7)."""

CARD_MM = 60.0
"""Cards are square: they may be put back either way round."""
PITCH_MM = 68.0
"""From a card's middle to its neighbour's: fingers and outlines need the gap."""
MOST_ROWS, MOST_IN_ROW = 8, 10
"""What fits the mat at that pitch: 536 of 594 mm, and 672 of the 700 mm between the cards that are won."""
POOL_X_MM, POOL_Y_MM = 315.0, 264.0
"""How far from the mat's middle a card's middle may lie: farther out it reaches the cards that are won, or the edge."""
LEAST_PITCH_MM = 63.0
"""Two cards whose middles are nearer than this both along and across the rows touch or cover each other: the cards are
60 mm wide, people lay them a little askew, and the eyes are off by 1 mm."""

_FORMS: dict[tuple[str, int], tuple[str, ...]] = {
    ("square", 36): ("oooooo",) * 6,
    ("square", 40): ("oooooooo",) * 5,
    ("ring", 36): ("ooooooooo", *("ooo...ooo",) * 3, "ooooooooo"),
    ("ring", 40): (*("ooooooo",) * 2, *("oo...oo",) * 3, *("ooooooo",) * 2),
    ("peak", 36): tuple("o" * count for count in range(1, 9)),
    ("peak", 40): (
        "...oo", "..oooo", ".oooooo", "oooooooo", "oooooooo", ".oooooo", "..oooo", "...oo",
    ),
}  # fmt: skip
_ROWS = re.compile(r"[0-9]{1,3}(?: *, *[0-9]{1,3})*")
_POCKETS_MM = ((-380.0, 150.0), (-380.0, 0.0), (-380.0, -150.0), (380.0, -150.0), (380.0, 0.0), (380.0, 150.0))
"""Clockwise from the near left: outside of the widest pool, clear of the mat's markers."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the pool: its row and column, counted from 0 at the far left, and its middle on the mat."""

    row: int = seen_by(EVERYONE)
    column: int = seen_by(EVERYONE)
    x_mm: float = seen_by(EVERYONE)
    y_mm: float = seen_by(EVERYONE)

    @property
    def xy_mm(self) -> PointMm:
        return self.x_mm, self.y_mm


def is_named(form: str) -> bool:
    """Whether the form is one of those that have a name."""
    return any(form == name for name, _ in _FORMS)


def rows_written(form: str) -> tuple[int, ...] | None:
    """The cards of each row of a form that is written as numbers ("7,7,7,7,8"); None for other words."""
    return tuple(map(int, form.split(","))) if _ROWS.fullmatch(form.strip()) else None


@cache
def cells(form: str, count: int) -> tuple[Cell, ...]:
    """Row and column of every place of a pool of `count` cards, row by row from the far left.

    form: one that has a name, or rows as numbers, which all begin at the left.
    """
    rows = rows_written(form)
    lines = _FORMS[form, count] if rows is None else tuple("o" * each for each in rows)
    return tuple((row, column) for row, line in enumerate(lines) for column, cell in enumerate(line) if cell == "o")


@cache
def places_mm(form: str, count: int) -> tuple[PointMm, ...]:
    """The middle of every place, in the same order; the pool lies in the middle of the mat."""
    found = cells(form, count)
    rows, columns = (max(each) for each in zip(*found, strict=True))
    return tuple(((c - columns / 2) * PITCH_MM, (r - rows / 2) * PITCH_MM) for r, c in found)


@cache
def places(form: str, count: int) -> tuple[Place, ...]:
    """Every place of the pool, in the same order."""
    return tuple(Place(*cell, *xy_mm) for cell, xy_mm in zip(cells(form, count), places_mm(form, count), strict=True))


def places_of(points_mm: Sequence[PointMm]) -> tuple[Place, ...]:
    """The places of cards that lie anywhere, row by row from the far left; columns are counted within a row.

    A row holds the cards whose middles lie less than half a card from that of its farthest card, across the rows.
    """
    rows: list[list[PointMm]] = []
    for x, y in sorted(points_mm, key=lambda point: point[1]):
        if not rows or y - rows[-1][0][1] >= CARD_MM / 2:
            rows.append([])
        rows[-1].append((x, y))
    return tuple(
        Place(row, column, x, y) for row, line in enumerate(rows) for column, (x, y) in enumerate(sorted(line))
    )


def beyond(pool: Sequence[Place]) -> Place | None:
    """The first place too near to the mat's edge, or to the cards that are won; None when all are well."""
    return next((each for each in pool if abs(each.x_mm) > POOL_X_MM or abs(each.y_mm) > POOL_Y_MM), None)


def touching(pool: Sequence[Place]) -> Place | None:
    """The first place whose card touches one before it, or lies on it; None when all lie apart."""
    for number, here in enumerate(pool):
        for other in pool[:number]:
            if max(abs(here.x_mm - other.x_mm), abs(here.y_mm - other.y_mm)) < LEAST_PITCH_MM:
                return here
    return None


def pocket_mm(seat: int) -> PointMm:
    """Where a player's won cards lie, face up, the last one on top."""
    return _POCKETS_MM[seat]
