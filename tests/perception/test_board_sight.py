"""What one picture says of a whole board: the likeliest marks, and never more tiles than there are."""

from __future__ import annotations

import numpy as np
import pytest

from companion.perception.boards.appearances import MARKS
from companion.perception.boards.place import BoardPlace
from companion.perception.boards.sight import LEAST_LOG_LIKELIHOOD, BoardSight

Likely = dict[str, float]


def sight(**cells: Likely) -> BoardSight:
    """A sight from log-likelihoods, `c01={"_": 0.0, ".": -2.0}` for row 0, column 1; marks not given are unlikely."""
    scores = {
        (int(name[1]), int(name[2])): {mark: likely.get(mark, LEAST_LOG_LIKELIHOOD) for mark in MARKS}
        for name, likely in cells.items()
    }
    return BoardSight(scores, frozenset(), frozenset(scores), BoardPlace(np.eye(3)), False)


SEEN = sight(c00={"w": 0.0}, c01={"_": 0.0, ".": -3.0}, c02={"_": 0.0, ".": -2.0}, c03={".": 0.0, "_": -1.0})


def test_each_place_shows_what_is_likeliest() -> None:
    assert SEEN.best(3) == {(0, 0): "w", (0, 1): "_", (0, 2): "_"}


@pytest.mark.parametrize(
    ("tiles", "left", "likelihood"), [(2, {(0, 0): "w", (0, 1): "_"}, -2.0), (1, {(0, 0): "w"}, -5.0)]
)
def test_of_more_tiles_than_there_are_the_most_doubtful_are_none(
    tiles: int, left: dict[tuple[int, int], str], likelihood: float
) -> None:
    assert SEEN.best(tiles) == left
    assert SEEN.log_likelihood(left) == likelihood


def test_a_board_is_as_likely_as_all_its_places_together() -> None:
    assert SEEN.log_likelihood({(0, 0): "w", (0, 1): "_", (0, 2): "_"}) == 0.0
    assert SEEN.log_likelihood({(0, 0): "w", (0, 1): "_", (0, 3): "_"}) == -3.0
