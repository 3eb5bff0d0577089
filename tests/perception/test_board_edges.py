"""Aligning a grid to the tiles' edges, compared with where the tiles truly lie, on small simulated pictures."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.capabilities.board import Cell
from companion.perception.boards.edges import align_to_edges
from companion.perception.boards.place import BoardPlace, crop_around
from companion.simulator.board_set import SETS
from tests.table.watchers.board_table import BoardTable

NEAR = 0.06
"""Of a side: tiles lie half as much askew themselves."""
ASKEW = 0.1
BESIDE = 0.28
"""Of a side: how far beside the board a line runs."""
WRONG = (
    [[1.03, 0.02, -0.1], [-0.02, 0.97, 0.1], [0, 0, 1]],
    [[1, 0, 0.05], [0, 1, 0.05], [0.02, 0, 1]],
    [[1, 0, 0], [0, 1, -0.1], [-0.006, 0.012, 1]],
)


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("chosen", range(len(SETS)))
def test_a_grid_that_is_askew_and_tilted_wrongly_is_laid_on_the_edges(
    tmp_path: Path, chosen: int, wrong: list[list[float]]
) -> None:
    """Of light wood and dark; a line on the cloth, as near as a mat's, draws it nowhere."""
    table = BoardTable(tmp_path, "clear-out", chosen=chosen, tilt=12.0)
    table.lay()
    tiles = sorted(table.places)
    true = np.array([at for thing, at in table.source.truth().things if thing.kind == table.board.tile_kind])
    best, _ = cv2.findHomography(_points(tiles), true)
    grid = BoardPlace(np.asarray(best, np.float64))
    middle = np.array([[1, 0, 2.5], [0, 1, 1.5], [0, 0, 1]])
    askew = BoardPlace(grid.to_picture @ middle @ np.array(wrong) @ np.linalg.inv(middle))
    assert _off(askew, tiles, true) > ASKEW
    for picture in (table.picture(), _with_line(table.picture(), grid, tiles)):
        found = align_to_edges(crop_around(picture, askew, tiles), askew, tiles)
        assert _off(found, tiles, true) < NEAR


def _with_line(picture: Pixels, grid: BoardPlace, tiles: list[Cell]) -> NDArray[np.uint8]:
    """A light line along the board's right side."""
    x = max(column for _, column in tiles) + 0.5 + BESIDE
    (x0, y0), (x1, y1) = np.round(grid.pixels(np.array([(x, -1.5), (x, 5.0)]))).astype(int)
    drawn = np.array(picture)
    cv2.line(drawn, (int(x0), int(y0)), (int(x1), int(y1)), (230, 230, 230), 2, cv2.LINE_AA)
    return drawn


def _points(tiles: list[Cell]) -> NDArray[np.float64]:
    return np.array([(column, row) for row, column in tiles], np.float64)


def _off(place: BoardPlace, tiles: list[Cell], true: NDArray[np.float64]) -> float:
    """How far the worst tile's middle is from its place, in sides."""
    apart = place.pixels(_points(tiles)) - true
    return float((np.hypot(*apart.T) / [place.side_px(cell) for cell in tiles]).max())
