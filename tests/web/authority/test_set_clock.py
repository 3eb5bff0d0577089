"""Setting the machine's clock throws nobody out and falsifies no time."""

from __future__ import annotations

import json
import time
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from companion.core.clock import SystemClock
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session, resume_session
from companion.table.session import Session
from companion.web import Phones, create_app
from tests.core.toy import TOY, Keep, Options, Throw
from tests.web.conftest import NAMES, browser, for_test, table_screen


@pytest.mark.parametrize("jump_s", [-3600.0, 40 * 24 * 3600.0, -50 * 365 * 24 * 3600.0])
def test_no_phone_is_thrown_out_when_the_clock_is_set(
    app: Flask, session: Session, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    phones = [browser(app, 0), browser(app, 1), table_screen(app)]
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump_s)
    for path, phone in zip(("/seat/0", "/seat/1", "/"), phones, strict=True):
        assert phone.get(path).status_code == 200
    assert "Vous êtes l’hôte" in unescape(phones[0].get("/host").text)
    assert phones[2].post("/undo", data={"length": "1"}).status_code == 303


def test_the_cookie_says_how_long_it_is_kept_and_not_until_when(app: Flask) -> None:
    cookie = browser(app).post("/join/0").headers["Set-Cookie"]
    assert "Max-Age=31536000" in cookie
    assert "Expires" not in cookie


def test_times_on_pages_run_on_when_the_clock_is_set_and_are_not_made_up_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walls, steady = [1_800_000_000.0], [100.0]
    monkeypatch.setattr(time, "time", lambda: walls[0])
    monkeypatch.setattr(time, "monotonic", lambda: steady[0])
    journal = Journal(tmp_path / "journal.sqlite", SystemClock())
    session = open_session(journal, RecordingCues(), TOY, 2, Options(), NAMES)
    session.play(Throw((1,)), "camera")
    for jump_s in (-3600.0, 40 * 24 * 3600.0):
        walls[0] += jump_s
        steady[0] += 120.0
        session.announce()
        page = browser(for_test(create_app(session))).get("/story").text
        assert f"il y a {round((steady[0] - 100.0) / 60)} min" in page
    journal.close()
    walls[0] -= 39 * 24 * 3600.0
    again = resume_session(Journal(tmp_path / "journal.sqlite", SystemClock()), RecordingCues(), TOY)
    assert again is not None
    again.play(Keep(0), "seat 0")
    page = unescape(browser(for_test(create_app(again))).get("/story").text)
    assert "avant le redémarrage" in page
    assert "à l’instant" in page


def test_the_first_version_of_the_file_lets_everyone_sit_down_again(tmp_path: Path) -> None:
    path = tmp_path / "phones.json"
    path.write_text(json.dumps({"key": "k", "seats": {"0": "token"}}))
    assert Phones(path).taken == frozenset()
