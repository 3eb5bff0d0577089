"""What people take back or put right on a phone is not played again by the camera, as long as it lies on the board."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.karo.actions import PlaceDisc, Turn
from companion.table.watchers.board.texts import LAGS_BEHIND, TAKEN_BACK
from companion.table.watchers.board.watcher import PATIENCE_S, BoardWatcher
from tests.table.watchers.board_table import PLACED, BoardTable, after

STEP, OTHER_STEP = Turn(0, (0, 0), ((1, 0),)), Turn(0, (0, 0), ((0, 1),))


def remark(table: BoardTable) -> str:
    """What is said when the table lies like this for long."""
    assert table.following.is_late(table.clock.now_s() + PATIENCE_S)
    return table.notice


def test_a_turn_taken_back_is_not_played_again_where_it_still_lies(middle: BoardTable) -> None:
    made = after(middle, STEP)
    assert middle.look(made)[-1] == STEP
    middle.session.undo("seat 0")
    for anew in (False, True, False):
        middle.lay(made)
        assert middle.look_again(anew=anew) == PLACED
    assert remark(middle) == TAKEN_BACK.en
    middle.look()
    assert middle.notice == ""
    assert middle.look(after(middle, OTHER_STEP))[-1] == OTHER_STEP


def test_the_same_turn_counts_once_the_table_was_as_the_match_has_it(middle: BoardTable) -> None:
    made = after(middle, STEP)
    middle.look(made)
    middle.session.undo("seat 0")
    assert middle.look() == PLACED
    assert middle.look(made)[-1] == STEP


def test_a_disc_taken_back_is_lifted_and_another_is_placed(tmp_path: Path) -> None:
    """3.2: while discs are placed, too."""
    table = BoardTable(tmp_path)
    table.tell(*PLACED[:6])
    table.look()
    table.look(after(table, PLACED[6]))
    assert table.session.match.actions == PLACED[:7]
    table.session.undo("seat 1")
    assert table.look_again() == PLACED[:6]
    assert remark(table) == TAKEN_BACK.en
    assert table.look() == PLACED[:6]
    other = PlaceDisc(0, (2, 1))
    assert table.look(after(table, other))[-1] == other


def test_of_two_turns_taken_back_the_first_is_not_played_when_the_second_is_lifted(tmp_path: Path) -> None:
    table = BoardTable(tmp_path)
    table.tell(*PLACED[:6])
    table.look()
    first, both = after(table, PLACED[6]), after(table, *PLACED[6:8])
    table.look(first)
    assert table.look(both) == PLACED[:8]
    table.session.undo("seat 0")
    table.session.undo("seat 0")
    assert table.look(both) == PLACED[:6]
    assert table.look(first) == PLACED[:6]
    assert remark(table) == TAKEN_BACK.en
    table.look()
    assert table.notice == ""


def test_a_turn_put_right_on_a_phone_is_waited_for(middle: BoardTable) -> None:
    made = after(middle, STEP)
    middle.look(made)
    middle.session.correct(len(PLACED), OTHER_STEP, "seat 0")
    assert middle.look(made) == (*PLACED, OTHER_STEP)
    assert remark(middle) == TAKEN_BACK.en
    assert middle.look() == (*PLACED, OTHER_STEP)
    assert middle.notice == ""


def test_a_turn_told_after_another_was_taken_back_is_waited_for(middle: BoardTable) -> None:
    made = after(middle, STEP)
    middle.look(made)
    middle.session.undo("seat 0")
    middle.tell(OTHER_STEP)
    assert middle.look(made) == (*PLACED, OTHER_STEP)
    assert remark(middle) == LAGS_BEHIND.en


@pytest.mark.parametrize("choice", [0, 1])
def test_a_program_started_anew_asks_about_what_was_taken_back(middle: BoardTable, choice: int) -> None:
    made = after(middle, STEP)
    middle.look(made)
    middle.session.undo("seat 0")
    middle.following = BoardWatcher(middle.session, None)
    assert middle.look(made) == PLACED
    (question,) = middle.session.questions
    middle.session.answer(question.id, choice, "seat 0")
    assert middle.session.match.actions == ((*PLACED, STEP) if choice == 0 else PLACED)
