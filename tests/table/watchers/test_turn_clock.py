"""The time of a turn: it runs while the rules let it, ends the turn, and is shown on the pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion import catalog
from companion.core.clock import ManualClock
from companion.core.game import Action
from companion.games.kaleidoscope.actions import (
    Announce,
    CapitalSeen,
    Discard,
    Doubt,
    LetterSeen,
    Pass,
    Place,
    Refuse,
    RunOut,
    TurnUp,
)
from companion.games.kaleidoscope.layout import NORTH, SOUTH
from companion.games.kaleidoscope.options import Options
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.table.watchers.turn_clock import TurnClock
from companion.web import create_app
from tests.web.conftest import browser, for_test

ROW = [CapitalSeen(column, letter) for column, letter in enumerate("SCHAWIEPM")]


@dataclass
class Timed:
    """A match whose turns are timed, and the clock that times them."""

    session: Session
    clock: ManualClock
    turns: TurnClock

    def play(self, *actions: Action) -> None:
        for action in actions:
            self.session.play(action, "table")
            self.turns.step()

    def waits(self, seconds: float, *, in_doubt: bool = False) -> int:
        """How many actions the clock plays meanwhile."""
        before = len(self.session.match.actions)
        for _ in range(round(seconds * 10)):
            self.clock.wait_s(0.1)
            self.turns.step(in_doubt)
        return len(self.session.match.actions) - before

    @property
    def left_s(self) -> float | None:
        shown = self.session.page(None).turn_time_s
        return None if shown is None else shown[0]


Make = Callable[[Options], Timed]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Matches that begin."""
    journals: list[Journal] = []

    def timed(options: Options) -> Timed:
        clock = ManualClock(50.0)
        journals.append(Journal(tmp_path / f"{len(journals)}.sqlite", clock))
        game = catalog.game("kaleidoscope")
        session = open_session(journals[-1], RecordingCues(), game, 2, options, ("Ada", "Bob"))
        return Timed(session, clock, TurnClock(session, clock))

    yield timed
    for journal in journals:
        journal.close()


@pytest.fixture
def table(make: Make) -> Timed:
    """North's first turn begins."""
    made = make(Options())
    made.turns.step()
    made.play(*ROW)
    return made


def test_no_time_runs_while_the_row_is_laid(make: Make) -> None:
    table = make(Options())
    assert table.waits(60.0) == 0
    assert table.left_s is None
    table.play(*ROW)
    assert table.left_s == pytest.approx(15.0)


def test_a_turn_that_takes_too_long_ends_as_a_pass(table: Timed) -> None:
    assert table.waits(14.8) == 0
    assert table.left_s == pytest.approx(0.2)
    assert table.waits(0.4) == 1
    assert table.session.match.actions[-1] == RunOut(NORTH)
    assert table.session.page(None).story[-1].source == "clock"
    assert table.session.match.state.actor.seat == SOUTH
    assert table.left_s == pytest.approx(15.0, abs=0.3)
    assert table.waits(15.2) == 1


def test_nobody_loses_a_turn_while_what_they_did_is_not_made_out_yet(table: Timed) -> None:
    assert table.waits(24.8, in_doubt=True) == 0
    assert table.left_s == 0.0
    for action in (TurnUp(NORTH), LetterSeen("o"), Place(NORTH, 0)):  # made out at one look
        table.session.play(action, "camera")
    assert table.waits(0.1) == 0
    assert table.session.match.state.actor.seat == SOUTH


def test_doubt_does_not_last_for_ever(table: Timed) -> None:
    assert table.waits(25.2, in_doubt=True) == 1
    assert table.session.match.actions[-1] == RunOut(NORTH)


def test_once_doubt_has_gone_an_overdue_turn_ends_at_once(table: Timed) -> None:
    table.waits(20.0, in_doubt=True)
    assert table.waits(0.1) == 1


def test_the_time_goes_on_when_a_card_is_turned_up_and_stands_still_until_it_is_read(table: Timed) -> None:
    table.waits(10.0)
    table.play(TurnUp(NORTH))
    assert table.left_s is None
    assert table.waits(30.0) == 0
    table.play(LetterSeen("o"))
    assert table.left_s == pytest.approx(5.0)
    assert table.waits(4.8) == 0
    assert table.waits(0.4) == 1
    assert table.left_s is None  # the letter is to be discarded, however long that takes
    assert table.waits(60.0) == 0
    table.play(Discard(NORTH, 0))
    assert table.left_s == pytest.approx(15.0)


def test_a_doubt_stops_the_time_of_whose_turn_it_is(table: Timed) -> None:
    table.play(TurnUp(NORTH), LetterSeen("z"), Place(NORTH, 0))
    table.waits(10.0)
    table.play(Doubt(SOUTH, 0))
    assert table.waits(60.0) == 0
    table.play(Refuse(SOUTH))
    assert table.left_s == pytest.approx(5.0)


def test_after_a_word_the_time_begins_anew(table: Timed) -> None:
    """South's letters make a word in North's turn; North had three seconds left."""
    for letter in "oupe":
        table.play(Pass(NORTH), TurnUp(SOUTH), LetterSeen(letter), Place(SOUTH, 0))
    table.waits(12.0)
    assert table.left_s == pytest.approx(3.0)
    table.play(Announce(SOUTH, 0), CapitalSeen(0, "B"))
    assert table.session.match.state.actor.seat == NORTH
    assert table.left_s == pytest.approx(15.0)


def test_what_is_taken_back_begins_its_turn_anew(table: Timed) -> None:
    table.waits(12.0)
    table.play(Pass(NORTH))
    table.waits(3.0)
    table.session.undo("seat 0")
    table.turns.step()
    assert table.left_s == pytest.approx(15.0)


def test_without_a_limit_no_time_runs(make: Make) -> None:
    table = make(Options(turn_s=0))
    table.play(*ROW)
    assert table.waits(600.0) == 0
    assert table.left_s is None


def test_a_game_without_such_turns_is_refused(session: Session) -> None:
    with pytest.raises(LookupError, match="times no turns"):
        TurnClock(session, ManualClock())


def test_the_page_shows_how_much_is_left(table: Timed) -> None:
    table.waits(5.0)
    html = browser(for_test(create_app(table.session))).get("/", query_string={"lang": "en"}).text
    shown = re.search(r'<progress id="time" max="([\d.]+)" value="([\d.]+)"', html)
    assert shown is not None
    assert [float(each) for each in shown.groups()] == [15.0, 10.0]
    table.play(TurnUp(NORTH))
    html = browser(for_test(create_app(table.session))).get("/", query_string={"lang": "en"}).text
    assert "<progress" not in html
