"""Which boards are met on a table: the positions of the three games, and not what lies there between two of them."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.karo.board import read_board
from companion.games.karo.expected import FITS, MAY_FIT, likely
from companion.games.karo.options import Options, Rules
from companion.games.karo.state import start

CAMPS = "wWw/WwW/___/___/___/___/rRr/RrR"
FULL = "wWr_W/rRw__/_wrW_/_rR__"


@given(st.sampled_from(get_args(Rules)), st.randoms(use_true_random=False), st.integers(1, 40))
def test_every_position_is_expected_while_its_game_is_on(rules: Rules, chance: Random, turns: int) -> None:
    state = start(Options(rules=rules))
    for _ in range(turns):
        actions = state.legal_actions()
        if not actions or state.scores is not None:
            break
        state = state.apply(chance.choice(actions))
    laid_out = rules != "movers-hoppers" or not any(state.hand)
    if laid_out and state.scores is None:
        assert likely(state.cells) >= MAY_FIT


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (CAMPS, FITS),
        (FULL, FITS),
        (FULL.replace("R", "_", 1), 1.0),  # a disc too few
        (FULL.replace("_", "r", 1), 1.0),  # one too many
        (FULL + "/_....", 1.0),  # 21 tiles
        (CAMPS.replace("R", "_", 1), MAY_FIT),  # no longer Movers & Hoppers, but it may be Clear Out
        ("_____/_____/__w__/_____", MAY_FIT),  # discs are being placed
        ("_____/_____/_ww__/_____", 1.0),  # the players take turns
        ("_____/_____/__W__/_____", 1.0),  # placed plain face up
        ("____./_____/_____/_____/....._", 1.0),  # not in one piece
    ],
)
def test_a_board_is_told_from_one_in_the_midst_of_a_turn(board: str, expected: float) -> None:
    assert likely(read_board(board)) == expected
