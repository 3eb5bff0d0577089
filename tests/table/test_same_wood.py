"""Boards of the table's own wood: where a tile came or left, little tells it from the ground."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.karo.actions import Turn
from companion.perception.boards.looks import EMPTY, NO_TILE, Look, Looks
from companion.table.following import TOO_MANY
from tests.table.board_table import CLEAR_OUT_PLACED, BoardTable, after

LIKELIER_A_TILE = 10.0
"""How much more bare ground looks like a tile (minus twice a logarithm)."""


@pytest.fixture
def placed(tmp_path: Path) -> BoardTable:
    """Clear Out after its placing, dark wood on dark wood."""
    table = BoardTable(tmp_path, "clear-out", chosen=2, tilt=12.0, bare=True)
    table.tell(*CLEAR_OUT_PLACED)
    table.look()
    return table


def test_a_tile_that_left_with_its_disc_is_thought_of_though_the_ground_looks_like_a_tile(
    placed: BoardTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """5.12, 5.13: that the disc moved is sure; whether its tile did, only the place where it came can tell."""
    state = placed.session.match.state
    turn = next(each for each in state.legal_actions() if isinstance(each, Turn) and each.tile is not None)
    real = Looks.look

    def look(self: Looks, mark: str) -> Look:
        tile = real(self, EMPTY)
        return replace(tile, log_det=tile.log_det + LIKELIER_A_TILE) if mark == NO_TILE else real(self, mark)

    monkeypatch.setattr(Looks, "look", look)
    board = after(placed, turn)
    placed.lay(board)
    sight = placed.tracker.look(placed.picture())
    assert turn.tile is not None
    assert sight.best(len(board))[turn.tile] == EMPTY
    assert sight.likelihood(board) > TOO_MANY
