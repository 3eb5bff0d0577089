"""Where a board may lie that is to be taken up, by what a cold look made of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from companion.camera.source import Pixels
from companion.games.karo.board import read_board
from companion.perception.boards.grid import BoardGrid
from companion.perception.boards.reader import BoardReading
from companion.perception.boards.start import by_grid

PICTURE = np.zeros((10, 10, 3), np.uint8)
SIDE_PX = 40.0


@dataclass
class Read:
    """A reader that has made `guess` of a board whose places are `SIDE_PX` apart."""

    guess: str | None

    def read(self, picture: Pixels) -> BoardReading:
        grid = BoardGrid(((SIDE_PX, 0.0, 0.0), (0.0, SIDE_PX, 0.0), (0.0, 0.0, 1.0)), {})
        return BoardReading(None, self.guess, (), False, 0.0, None if self.guess is None else grid, {})


def tops(guess: str | None, board: str) -> list[tuple[float, float]]:
    """Where each way of laying `board` on what was read has its upper left tile, in sides."""
    tiles = read_board(board)
    places = by_grid(PICTURE, tiles, Read(guess))
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


def test_what_fits_best_comes_first() -> None:
    assert tops("._/__/__/__", "__/__/__")[0] == (0.0, 1.0)
