"""Log lines: quiet by default, fit for systemd's journal, and never a word that one player alone may see."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from random import Random

import pytest

from companion.cli import run
from companion.cli.logs import JournalFormatter, log_to_stderr
from companion.core.clock import ManualClock
from companion.core.game import pick_chance
from companion.games.kaplan import GAME
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session, resume_session
from companion.web import create_app
from tests.web.conftest import browser, for_test

LINE = re.compile(
    r"match \d+( of kaplan)?"
    r"(: (play|note|back) by (seat \d|table), \d+ actions| begins: 3 seats| taken up: \d+ entries)"
    r"|(GET|POST) [A-Za-z._]+: (\d+|refused as [a-z.-]+)"
)
NOTE = "mon secret : le mot est peut-être lanterne"


def test_nothing_is_logged_unless_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kaleidoscope", "word", "--letters", "maison"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("level", ["info", "debug"])
def test_a_level_is_chosen(level: str) -> None:
    assert run(["--log-level", level, "kaleidoscope", "word", "--letters", "maison"]) == 0
    assert logging.getLogger().level == getattr(logging, level.upper())
    log_to_stderr("warning")


def test_a_wrong_level_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--log-level", "loud", "demo"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_lines_for_the_journal_bear_their_priority() -> None:
    record = logging.LogRecord("companion.table", logging.WARNING, "", 0, "one\ntwo", None, None)
    assert JournalFormatter("%(name)s: %(message)s").format(record) == "<4>companion.table: one\n<4>two"


def test_no_line_tells_a_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A whole match of Kaplan with notes, undos, refusals and pages, at the lowest level."""
    caplog.set_level(logging.DEBUG, "companion")
    journal, random = Journal(tmp_path / "journal.sqlite", ManualClock()), Random(5)
    session = open_session(journal, RecordingCues(), GAME, 3, GAME.options(sorting="hands"), ("Ada", "Bob", "Cy"))
    app = for_test(create_app(session))
    phone = browser(app, 0)
    for number in range(60):
        state = session.match.state
        outcomes = state.chance_outcomes()
        seat = state.actor.seat
        if outcomes:
            session.play(pick_chance(outcomes, random), "table")
        elif seat is not None:
            session.play(GAME.choose(state, seat, random), f"seat {seat}")  # type: ignore[arg-type]
        if number % 10 == 5:
            session.write_note(0, NOTE)
            session.undo("table")
            phone.post("/seat/0/play", data={"action": json.dumps({"do": "Announce", "seat": 1, "word": "lanterne"})})
            phone.get("/seat/0")
            phone.get("/nowhere")
    assert resume_session(journal, RecordingCues(), GAME) is not None
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("companion")]
    assert len(ours) > 60
    assert [line for line in ours if not LINE.fullmatch(line)] == []
    assert "lanterne" not in caplog.text
    journal.close()
