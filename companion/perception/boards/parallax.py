"""Estimates how parallax shifts the tops of discs over a board, as a linear function of column and row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.features import OFFSETS
from companion.perception.boards.first_picture import discs_of
from companion.perception.boards.grid import Cell

Vector = NDArray[np.float64]

ENOUGH_FOR_SHIFT, SHIFT_STIFF = 4, 10.0
"""Discs that are needed to estimate how parallax shifts their tops; and the ridge term that keeps it equal over the
board."""


def fit_parallax(cells: Sequence[Cell], marks: Mapping[Cell, str], offsets: NDArray[np.int_]) -> Vector | None:
    """Fit how parallax shifts the tops of discs over the board (ridge regression).

    Args:
        cells: N places.
        marks: the tiles with their marks.
        offsets: (N,), each disc's offset, index into `OFFSETS`.

    Returns:
        (3, 2) tile sides: a constant shift, the shift per column, and per row; None with too few discs.
    """
    discs = discs_of(cells, marks)
    if len(discs) < ENOUGH_FOR_SHIFT:
        return None
    at = _columns_and_rows([cells[n] for n in discs])
    return np.asarray(np.linalg.solve(at.T @ at + SHIFT_STIFF * np.diag([0, 1, 1]), at.T @ OFFSETS[offsets[discs]]))


def parallax_at(parallax: Vector, cells: Sequence[Cell]) -> Vector:
    """Return the shift by parallax at each place, (N, 2) tile sides. parallax: (3, 2), as from `fit_parallax`."""
    return np.asarray(_columns_and_rows(cells) @ parallax)


def _columns_and_rows(cells: Sequence[Cell]) -> Vector:
    """(N, 3): 1, column and row of each place."""
    return np.array([(1.0, column, row) for row, column in cells]).reshape(-1, 3)
