"""A board that is pushed, lit otherwise, covered or carried away: none of that is a turn, and turns are still seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.games.karo.actions import Turn
from companion.perception.boards.features import OFFSETS, PlaceFeatures
from companion.simulator.lamp import Lamp, Shade
from companion.table.watchers.board.watcher import PATIENCE_S
from tests.table.watchers.board_table import PLACED, BoardTable, after


def test_a_pushed_board_is_followed_while_a_turn_is_made(middle: BoardTable) -> None:
    middle.push_mm = (13.0, -9.0)
    assert len(middle.look()) == len(PLACED)
    step = Turn(0, (0, 0), ((1, 0),))
    middle.push_mm = (6.0, 2.0)
    assert middle.look(after(middle, step))[-1] == step


@pytest.mark.parametrize("far", [(0.2, 0.0), (0.15, 0.15)])
def test_a_disc_is_known_though_its_middle_was_taken_to_be_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, far: tuple[float, float]
) -> None:
    table = BoardTable(tmp_path, tilt=12.0)
    table.tell(*PLACED)
    table.play_until(19)
    table.look()
    step = Turn(1, (1, 2), ((1, 3),))
    assert table.places[1, 2] == "R"
    off = int(np.argmin(np.hypot(*(OFFSETS - far).T)))
    monkeypatch.setattr(PlaceFeatures, "best_offsets", lambda self, near: np.full(len(self.still), off))
    assert table.look(after(table, step))[-1] == step


def test_a_tile_pushed_by_itself_is_no_turn(middle: BoardTable) -> None:
    for step in range(1, 3):
        middle.askew_mm = {(3, 3): (0.0, 1.5 * step), (0, 0): (-1.4 * step, 0.0), (2, 0): (-1.2 * step, 1.0)}
        assert len(middle.look()) == len(PLACED)
        assert middle.notice == ""


LAMPS = (
    Lamp(0.65, 0.6, (-0.7, 0.2)),
    Lamp(1.2, -0.5, (0.1, -0.8), (0.2, -0.15)),
    Lamp(0.9, 0.0, (0.4, 0.5), (0.0, 0.0), Shade(20.0, 0.0, 0.3, 0.4)),
)


@pytest.mark.parametrize("lamp", LAMPS)
def test_another_lamp_is_no_turn_and_hides_none(middle: BoardTable, lamp: Lamp) -> None:
    middle.switch(lamp)
    assert len(middle.look()) == len(PLACED)
    assert middle.notice == ""
    step = Turn(0, (0, 0), ((1, 0),))
    assert middle.look(after(middle, step))[-1] == step


def test_a_hand_over_the_board_is_waited_for(middle: BoardTable) -> None:
    step = after(middle, Turn(0, (0, 0), ((1, 0),)))
    middle.lay(step)
    middle.world.put_hand("somebody", "south", (0.0, -20.0))
    middle.world.advance(2.0)
    assert len(middle.look_again()) == len(PLACED)
    assert middle.session.questions == ()
    middle.world.remove_hand("somebody")
    middle.world.advance(2.0)
    assert middle.look_again()[-1] == Turn(0, (0, 0), ((1, 0),))


def test_a_board_that_was_carried_elsewhere_is_found_when_it_is_looked_for(tmp_path: Path) -> None:
    table = BoardTable(tmp_path, tilt=12.0, bare=True)
    table.tell(*PLACED)
    table.look()
    table.push_mm = (70.0, -30.0)
    table.look()
    table.look_again(anew=True)
    assert not table.following.is_late(table.clock.now_s() + PATIENCE_S)
    step = Turn(0, (0, 0), ((1, 0),))
    assert table.look(after(table, step))[-1] == step
