"""Nothing is written before everything is open; a folder has one table; SIGTERM closes as Ctrl-C does."""

from __future__ import annotations

import json
import os
import pty
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion import wiring
from companion.cli import run
from companion.cli.demo import DEMO_FOLDER, sweep_demo_folders
from companion.cli.stopping import sigterm_is_ctrl_c
from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.evening import Evening, evening
from companion.table.folder import LOCK, hold
from companion.table.journal import Journal
from companion.table.matches import MatchSummary, list_matches
from tests.cli.serving import ROOT, address_of, companion, one_picture, settings_for
from tests.table.test_folder import other_owner
from tests.web.evenings import match_of

pytestmark = pytest.mark.whole

NAMES = ("Ada", "Basile")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")


@pytest.fixture
def taken_port() -> Iterator[int]:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        yield other.getsockname()[1]


def matches_in(folder: Path) -> tuple[MatchSummary, ...]:
    if not (folder / wiring.JOURNAL).exists():
        return ()
    with closing(Journal(folder / wiring.JOURNAL, ManualClock(), read=True)) as journal:
        return list_matches(journal)


def play_one(folder: Path, game: str = "karo", names: tuple[str, ...] = NAMES) -> Evening:
    """A match of one action, closed."""
    table = wiring.open_table(game, one_picture(folder / "frames"), folder / "data", ManualClock(), names=names)
    session = match_of(table).session
    state = session.match.state
    session.play(state.legal_actions()[0] if state.actor.seat is not None else state.chance_outcomes()[0][0], "table")
    table.close()
    return table


@pytest.mark.parametrize("resume", [(), ("--resume",)], ids=["new", "resumed"])
@pytest.mark.parametrize(
    "wrong",
    [
        ("--camera", "replay:///nowhere/at/all"),
        ("--port", "{taken}"),
        ("--partner", "Eve=strong"),
        ("--partner", "Ada=god"),
        ("--hardware", "gpiozero://nowhere"),
        ("--option", "rules=chess"),
    ],
    ids=["camera", "port", "partner's name", "partner's strength", "hardware", "option"],
)
def test_a_start_that_fails_leaves_no_match_and_the_played_one_within_reach(
    tmp_path: Path, taken_port: int, wrong: tuple[str, str], resume: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    play_one(tmp_path)
    settings = settings_for(tmp_path)
    call = ["serve", "karo", "--players", "Ada,Basile", "--settings", str(settings), *resume]
    assert run([*call, wrong[0], wrong[1].format(taken=taken_port)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert [each.number for each in matches_in(tmp_path / "data")] == [1]
    hold(tmp_path / "data").close()  # nothing is left open
    again = wiring.open_table(None, one_picture(tmp_path / "frames"), tmp_path / "data", ManualClock(), resume=True)
    assert len(match_of(again).session.match.actions) == 1
    again.close()


def test_a_phones_file_that_cannot_be_read_leaves_no_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(*_: object) -> None:
        raise Unreadable("web.phones-unreadable", wiring.NO_SUCH_CAMERA)

    monkeypatch.setattr(evening, "Phones", unreadable)
    with pytest.raises(Unreadable):
        play_one(tmp_path)
    assert matches_in(tmp_path / "data") == ()


def test_resume_needs_neither_game_nor_names_and_passes_over_what_was_never_played(tmp_path: Path) -> None:
    camera, data = one_picture(tmp_path / "frames"), tmp_path / "data"
    play_one(tmp_path, "karo")
    play_one(tmp_path, "kaplan", ("Cy", "Dan", "Eve"))
    wiring.open_table("karo", camera, data, ManualClock(), names=("Guy", "Hal")).close()
    found = []
    for key, resume in ((None, True), ("karo", True), (None, 1), (None, 3)):
        table = wiring.open_table(key, camera, data, ManualClock(), resume=resume)
        session = match_of(table).session
        found.append((session.number, session.game.key, session.names))
        table.close()
    assert found == [
        (2, "kaplan", ("Cy", "Dan", "Eve")),
        (1, "karo", NAMES),
        (1, "karo", NAMES),
        (3, "karo", ("Guy", "Hal")),
    ]
    for key, resume in ((None, 4), ("kaplan", 1), ("plic-plac", True)):
        with pytest.raises(Unreadable):
            wiring.open_table(key, camera, data, ManualClock(), resume=resume)
    assert len(matches_in(data)) == 3


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["serve", "--players", "Ada,Basile"], "GAME --players"),
        (["serve", "karo", "--partner", "Robot=strong"], "--players"),
        (["serve", "--option", "rules=clear-out"], "Which game?"),
        (["serve", "--resume"], "No match of this folder has been played yet"),
        (["serve", "--resume", "7"], "There is no match 7"),
        (["serve", "--resume=x"], "no number of a match"),
        (["serve", "--resume", "chess"], "chess"),
    ],
)
def test_what_cannot_be_taken_up_is_said(
    tmp_path: Path, call: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*call, "--settings", str(settings_for(tmp_path))]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1


