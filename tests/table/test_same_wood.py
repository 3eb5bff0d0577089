"""Boards of the table's own wood: where a tile came or left, little tells it from the ground."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.shows_board import changed
from companion.games.karo.actions import PlaceDisc, Turn
from companion.perception.boards.looks import EMPTY, NO_TILE, Look, Looks
from companion.table.following import TOO_MANY
from tests.table.board_table import BoardTable

LIKELIER_A_TILE = 3.0
"""How much more bare ground looks like a tile (minus twice a logarithm)."""
WHITES = [(0, 0), (3, 0), (3, 1), (3, 2), (2, 0), (2, 1), (1, 5), (2, 5)]
REDS = [(0, 1), (0, 3), (3, 5), (3, 4), (1, 2), (2, 3), (3, 3), (2, 4)]


@pytest.fixture
def placed(tmp_path: Path) -> BoardTable:
    """Clear Out after its placing, dark wood on dark wood."""
    table = BoardTable(tmp_path, "clear-out", chosen=2, tilt=12.0, bare=True)
    for white, red in zip(WHITES, REDS, strict=True):
        table.tell(PlaceDisc(0, red), PlaceDisc(1, white))
    table.look()
    return table


def test_a_tile_that_left_with_its_disc_is_thought_of_though_the_ground_looks_like_a_tile(
    placed: BoardTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """5.12, 5.13: that the disc moved is sure; whether its tile did, only the place where it came can tell."""
    turn = next(
        outcome
        for outcome in placed.board.outcomes(placed.session.match.state)
        if isinstance(outcome.action, Turn) and outcome.action.tile is not None
    )
    real = Looks.look

    def look(self: Looks, mark: str) -> Look:
        tile = real(self, EMPTY)
        return replace(tile, log_det=tile.log_det + LIKELIER_A_TILE) if mark == NO_TILE else real(self, mark)

    monkeypatch.setattr(Looks, "look", look)
    board = changed(placed.places, turn.changes)
    placed.lay(board)
    sight = placed.following._tracker.look(placed.picture())
    assert sight.best(len(board))[turn.action.tile] == EMPTY  # type: ignore[union-attr]
    assert sight.likelihood(board) > TOO_MANY
