"""Where a known board may lie, going by what the board reader read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.games.karo.board import read_board
from companion.perception.boards.candidates import MOST_WAYS, places_by_grid
from companion.perception.boards.grid import BoardGrid, Cell
from companion.perception.boards.reader import BoardReading

PICTURE = np.zeros((10, 10, 3), np.uint8)
SIDE_PX = 40.0


@dataclass
class Read:
    """A reader stand-in that read `guess`, with places `SIDE_PX` apart, and found `squares`."""

    guess: str | None
    squares: Mapping[Cell, tuple[float, float]] = field(default_factory=dict)

    def read(self, picture: Pixels) -> BoardReading:
        return BoardReading(None, self.guess, (), False, 0.0, None if self.guess is None else self._grid({}), {})

    def grids(self, picture: Pixels) -> Sequence[BoardGrid]:
        return (self._grid(self.squares),) if self.squares else ()

    def _grid(self, seen: Mapping[Cell, tuple[float, float]]) -> BoardGrid:
        return BoardGrid(((SIDE_PX, 0.0, 0.0), (0.0, SIDE_PX, 0.0), (0.0, 0.0, 1.0)), seen)


def tops(guess: str | None, board: str, squares: str = "") -> list[tuple[float, float]]:
    """For each candidate position of `board`, where its upper left tile lies, in sides."""
    tiles = read_board(board)
    seen = {(row - 2, column - 3): (0.0, 0.0) for row, column in read_board(squares)} if squares else {}
    places = places_by_grid(PICTURE, tiles, Read(guess, seen))
    return [tuple(float(v) for v in place.pixels(np.zeros((1, 2)))[0] / SIDE_PX) for place in places]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("guess", "ways"),
    [
        ("___/___/___/___", [(0, 0), (2, 3)]),
        ("____/____/____", [(3, 0), (0, 2)]),
        ("._w_/____/._R_/.___", [(1, 0), (3, 3)]),
        ("___/___/___/___/.._", [(0, 0), (2, 3)]),
        ("___/_._/___/_.r", [(0, 0), (2, 3)]),
        ("_____/_____/_____/_____/_____", []),
        (None, []),
    ],
)
def test_a_board_is_laid_on_what_was_read_though_some_places_were_misread(
    guess: str | None, ways: list[tuple[float, float]]
) -> None:
    """Turned by quarters, with tiles seen where none lie, and others missed; never with more than a few of them."""
    assert sorted(tops(guess, "___/___/___/___")) == sorted(ways)


def test_a_row_that_was_not_seen_may_be_on_either_side() -> None:
    assert {(0.0, -1.0), (0.0, 0.0)} <= set(tops("___/___/___", "___/___/___/___"))


@pytest.mark.parametrize("guess", [None, "_____/_____/_____/_____/_____"])
def test_where_nothing_that_was_read_fits_it_may_lie_wherever_squares_lie_side_by_side(guess: str | None) -> None:
    assert set(tops(guess, "___/___/___/___", "___/___/_._/___")[:2]) == {(-3.0, -2.0), (-1.0, 1.0)}


def test_of_squares_there_may_be_more_than_tiles() -> None:
    """The ground may show some; of the many ways in a field of them, few are tried."""
    assert tops(None, "___/___/___/___", "______/______/___.../___.../______")[0] == (-3.0, -2.0)
    assert len(tops(None, "___/___/___/___", "/".join(["_" * 9] * 9))) == MOST_WAYS


def test_what_was_read_comes_before_squares() -> None:
    assert tops("___/___/___", "___/___/___", "___/___/___")[0] == (0.0, 0.0)


def test_what_fits_best_comes_first() -> None:
    assert tops("._/__/__/__", "__/__/__")[0] == (0.0, 1.0)
