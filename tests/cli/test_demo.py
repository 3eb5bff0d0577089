"""`companion demo --headless`: a whole round with the real eyes, end to end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest

from companion import wiring
from companion.cli import run
from companion.core.clock import Clock, SystemClock
from companion.hardware.cues import Cue, RecordingCues
from companion.hardware.pins import Pins
from companion.rehearsal.rehearsal import Rehearsal

pytestmark = pytest.mark.whole

ROOT = Path(__file__).resolve().parents[2]


def told_on_phones(table: Rehearsal, stop: threading.Event, *, to_the_end: bool) -> None:
    """A whole match of KARO that no camera sees."""
    while table.session.match.state.scores is None:
        state = table.session.match.state
        assert state.actor.seat is not None
        table.session.play(table.session.game.choose(state, state.actor.seat, Random(1)), "seat 0")


def headless(*words: str) -> str:
    """What the command prints of a whole demo, on a machine without a screen."""
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = [sys.executable, "-m", "companion", "demo", *words, "--headless", "--seed", "7"]
    environment["COMPANION_LANG"] = "en"
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_headless_demo_needs_no_display() -> None:
    said = headless("karo")
    assert re.search(r"\d\d turns seen on the board, 0 wrong", said)
    assert all(name in said for name in ("Ada", "Basile"))


@pytest.mark.evening  # minutes; golden playthroughs of Kaplan are part of every whole run
def test_a_headless_round_of_kaplan_ends_and_agrees() -> None:
    said = headless("--seats", "3")
    seen = re.search(r"(\d+) cards sorted and laid, (\d+) throws seen, (\d+) wrong", said)
    assert seen is not None
    assert int(seen[2]) >= 5
    assert int(seen[1]) >= 100  # a sort ends with its last kept card, so that the number hangs on the shuffle
    assert int(seen[3]) == 0
    assert all(name in said for name in ("Ada", "Basile", "Chloé"))


def test_the_address_is_in_a_services_log_while_it_serves() -> None:
    command = [sys.executable, "-m", "companion", "demo", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as demo:
        assert demo.stdout is not None
        first = demo.stdout.readline()
        demo.terminate()
    assert first.startswith("http://")


def test_a_board_is_followed_to_the_end(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    camera = "rendered://?width=800&height=600&fps=6&height_mm=560&seed=3"
    assert run(["demo", "karo", "--headless", "--seed", "3", "--camera", camera]) == 0
    told = capsys.readouterr()
    assert "Ada" in told.out
    assert re.search(r"\d+ turns seen on the board, 0 wrong", told.out)


def test_turned_cards_are_named_in_a_whole_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")
    camera = "rendered://?width=1640&height=1232&fps=5&seed=3"
    assert run(["demo", "leprechauns", "--headless", "--seed", "3", "--seats", "2", "--camera", camera]) == 0
    seen = re.search(r"(\d+) turned cards seen, 0 wrong", capsys.readouterr().out)
    assert seen is not None
    assert int(seen[1]) >= 12  # of 18: what a hand hides is asked


def test_a_game_of_which_nothing_was_seen_does_not_count_as_checked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_LANG", "en")

    monkeypatch.setattr(Rehearsal, "run", told_on_phones)
    assert run(["demo", "karo", "--headless", "--seed", "3"]) == 1
    assert "KARO: the camera saw nothing that happened" in capsys.readouterr().err


def test_real_lights_and_buzzers_play_along_with_a_simulated_table(monkeypatch: pytest.MonkeyPatch) -> None:
    device, opened = RecordingCues(), []

    def opens(address: str, pins: Pins, clock: Clock) -> RecordingCues:
        opened.append((address, pins, type(clock)))
        return device

    monkeypatch.setattr(Rehearsal, "run", told_on_phones)
    monkeypatch.setattr(wiring, "open_device", opens)
    run(["demo", "karo", "--headless", "--seed", "3", "--hardware", "sim://table-box"])
    assert opened == [("sim://table-box", Pins(), SystemClock)]
    assert device.played[-1].cue is Cue.WON


def test_lights_that_nobody_knows_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "karo", "--headless", "--hardware", "lamps://1"]) == 2
    assert "lamps://" in capsys.readouterr().err
