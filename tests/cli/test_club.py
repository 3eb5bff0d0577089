"""`companion club`, and tables that tell a broker: what is missing is said in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import run
from companion.club.local_link import THE_BROKER, LocalLink
from companion.club.tables import Tables


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["club"], "--broker"),
        (["club", "--broker", "http://cafe"], "mqtt://"),
        (["club", "--broker", "mqtt://"], "mqtt://"),
        (["demo", "--broker", "mqtt://cafe", "--table", "…", "--headless"], "letters"),
        (["serve", "kaplan", "--players", "Ada,Bob", "--broker", "mqtt://cafe"], "--table"),
        (["serve", "kaplan", "--players", "Ada,Bob", "--broker", "cafe", "--table", "4"], "mqtt://"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(
    call: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("COMPANION_LANG", "en")
    assert run(call) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.strip().splitlines()) == 1
    assert said in err


@pytest.mark.whole
def test_a_demo_tells_a_broker_of_its_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    camera = "rendered://?width=1640&height=1232&fps=5&seed=3"
    call = ["demo", "leprechauns", "--headless", "--seed", "3", "--seats", "2", "--camera", camera]
    assert run([*call, "--broker", "sim://broker", "--table", "Window"]) == 0
    tables = Tables(LocalLink(THE_BROKER))
    tables.open()
    (table,) = [each for each in tables.all if each.id == "window"]
    assert not table.online
    assert table.shown is not None
    assert table.shown.over
    assert table.shown.scores is not None
    tables.forget("window")
