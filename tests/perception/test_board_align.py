"""Laying a grid on the edges of tiles, on small simulated pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.perception.board_align import on_edges
from companion.perception.board_place import BoardPlace, work_on
from companion.perception.board_start import by_mat
from tests.table.board_table import BoardTable

NEAR = 0.08
"""Of a side: tiles lie as much askew themselves."""
ASKEW = 0.15


@pytest.mark.parametrize(
    "wrong",
    [
        [[1.03, 0.02, -0.1], [-0.02, 0.97, 0.1], [0, 0, 1]],
        [[1, 0, 0.05], [0, 1, 0.05], [0.03, 0, 1]],
        [[1, 0, 0], [0, 1, -0.1], [-0.006, 0.012, 1]],
    ],
)
def test_a_grid_that_is_askew_and_tilted_wrongly_is_laid_on_the_edges(tmp_path: Path, wrong: list[list[float]]) -> None:
    table = BoardTable(tmp_path, "movers-hoppers", tilt=14.0)
    table.lay()
    picture, tiles = table.picture(), sorted(table.places)
    state = table.session.match.state
    true = by_mat(picture, table.places, lambda cell: table.board.place_mm(state, cell), table.board.tile_thick_mm)
    assert true is not None
    true = on_edges(work_on(picture, true, tiles), true, tiles)
    middle = np.array([[1, 0, 1.0], [0, 1, 3.5], [0, 0, 1]])
    askew = BoardPlace(true.to_picture @ middle @ np.array(wrong, np.float64) @ np.linalg.inv(middle))
    assert max(_off(askew, true, cell) for cell in tiles) > ASKEW
    found = on_edges(work_on(picture, askew, tiles), askew, tiles)
    assert max(_off(found, true, cell) for cell in tiles) < NEAR


def _off(one: BoardPlace, other: BoardPlace, cell: tuple[int, int]) -> float:
    """How far apart two places have a tile's corners, in sides."""
    apart = one.outline(cell) - other.outline(cell)
    return float(np.hypot(*apart.T).max()) / other.side_px(cell)
