"""Rows and columns of square cards, from where their corners are seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.plic_plac.layout import Form, cells, places_mm, pocket_mm
from companion.perception.drawn import rows
from companion.perception.drawn.plane import fit_square_plane, to_plane
from companion.perception.drawn.reading import DrawnReading
from companion.perception.drawn.rows import Cell, rows_of
from tests.perception.card_pictures import Shot, in_picture

SIDE_MM = 60.0
PITCH_MM = 68.0
SIZE_XY = (2028, 1520)
STRAIGHT = Shot(size_xy=SIZE_XY, px_per_mm=2.0)
CORNERS = np.array([(-30.0, -30.0), (30.0, -30.0), (30.0, 30.0), (-30.0, 30.0)])


@dataclass
class Table:
    """A table with cards, and the cell in which each ought to be. turn_deg: of all cards together."""

    shot: Shot = STRAIGHT
    turn_deg: float = 0.0
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))
    readings: list[DrawnReading] = field(default_factory=list)

    def lay(self, xy_mm: tuple[float, float], turn_deg: float = 0.0, *, up: bool = False) -> None:
        own, whole = (np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) for a in
                      np.radians((turn_deg, self.turn_deg)))  # fmt: skip
        lies_mm = (CORNERS @ own + xy_mm) @ whole
        corners = in_picture(self.shot, [(float(x), float(y)) for x, y in lies_mm])
        corners = corners + self.rng.normal(0, 0.3, (4, 2))
        nothing = np.ones(1), np.eye(3)
        self.readings.append(DrawnReading(*nothing, corners, 0.0, is_up=up, weight=1.0, settled=True))

    def lay_pool(self, where: Sequence[Cell], careless_mm: float = 3.0, askew_deg: float = 4.0) -> None:
        """Face down, at any quarter turn, as people lay cards; around the middle of the picture."""
        middle = np.mean(where, axis=0)
        for row, column in where:
            x, y = (column - middle[1]) * PITCH_MM, (row - middle[0]) * PITCH_MM
            off = self.rng.uniform(-careless_mm, careless_mm, 2)
            turn = float(self.rng.uniform(-askew_deg, askew_deg)) + 90.0 * int(self.rng.integers(4))
            self.lay((float(x + off[0]), float(y + off[1])), turn)

    def told(self) -> list[Cell | None]:
        return rows_of(self.readings, SIDE_MM)


SQUARE = [(row, column) for row in range(5) for column in range(6)]
TAKEN = [(0, 1), (0, 2), (1, 2), (2, 0), (2, 2), (2, 4), (3, 2), (4, 2), (4, 5)]
WITH_GAPS = [cell for cell in SQUARE if cell not in TAKEN]


def test_a_whole_pool() -> None:
    table = Table()
    table.lay_pool(SQUARE)
    assert table.told() == SQUARE


def test_gaps_keep_their_row_and_column() -> None:
    """A whole column is gone but for one card."""
    table = Table()
    table.lay_pool(WITH_GAPS)
    assert table.told() == WITH_GAPS


TILTED = [Shot(size_xy=SIZE_XY, px_per_mm=2.0, tilt_deg=35.0, tilt_toward_deg=toward) for toward in (0.0, 70.0, 200.0)]


@pytest.mark.parametrize("shot", TILTED, ids=lambda shot: f"toward {shot.tilt_toward_deg:.0f}")
def test_under_a_camera_that_leans(shot: Shot) -> None:
    table = Table(shot, turn_deg=20.0)
    table.lay_pool(WITH_GAPS)
    assert table.told() == WITH_GAPS


def test_without_their_plane_a_leaning_camera_would_mislead(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the test before is there for: pixels taken for millimetres."""

    def as_seen(corners_px: NDArray[np.float64], side_mm: float) -> NDArray[np.float64]:
        side_px = np.linalg.norm(corners_px - np.roll(corners_px, -1, axis=1), axis=2).mean()
        return np.diag([side_mm / side_px, side_mm / side_px, 1.0])

    monkeypatch.setattr(rows, "fit_square_plane", as_seen)
    for shot in TILTED:
        table = Table(shot, turn_deg=20.0)
        table.lay_pool(WITH_GAPS)
        assert table.told() != WITH_GAPS


def turned(cell: Cell, quarters: int) -> Cell:
    """A cell of the 5 x 6 pool after the given number of quarter turns, clockwise."""
    row, column = cell
    return [(row, column), (column, 4 - row), (4 - row, 5 - column), (5 - column, row)][quarters]


@pytest.mark.parametrize("turn_deg", [-44.0, -30.0, 0.0, 44.0, 60.0, 100.0, 180.0, 250.0])
def test_the_row_at_the_top_of_the_picture_is_the_first(turn_deg: float) -> None:
    """Of the four ways to turn the grid, the one nearest to the picture's own up."""
    table = Table(turn_deg=turn_deg)
    table.lay_pool(SQUARE, careless_mm=1.0, askew_deg=2.0)
    assert table.told() == [turned(cell, round(turn_deg / 90) % 4) for cell in SQUARE]


