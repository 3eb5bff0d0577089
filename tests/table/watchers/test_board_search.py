"""Taking a board up, in the beginning and anew: as the match has it or one legal turn further, else it is not it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.core.capabilities.board import Cell
from companion.core.game import Action
from companion.games.karo.actions import PlaceDisc, Turn
from companion.games.karo.board import write_board
from companion.perception.boards.appearances import MARKS
from companion.perception.boards.grid import BoardGrid
from companion.perception.boards.place import BoardPlace
from companion.perception.boards.reader import BoardReader, BoardReading
from companion.perception.boards.sight import BoardSight
from companion.perception.boards.tracker import BoardTracker
from companion.simulator.board_set import SETS
from companion.table.watchers.board.watcher import PATIENCE_S, SOON_S
from tests.table.watchers.board_table import PLACED, BoardTable, after, settled

STEP, ANSWER = Turn(0, (0, 0), ((1, 0),)), Turn(1, (1, 3), ((1, 2),))


@pytest.fixture
def middle(tmp_path: Path) -> BoardTable:
    """In the middle of a match that the camera has seen nothing of."""
    table = BoardTable(tmp_path, chosen=1, tilt=12.0)
    table.tell(*PLACED)
    return table


def test_a_turn_that_was_made_before_the_board_was_found_is_recorded(middle: BoardTable) -> None:
    assert middle.look(after(middle, STEP))[-1] == STEP
    assert middle.session.page(None).story[-1].source == "camera"
    assert middle.look(after(middle, ANSWER))[-1] == ANSWER


def test_of_a_disc_that_this_table_never_showed_it_is_asked(tmp_path: Path) -> None:
    """3.2, 3.3: asked once, the turn is not lost."""
    table = BoardTable(tmp_path, chosen=3)
    assert settled(table, "_____/__w__/_____/_____") == (PlaceDisc(0, (1, 2)),)
    assert settled(table, "_____/__w__/_____/r____")[-1] == PlaceDisc(1, (3, 0))


@pytest.mark.parametrize("wrong", ["_____/__w__/___r_/_____", "_____/__W__/__w__/_____"])
def test_a_board_that_no_turn_leads_to_is_looked_for_again_and_then_told(tmp_path: Path, wrong: str) -> None:
    table = BoardTable(tmp_path)
    assert table.look(wrong) == ()
    assert table.following.is_late(table.clock.now_s() + SOON_S)
    assert table.notice == ""
    assert table.look_again(anew=True) == ()
    assert not table.following.is_late(table.clock.now_s() + SOON_S)
    assert table.following.is_late(table.clock.now_s() + PATIENCE_S)
    assert "do not find the board" in table.notice
    assert table.look() == ()
    assert table.notice == ""


def test_two_turns_are_not_made_up(middle: BoardTable) -> None:
    assert len(middle.look(after(middle, STEP, ANSWER))) == len(PLACED)
    assert middle.session.questions == ()


@pytest.mark.parametrize("chosen", range(len(SETS)))
def test_a_board_with_a_whole_camp_is_not_taken_up_as_empty(tmp_path: Path, chosen: int) -> None:
    """4.2: six discs that the match knows nothing of, of any box."""
    table = BoardTable(tmp_path, "movers-hoppers", chosen=chosen, tilt=12.0)
    rows = write_board(table.places)[0].split("/")
    table.look("/".join([*rows[:6], "wwW/WwW"]))
    assert table.following._tracker is None
    table.look()
    assert table.tracker.marks == table.places


def test_a_board_whose_tiles_the_reader_denies_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever squares lie side by side a board may be; whether it is, its looks tell."""
    blind = BoardReading(None, None, (), False, 0.0, None, {})
    monkeypatch.setattr(BoardReader, "read", lambda self, picture: blind)
    table = BoardTable(tmp_path, tilt=12.0, bare=True)
    table.tell(*PLACED)
    table.look()
    assert table.look(after(table, STEP))[-1] == STEP


def test_the_clearest_place_counts_and_not_the_first_that_might_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read one column off, the board would seem to be without a disc."""
    real = BoardReader.read

    def read(self: BoardReader, picture: Pixels) -> BoardReading:
        reading = real(self, picture)
        assert reading.grid is not None
        off = np.array(reading.grid.to_picture) @ np.array([[1, 0, 1], [0, 1, 0], [0, 0, 1]])
        a, b, c = (tuple(row) for row in off.tolist())
        return replace(reading, grid=BoardGrid((a, b, c), {}))

    monkeypatch.setattr(BoardReader, "read", read)
    table = BoardTable(tmp_path, bare=True)
    assert settled(table, "_____/_____/w____/_____") == (PlaceDisc(0, (2, 0)),)


def _lose(table: BoardTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, what follows the board makes nothing out."""
    real = BoardTracker.read
    lost = table.tracker

    def read(self: BoardTracker, picture: Pixels, at: BoardPlace | None = None) -> BoardSight:
        sight = real(self, picture, at)
        if self is not lost:
            return sight
        nothing: dict[Cell, Any] = {cell: dict.fromkeys(MARKS, 0.0) for cell in sight.scores}
        return BoardSight(nothing, frozenset(nothing), frozenset(nothing), sight.place, False)

    monkeypatch.setattr(BoardTracker, "read", read)


@pytest.mark.parametrize("turns", [(), (STEP,)])
def test_a_board_that_was_lost_is_taken_up_anew_and_the_turn_recorded(
    middle: BoardTable, monkeypatch: pytest.MonkeyPatch, turns: tuple[Action, ...]
) -> None:
    middle.look()
    _lose(middle, monkeypatch)
    middle.push_mm = (4.0, -3.0)
    assert len(middle.look(after(middle, *turns))) == len(PLACED)
    assert middle.following.is_late(middle.clock.now_s() + PATIENCE_S)
    assert middle.look_again(anew=True)[len(PLACED) :] == turns
    assert not middle.following.is_late(middle.clock.now_s() + PATIENCE_S)
    assert middle.session.questions == ()
    assert middle.notice == ""
    onward = ANSWER if turns else STEP
    assert middle.look(after(middle, onward))[-1] == onward


def test_a_board_that_was_lost_stays_so_when_no_turn_leads_to_it(
    middle: BoardTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    middle.look()
    _lose(middle, monkeypatch)
    middle.look(after(middle, STEP, ANSWER))
    assert middle.following.is_late(middle.clock.now_s() + PATIENCE_S)
    assert len(middle.look_again(anew=True)) == len(PLACED)
    assert middle.session.questions == ()
    assert middle.following.is_late(middle.clock.now_s() + PATIENCE_S)
    assert "hides a part" in middle.notice


def test_the_only_disc_of_its_kind_does_not_vouch_for_its_own_look(tmp_path: Path) -> None:
    """It was told on a phone and is not on the table yet: an empty tile is no disc, though no other is known."""
    table = BoardTable(tmp_path)
    before = table.places
    table.tell(PlaceDisc(0, (1, 2)))
    assert len(table.look(before)) == 1
    assert table.following._tracker is None
    assert table.session.questions == ()
    table.look()
    assert table.tracker.marks == table.places
