"""Positions of cards in millimetres, seen from above: the pool in rows, and each player's won cards beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from companion.core.units import PointMm
from companion.core.views import EVERYONE, seen_by

Cell = tuple[int, int]
"""(row, column), counted from 0 at the far left."""
Form = Literal["square", "ring", "peak"]
AS_LAID = "as-laid"
"""The option value for a pool whose places are where the cards lie when the game begins (clause 1.7)."""

CARD_MM = 60.0
"""Side of a card; cards are square, so they may be put back in any rotation."""
PITCH_MM = 68.0
"""Distance between the centres of neighbouring cards; fingers and card detection need the gap."""
MOST_ROWS, MOST_IN_ROW = 8, 10
"""Most rows, and most cards in a row, that fit on the mat: 536 of 594 mm, and 672 of the 700 mm between the won
cards."""
POOL_X_MM, POOL_Y_MM = 315.0, 264.0
"""Farthest that a card's centre may lie from the mat's centre, in x and y; beyond it the card would reach the won
cards or the mat's edge."""
LEAST_PITCH_MM = 63.0
"""Cards whose centres are nearer than this in both x and y touch or overlap: cards are 60 mm wide, people lay them
slightly askew, and the reader's error is 1 mm."""

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
"""Where each seat's won cards lie, clockwise from the near left: outside the widest pool, clear of the mat's
markers."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the pool: row and column, counted from 0 at the far left, and its centre on the mat in mm."""

    row: int = seen_by(EVERYONE)
    column: int = seen_by(EVERYONE)
    x_mm: float = seen_by(EVERYONE)
    y_mm: float = seen_by(EVERYONE)

    @property
    def xy_mm(self) -> PointMm:
        """Its centre on the mat."""
        return self.x_mm, self.y_mm


def is_named(form: str) -> bool:
    """Whether `form` is a named form ("square", "ring", "peak")."""
    return any(form == name for name, _ in _FORMS)


def rows_written(form: str) -> tuple[int, ...] | None:
    """The number of cards of each row for a form written as numbers ("7,7,7,7,8"); None for any other text."""
    return tuple(map(int, form.split(","))) if _ROWS.fullmatch(form.strip()) else None


@cache
def cells(form: str, count: int) -> tuple[Cell, ...]:
    """Row and column of every place of a pool of `count` cards, row by row from the far left.

    Args:
        form: a named form, or rows written as numbers, which are aligned at the left.

    Raises:
        KeyError: there is no such form for `count` cards.
    """
    rows = rows_written(form)
    lines = _FORMS[form, count] if rows is None else tuple("o" * each for each in rows)
    return tuple((row, column) for row, line in enumerate(lines) for column, cell in enumerate(line) if cell == "o")


@cache
def places_mm(form: str, count: int) -> tuple[PointMm, ...]:
    """The centre of every place in the order of `cells`, in mm; the pool is centred on the mat."""
    found = cells(form, count)
    rows, columns = (max(each) for each in zip(*found, strict=True))
    return tuple(((c - columns / 2) * PITCH_MM, (r - rows / 2) * PITCH_MM) for r, c in found)


@cache
def places(form: str, count: int) -> tuple[Place, ...]:
    """Every place of the pool in the order of `cells`."""
    return tuple(Place(*cell, *xy_mm) for cell, xy_mm in zip(cells(form, count), places_mm(form, count), strict=True))


def places_of(points_mm: Sequence[PointMm]) -> tuple[Place, ...]:
    """The places for cards that lie anywhere, row by row from the far left; columns are counted within a row.

    A row contains the cards whose y is less than half a card's side from that of the row's farthest card.
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
    """The first place too near to the mat's edge or to the won cards; None when there is none."""
    return next((each for each in pool if abs(each.x_mm) > POOL_X_MM or abs(each.y_mm) > POOL_Y_MM), None)


def touching(pool: Sequence[Place]) -> Place | None:
    """The first place whose card touches or overlaps an earlier one; None when all cards are apart."""
    for number, here in enumerate(pool):
        for other in pool[:number]:
            if max(abs(here.x_mm - other.x_mm), abs(here.y_mm - other.y_mm)) < LEAST_PITCH_MM:
                return here
    return None


def pocket_mm(seat: int) -> PointMm:
    """Where a player's won cards lie, face up, the last one on top."""
    return _POCKETS_MM[seat]
