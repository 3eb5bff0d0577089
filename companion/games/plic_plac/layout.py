"""Where cards lie, seen from above in millimetres: the pool in rows, and what each player has won beside it."""

from __future__ import annotations

from functools import cache
from typing import Literal

from companion.core.units import PointMm

Form = Literal["square", "ring", "peak"]

CARD_MM = 60.0
"""Cards are square: they may be put back either way round."""
PITCH_MM = 68.0
"""From a card's middle to its neighbour's: fingers and outlines need the gap."""
_FORMS: dict[tuple[Form, int], tuple[str, ...]] = {
    ("square", 36): ("oooooo",) * 6,
    ("square", 40): ("oooooooo",) * 5,
    ("ring", 36): ("ooooooooo", *("ooo...ooo",) * 3, "ooooooooo"),
    ("ring", 40): (*("ooooooo",) * 2, *("oo...oo",) * 3, *("ooooooo",) * 2),
    ("peak", 36): tuple("o" * count for count in range(1, 9)),
    ("peak", 40): (
        "...oo", "..oooo", ".oooooo", "oooooooo", "oooooooo", ".oooooo", "..oooo", "...oo",
    ),
}  # fmt: skip
_POCKETS_MM = ((-380.0, 150.0), (-380.0, 0.0), (-380.0, -150.0), (380.0, -150.0), (380.0, 0.0), (380.0, 150.0))
"""Clockwise from the near left: outside of the widest pool, clear of the mat's markers."""


@cache
def cells(form: Form, count: int) -> tuple[tuple[int, int], ...]:
    """Row and column of every place of a pool of `count` cards, row by row from the far left."""
    rows = _FORMS[form, count]
    return tuple((row, column) for row, line in enumerate(rows) for column, cell in enumerate(line) if cell == "o")


@cache
def places_mm(form: Form, count: int) -> tuple[PointMm, ...]:
    """The middle of every place, in the same order; the pool lies in the middle of the mat."""
    found = cells(form, count)
    rows, columns = (max(each) for each in zip(*found, strict=True))
    return tuple(((c - columns / 2) * PITCH_MM, (r - rows / 2) * PITCH_MM) for r, c in found)


def pocket_mm(seat: int) -> PointMm:
    """Where a player's won cards lie, face up, the last one on top."""
    return _POCKETS_MM[seat]
