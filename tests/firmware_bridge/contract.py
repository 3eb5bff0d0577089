"""What every table box must do, whatever stands behind its port."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_bridge.link import Outcome
from tests.firmware_bridge.table_boxes import SEATS, Stand

BUSY_S = 1.0
"""How far a press's time may be off on a machine that is busy with other things; the clock's own tests say how exact it
is otherwise."""


def check_table_box(stand: Stand) -> None:
    """Hold a box of four seats that is plugged in to the contract, with its cable pulled and put back on the way."""
    box = stand.box
    assert (box.seats, box.why) == (None, "")
    stand.until(lambda: box.seats is not None)
    assert (box.seats, box.why, stand.changes) == (SEATS, "", [SEATS])
    _check_commands(stand)
    _check_presses(stand)
    _check_unplugged(stand)
    _check_commands(stand)
    _check_presses(stand)


def _check_commands(stand: Stand) -> None:
    outcomes = [
        stand.box.send("light", 2, 255, 128, 0),
        stand.box.send("tone", 1, 440, 30),
        stand.box.send("light", SEATS, 1, 1, 1),
        stand.box.send("light", 2, 0, 0, 0),
    ]
    stand.until(lambda: outcomes[-1].done() and stand.shown()[-1] == "tone 1 0")
    assert [each.result(0) for each in outcomes] == [Outcome.DONE, Outcome.DONE, Outcome.REFUSED, Outcome.DONE]
    shown = [each for each in stand.shown() if each in ("light 2 255 128 0", "tone 1 440") or each == "light 2 0 0 0"]
    assert shown[-3:] == ["light 2 255 128 0", "tone 1 440", "light 2 0 0 0"]
    with pytest.raises(ValueError, match="no such message"):
        stand.box.send("light", 0, 256, 0, 0)


def _check_presses(stand: Stand) -> None:
    seats, before = [3, 0, 2, 1], len(stand.presses)
    start_s = stand.now_s()
    for seat in seats:
        stand.press(seat)
    stand.until(lambda: len(stand.presses) == before + len(seats))
    told = stand.presses[before:]
    assert [press.seat for press in told] == seats
    assert all(earlier.at_s <= later.at_s for earlier, later in pairwise(told))
    assert all(start_s - BUSY_S <= press.at_s <= stand.now_s() + BUSY_S for press in told)
    assert {press.missed for press in told} == {0}


def _check_unplugged(stand: Stand) -> None:
    lost = stand.box.send("light", 0, 9, 9, 9)
    stand.unplug()
    stand.until(lambda: stand.box.seats is None)
    assert stand.box.why
    assert lost.result(0) is Outcome.LOST
    assert stand.box.send("light", 0, 9, 9, 9).result(0) is Outcome.LOST
    stand.plug_in()
    stand.until(lambda: stand.box.seats is not None)
    assert (stand.box.why, stand.changes[-2:]) == ("", [None, SEATS])
    assert "light 0 9 9 9" not in stand.shown()