@pytest.mark.parametrize(("form", "count"), [("square", 36), ("ring", 36), ("ring", 40), ("peak", 36), ("peak", 40)])
def test_every_form_of_the_pool_with_pockets_beside_it(form: Form, count: int) -> None:
    table = Table(Shot(size_xy=SIZE_XY, px_per_mm=1.9, tilt_deg=15.0, tilt_toward_deg=40.0))
    for xy_mm in places_mm(form, count):
        table.lay(xy_mm, float(table.rng.uniform(-3, 3)))
    for seat in range(6):
        table.lay(pocket_mm(seat), up=True)
    assert table.told() == [*cells(form, count), *[None] * 6]


def test_a_pocket_that_happens_to_lie_in_line() -> None:
    """Two steps from the pool, and two rows on: only that it lies face up tells that nobody took what was between."""
    for up in (True, False):
        table = Table()
        table.lay_pool(SQUARE)
        table.lay((4.5 * PITCH_MM, 0.0), up=up)
        assert table.told() == [*SQUARE, None if up else (2, 7)]


def test_a_pocket_that_lies_close_breaks_the_step() -> None:
    table = Table()
    table.lay_pool(SQUARE)
    table.lay((-2.5 * PITCH_MM - 98.0, 0.0), up=True)
    assert table.told() == [*SQUARE, None]


def test_cards_that_are_turned_up_within_the_pool_have_their_place() -> None:
    table = Table()
    table.lay_pool([cell for cell in SQUARE if cell not in ((0, 0), (1, 3))])
    table.lay((-2.5 * PITCH_MM, -2.0 * PITCH_MM), 90.0, up=True)
    table.lay((0.5 * PITCH_MM, -1.0 * PITCH_MM), 180.0, up=True)
    assert table.told()[-2:] == [(0, 0), (1, 3)]


def test_a_card_that_lies_askew_or_between_two_places_has_none() -> None:
    table = Table()
    table.lay_pool([cell for cell in SQUARE if cell not in ((2, 2), (2, 3), (0, 0))])
    table.lay((0.0, 0.0), 0.0)
    table.lay((-2.5 * PITCH_MM, -2.0 * PITCH_MM), 30.0)
    assert table.told()[-2:] == [None, None]


def test_strewn_cards_lie_in_no_rows() -> None:
    """Whatever chance does: in a hundred handfuls no card is told to lie in a row."""
    for seed in range(100):
        rng = np.random.default_rng(seed)
        table = Table(Shot(size_xy=SIZE_XY, px_per_mm=2.0, tilt_deg=float(rng.uniform(0, 30))), rng=rng)
        laid: list[NDArray[np.float64]] = []
        while len(laid) < 3 + seed % 8:
            xy = rng.uniform(-1, 1, 2) * (300, 220)
            if all(np.hypot(*(xy - other)) > 62.0 for other in laid):
                laid.append(xy)
                table.lay((float(xy[0]), float(xy[1])), float(rng.uniform(0, 360)), up=bool(rng.random() < 0.5))
        assert table.told() == [None] * len(laid), seed


def test_the_last_cards_of_a_pool_are_placed_rightly_or_not_at_all() -> None:
    """With few left, their rows count from the first of them; what is uncertain is unknown."""
    told, right = 0, 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        left = sorted(SQUARE[each] for each in rng.permutation(len(SQUARE))[: 5 + seed % 8])
        table = Table(turn_deg=float(rng.uniform(-40, 40)), rng=rng)
        table.lay_pool(left)
        known = [(cell, found) for cell, found in zip(left, table.told(), strict=True) if found is not None]
        for cell, found in known:
            top, first = min(row for (row, _), _ in known), min(column for (_, column), _ in known)
            told += 1
            right += found == (cell[0] - top, cell[1] - first)
    assert told == right
    assert told > 250


def test_gaps_between_rows_need_not_be_those_between_columns() -> None:
    table = Table(turn_deg=12.0)
    for row, column in WITH_GAPS:
        table.lay((61.0 * column - 150.0, 98.0 * row - 200.0), float(table.rng.uniform(-2, 2)))
    assert table.told() == WITH_GAPS


def test_one_row_and_too_few() -> None:
    table = Table()
    table.lay_pool([(0, 0), (0, 1)])
    assert table.told() == [None, None]
    assert rows_of([], SIDE_MM) == []
    table.lay((1.5 * PITCH_MM, 0.0))
    assert table.told() == [(0, 0), (0, 1), (0, 2)]


def test_the_plane_makes_squares_of_one_size() -> None:
    """Corners as a leaning camera sees them come out 60 mm apart, and middles as far apart as they are."""
    table = Table(TILTED[1])
    table.lay_pool(SQUARE, careless_mm=0.0, askew_deg=0.0)
    corners = np.array([reading.corners_px for reading in table.readings])
    flat = to_plane(fit_square_plane(corners, SIDE_MM), corners)
    assert np.abs(np.abs(flat - np.roll(flat, -1, axis=1)) - SIDE_MM).max() < 1.5
    middles = flat.mean(axis=1)
    true_mm = np.array([complex(column, row) for row, column in SQUARE]) * PITCH_MM
    apart = np.abs(middles[:, None] - middles) - np.abs(true_mm[:, None] - true_mm)
    assert np.abs(apart).max() < 2.0