def test_matches_are_listed_in_words_and_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["matches", "--data", str(tmp_path / "data")]
    assert run(call) == 0
    assert capsys.readouterr().out == f"No match in {tmp_path / 'data'}.\n"
    play_one(tmp_path)
    wiring.open_table(
        "kaplan", one_picture(tmp_path / "frames"), tmp_path / "data", ManualClock(), names=("Cy", "Dan")
    ).close()
    assert run(call) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert all(each in first for each in ("1", "KARO", "1 actions, not over", "Ada, Basile"))
    assert all(each in second for each in ("2", "Le Mot de Kaplan", "nothing played", "Cy, Dan"))
    assert run([*call, "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    kept = ("number", "game", "names", "actions", "over", "played")
    assert [tuple(each[key] for key in kept) for each in plain] == [
        (1, "karo", ["Ada", "Basile"], 1, False, True),
        (2, "kaplan", ["Cy", "Dan"], 0, False, False),
    ]


def test_a_second_table_on_the_folder_says_who_holds_it_and_changes_nothing(tmp_path: Path) -> None:
    settings = str(settings_for(tmp_path))
    call = ("serve", "karo", "--players", "Ada,Basile", "--settings", settings)
    with companion(*call) as first:
        address = address_of(first)
        with companion(*call) as second:
            _, said = second.communicate()
        assert second.returncode == 2
        assert len(said.splitlines()) == 1
        assert all(
            each in said for each in (str(first.pid), "companion serve karo", "--data", address.rpartition(":")[2])
        )
        assert len(matches_in(tmp_path / "data")) == 1
        first.send_signal(signal.SIGTERM)
        assert first.wait() == 0


def test_a_person_at_the_terminal_may_stop_the_other_table(tmp_path: Path) -> None:
    settings = str(settings_for(tmp_path))
    call = ("serve", "karo", "--players", "Ada,Basile", "--settings", settings)
    with companion(*call) as first:
        address_of(first)
        terminal, end = pty.openpty()
        command = [sys.executable, "-m", "companion", *call]
        environment = {**os.environ, "COMPANION_LANG": "en"}
        with subprocess.Popen(
            command, stdin=end, stderr=end, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
        ) as second:
            os.close(end)
            said = b""
            while b"now?" not in said:
                said += os.read(terminal, 1000)
            os.write(terminal, b"y\n")
            assert first.wait() == 0
            address_of(second)
            second.terminate()
            assert second.wait() == 0
        os.close(terminal)


def test_sigterm_closes_a_table_and_leaves_its_folder_free(tmp_path: Path) -> None:
    with companion("serve", "karo", "--players", "Ada,Basile", "--settings", str(settings_for(tmp_path))) as table:
        address_of(table)
        table.terminate()
        _, said = table.communicate()
    assert (table.returncode, said) == (0, "")
    data = tmp_path / "data"
    assert not (data / "journal.sqlite-wal").exists()  # the journal was closed
    assert (data / LOCK).read_text() == ""


@pytest.mark.parametrize("more", [("--port", "0"), ("--headless", "--seed", "3")], ids=["shown", "headless"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_demo_that_is_ended_leaves_no_folder(tmp_path: Path, more: tuple[str, ...], number: signal.Signals) -> None:
    with companion("demo", "karo", *more, TMPDIR=str(tmp_path)) as demo:
        wait_for_demo_folder(tmp_path)
        demo.send_signal(number)
        _, said = demo.communicate()
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []


def wait_for_demo_folder(folder: Path) -> None:
    while not any((each / "journal.sqlite").exists() for each in folder.glob(f"{DEMO_FOLDER}*")):
        time.sleep(0.02)  # of another process; there is nothing to wait on


def test_what_a_killed_demo_left_is_swept_up_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left, at_work, fresh = (tmp_path / f"{DEMO_FOLDER}{name}" for name in ("a", "b", "c"))
    for folder in (left, at_work, fresh, tmp_path / "other"):
        folder.mkdir()
    hold(left).close()
    with other_owner(at_work):
        sweep_demo_folders()
    assert {each.name for each in tmp_path.iterdir()} == {at_work.name, fresh.name, "other"}


def close_twice(closed: list[str]) -> None:
    """What a table does that gets SIGTERM, and a second one while it closes."""
    with sigterm_is_ctrl_c():
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            signal.raise_signal(signal.SIGTERM)
            closed.append("all")


def test_a_second_sigterm_does_not_break_off_the_closing() -> None:
    closed, before = list[str](), signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt):
        close_twice(closed)
    assert closed == ["all"]
    assert signal.getsignal(signal.SIGTERM) is before
