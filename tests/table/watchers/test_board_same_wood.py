"""Boards of the table's own wood: where a tile came or left, little tells it from the ground."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.karo.actions import Turn
from companion.perception.boards.appearances import EMPTY, NO_TILE, Appearance, Appearances
from companion.table.watchers.board.watcher import PATIENCE_S, TOO_MANY
from tests.table.watchers.board_table import CLEAR_OUT_PLACED, PLACED, BoardTable, after, first_jump, settled

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
    real = Appearances.of

    def of(self: Appearances, mark: str) -> Appearance:
        tile = real(self, EMPTY)
        return replace(tile, log_det=tile.log_det + LIKELIER_A_TILE) if mark == NO_TILE else real(self, mark)

    monkeypatch.setattr(Appearances, "of", of)
    board = after(placed, turn)
    placed.lay(board)
    sight = placed.tracker.read(placed.picture())
    assert turn.tile is not None
    assert sight.best(len(board))[turn.tile] == EMPTY
    assert sight.log_likelihood(board) > TOO_MANY


def test_a_tile_that_leaves_a_table_of_its_own_colour_is_not_taken_for_nothing(tmp_path: Path) -> None:
    """3.10, 3.11: of the tile that left nothing but its edges can be seen."""
    table = BoardTable(tmp_path, chosen=2, tilt=12.0, bare=True)
    table.tell(*PLACED)
    table.look()
    legal = table.session.match.state.legal_actions()
    turn = next(a for a in legal if isinstance(a, Turn) and a.tile is not None)
    for stage in table.board.stages(table.session.match.state, turn):
        settled(table, stage)
    assert table.session.match.actions[len(PLACED) :] == (turn,)


def test_a_tile_that_comes_where_the_table_is_of_its_own_colour_is_seen(tmp_path: Path) -> None:
    """3.10: the tile that left shows that one must have come."""
    table = BoardTable(tmp_path, chosen=2, tilt=12.0, bare=True)
    table.tell(*PLACED)
    table.look()
    board = {**{cell: mark for cell, mark in table.places.items() if cell != (0, 4)}, (4, 1): "_"}
    table.lay(board)
    assert table.tracker.read(table.picture()).best(len(board)) == board


def test_what_people_told_is_believed_where_it_can_hardly_be_seen(tmp_path: Path) -> None:
    """The board is as they say, and not as it lay: nothing is asked, and it is learnt from."""
    table = BoardTable(tmp_path, chosen=2, tilt=12.0, bare=True)
    table.tell(*PLACED)
    table.look()
    table.tell(Turn(0, (3, 0), ((4, 1),), (0, 4), (4, 1)))
    table.look()
    assert not table.following.is_late(table.clock.now_s() + PATIENCE_S)
    assert table.session.questions == ()
    step = Turn(1, (1, 3), ((2, 3),))
    assert table.look(after(table, step))[-1] == step


def test_a_board_of_the_tables_own_colour_is_found_though_a_turn_was_made_when_it_was_pushed(tmp_path: Path) -> None:
    table = BoardTable(tmp_path, chosen=2, tilt=12.0, bare=True)
    table.tell(*PLACED)
    table.look()
    jump = first_jump(table)
    table.push_mm = (7.0, 0.0)
    assert settled(table, after(table, jump))[-1] == jump
    assert table.notice == ""
