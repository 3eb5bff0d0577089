"""The grid of tiles: rows and columns are right whatever the rotation, the perspective, the errors and the gaps."""

from __future__ import annotations

from math import cos, pi, radians, sin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.perception.boards.finder import FoundTiles
from companion.perception.boards.grid import BoardGrid, Cell, fit_grids

SIDE_PX = 60.0


def tiles(
    cells: list[Cell], angle_deg: float, lean: float = 0.0, slip: float = 0.0, seed: int = 0
) -> tuple[FoundTiles, dict[Cell, tuple[float, float]]]:
    """What a finder would detect of these cells, in random order, and where their middles are.

    lean: how much larger tiles are at the bottom than at the top. slip: standard deviation of the error, in sides.
    """
    rng = np.random.default_rng(seed)
    a = radians(angle_deg)
    turn = np.array([[cos(a), -sin(a)], [sin(a), cos(a)]])
    middles, sides = [], []
    for row, column in cells:
        flat = turn @ (np.array([column, row]) * SIDE_PX + rng.normal(0, slip * SIDE_PX, 2))
        depth = 1 - lean * flat[1] / (10 * SIDE_PX)
        middles.append(flat / depth + 400)
        sides.append(SIDE_PX / depth)
    at = dict(zip(cells, ((float(x), float(y)) for x, y in middles), strict=True))
    order = rng.permutation(len(cells))
    angle = (a + pi / 4) % (pi / 2) - pi / 4
    found = FoundTiles(
        np.array(middles)[order],
        np.array(sides)[order],
        np.full(len(cells), angle) + rng.normal(0, 0.02, len(cells)),
        np.ones(len(cells)),
        np.zeros((4, 4), np.float32),
        (200.0, 200.0),
    )
    return found, at


def only(found: FoundTiles) -> BoardGrid:
    """The grid of tiles that are all connected."""
    (grid,) = fit_grids(found)
    return grid


def from_corner(grid: BoardGrid) -> dict[Cell, tuple[float, float]]:
    """Where each cell was seen, counted from the top left cell."""
    corner = (min(r for r, _ in grid.seen), min(c for _, c in grid.seen))
    return dict(grid.counted_from(corner).seen)


def ell(rows: int, columns: int) -> list[Cell]:
    """A shape without rotational or mirror symmetry."""
    return [(r, c) for r in range(rows) for c in range(columns) if not (r == 0 and c > 1)]


@settings(max_examples=60, deadline=None)
@given(
    angle_deg=st.floats(-42, 42),
    lean=st.floats(-0.25, 0.25),
    slip=st.floats(0, 0.03),
    rows=st.integers(3, 8),
    columns=st.integers(3, 6),
    seed=st.integers(0, 999),
)
def test_every_tile_gets_its_row_and_column(
    angle_deg: float, lean: float, slip: float, rows: int, columns: int, seed: int
) -> None:
    found, at = tiles(ell(rows, columns), angle_deg, lean, slip, seed)
    assert from_corner(only(found)) == at


@pytest.mark.parametrize(("angle_deg", "corner"), [(90, (0, 3)), (180, (3, 2)), (270, (2, 0)), (-80, (2, 0))])
def test_row_0_is_at_the_pictures_top_however_the_board_was_laid(angle_deg: float, corner: Cell) -> None:
    found, at = tiles(ell(4, 3), angle_deg)
    seen = from_corner(only(found))
    assert seen[corner] == at[(0, 0)]
    assert len(seen) == len(at)


def test_a_tile_whose_neighbours_were_not_found_still_has_its_place() -> None:
    cells = [(r, c) for r in range(4) for c in range(3)] + [(1, 4), (2, 4)]
    found, at = tiles(cells, 7, lean=0.1)
    assert from_corner(next(fit_grids(found))) == at


def test_a_place_without_a_tile_is_where_its_neighbours_have_it() -> None:
    cells = [(r, c) for r in range(4) for c in range(4) if (r, c) != (1, 1)]
    found, _ = tiles(cells, -12, lean=0.15)
    _, at = tiles([(1, 1)], -12, lean=0.15)
    grid = only(found)
    corner = (min(r for r, _ in grid.seen), min(c for _, c in grid.seen))
    assert grid.counted_from(corner).middle((1, 1)) == pytest.approx(np.array(at[(1, 1)]), abs=1.0)


def test_two_groups_apart_are_not_one_board() -> None:
    board, at = tiles([(r, c) for r in range(4) for c in range(3)], 0)
    stray, _ = tiles([(0, 0), (0, 1)], 30)
    both = FoundTiles(
        np.concatenate([board.middles, stray.middles + np.array([700, 0])]),
        np.concatenate([board.sides, stray.sides]),
        np.concatenate([board.angles, stray.angles]),
        np.ones(14),
        board.hands,
        board.hands_px,
    )
    largest, other = fit_grids(both)
    assert from_corner(largest) == at
    assert len(other.seen) == 2


@pytest.mark.parametrize("cloth_deg", [14, 28, 45])
def test_squares_of_the_cloth_around_a_board_are_a_grid_of_their_own(cloth_deg: float) -> None:
    board, at = tiles([(r, c) for r in range(5) for c in range(4)], 0, slip=0.01)
    cloth, _ = tiles([(r, c) for r in range(-7, 10) for c in range(-7, 10)], cloth_deg)
    reach = [np.abs(board.middles - middle).max(axis=1).min() for middle in cloth.middles]
    bare = np.array(reach) > 0.8 * SIDE_PX
    both = FoundTiles(
        np.concatenate([board.middles, cloth.middles[bare]]),
        np.concatenate([board.sides, cloth.sides[bare]]),
        np.concatenate([board.angles, cloth.angles[bare]]),
        np.ones(20 + int(bare.sum())),
        board.hands,
        board.hands_px,
    )
    boards = [set(grid.seen.values()) for grid in fit_grids(both) if set(at.values()) & set(grid.seen.values())]
    assert set(at.values()) in boards


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_tiles_are_no_grid(count: int) -> None:
    found, _ = tiles([(0, 0)][:1], 0)
    none = FoundTiles(
        found.middles[:count], found.sides[:count], found.angles[:count], found.scores[:count], found.hands, (1.0, 1.0)
    )
    assert list(fit_grids(none)) == []


def test_two_sides_of_a_place_reach_its_neighbours() -> None:
    found, at = tiles(ell(4, 3), 20)
    grid = only(found)
    grid = grid.counted_from((min(r for r, _ in grid.seen), min(c for _, c in grid.seen)))
    right, down = grid.steps((2, 1))
    assert grid.middle((2, 1)) + right == pytest.approx(np.array(at[(2, 2)]), abs=0.5)
    assert grid.middle((2, 1)) + down == pytest.approx(np.array(at[(3, 1)]), abs=0.5)
    outline = grid.outline((2, 1))
    assert outline.mean(axis=0) == pytest.approx(np.array(at[(2, 1)]), abs=0.5)
