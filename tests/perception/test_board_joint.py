"""The likeliest board as a whole: compared with an enumeration of all boards, and the effect of a checksum on a
doubt."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.perception.boards.cell import CLASSES
from companion.perception.boards.joint import most_likely_board

ROW = [(0, column) for column in range(4)]
CONFIDENT = 1 - 1e-9


def shows(**shares: float) -> np.ndarray:
    """Class probabilities, (7,), the rest spread over the other classes. tile, none and hidden stand for "_", "."
    and "#"."""
    named = {{"tile": "_", "none": ".", "hidden": "#"}.get(name, name): share for name, share in shares.items()}
    left = (1 - sum(named.values())) / (len(CLASSES) - len(named))
    return np.array([named.get(mark, left) for mark in CLASSES])


def any_board(_cells: object) -> float:
    return 1.0


def two_white(cells: dict[tuple[int, int], str]) -> float:
    """The prior of a game that has two white discs."""
    return 30.0 if list(cells.values()).count("w") == 2 else 1.0


shares = st.lists(st.floats(0.001, 1.0), min_size=7, max_size=7).map(lambda drawn: np.array(drawn) / sum(drawn))


@given(st.lists(shares, min_size=1, max_size=2))
def test_it_says_what_trying_every_board_says(each: list[np.ndarray]) -> None:
    board = most_likely_board(dict(zip(ROW, each, strict=False)), two_white)
    every = {}
    for kinds in product(range(7), repeat=len(each)):
        marks = "".join(CLASSES[kind] for kind in kinds)
        twice = 30.0 if marks.count("w") == 2 and "#" not in marks else 1.0
        every[marks] = twice * np.prod([own[kind] for own, kind in zip(each, kinds, strict=True)])
    total = sum(every.values())
    said = "".join(board.marks.values())
    assert every[said] == pytest.approx(max(every.values()))
    assert board.whole == pytest.approx(every[said] / total)
    for place, cell in enumerate(board.marks):
        same = sum(weight for marks, weight in every.items() if marks[place] == said[place])
        assert board.confidence[cell] == pytest.approx(same / total)


def test_without_a_game_each_place_is_as_sure_as_by_itself() -> None:
    board = most_likely_board({ROW[0]: shows(w=0.9, W=0.1), ROW[1]: shows(tile=0.8, none=0.2)}, any_board)
    assert "".join(board.marks.values()) == "w_"
    assert list(board.confidence.values()) == pytest.approx([0.9, 0.8], abs=1e-3)
    assert board.whole == pytest.approx(0.72, abs=1e-3)


def test_a_disc_that_is_missed_in_the_sum_is_asked_for_though_it_was_overlooked_for_sure() -> None:
    seen = {
        ROW[0]: shows(w=CONFIDENT),
        ROW[1]: shows(tile=0.98, w=0.02),
        ROW[2]: shows(tile=CONFIDENT),
        ROW[3]: shows(r=CONFIDENT),
    }
    board = most_likely_board(seen, two_white)
    assert board.marks[ROW[1]] == "_"
    assert board.whole < 0.7
    assert min(board.confidence, key=lambda cell: board.confidence[cell]) == ROW[1]


def test_a_doubt_is_settled_by_the_sum() -> None:
    seen = {ROW[0]: shows(w=CONFIDENT), ROW[1]: shows(tile=0.6, w=0.4), ROW[2]: shows(tile=CONFIDENT)}
    board = most_likely_board(seen, two_white)
    assert "".join(board.marks.values()) == "ww_"
    assert board.whole > 0.9


def test_what_is_hidden_counts_for_no_game() -> None:
    board = most_likely_board({ROW[0]: shows(w=CONFIDENT), ROW[1]: shows(w=0.3, hidden=0.7)}, two_white)
    assert board.whole == pytest.approx(0.3 * 30 / (0.3 * 30 + 0.7), abs=1e-2)


def test_many_doubts_are_not_taken_for_certainty() -> None:
    """More boards than are tried: those left out count against what is said."""
    seen = {(0, column): shows(w=0.5, W=0.5 - 1e-6) for column in range(16)}
    board = most_likely_board(seen, any_board)
    assert board.whole == pytest.approx(0.5**16, rel=0.01)
    assert max(board.confidence.values()) < 0.51
