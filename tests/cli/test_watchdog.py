"""What systemd hears of a table, with a socket of the test in its place."""

from __future__ import annotations

import os
import signal
import socket
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion import wiring
from companion.camera.source import SourceEnded
from companion.cli.serve import watch
from companion.cli.watchdog import PAGES, REFEREE, Watchdog, answers, limit_s, tell_systemd, watched
from companion.core.clock import ManualClock
from tests.cli.serving import address_of, companion, one_picture, settings_for

LIMIT_S = 60.0
"""How long a test waits for a word before it fails."""


@dataclass
class Listener:
    """Stands where systemd listens."""

    path: Path
    line: socket.socket

    def hear(self) -> list[str]:
        """The next message, as its assignments."""
        return self.line.recv(4096).decode().splitlines()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Listener]:
    path = tmp_path / "notify"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as line:
        line.bind(str(path))
        line.settimeout(LIMIT_S)
        yield Listener(path, line)


@pytest.fixture
def silent_server() -> Iterator[int]:
    """The port of a server that takes connections and never answers."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        yield server.getsockname()[1]


def test_a_sign_of_life_needs_all_parts_each_time() -> None:
    signs: list[int] = []
    watchdog = Watchdog(lambda: signs.append(1))
    with watchdog.needs(PAGES) as pages:
        pages()
        assert len(signs) == 1, "no match is watched: pages are enough"
        with watchdog.needs(REFEREE) as referee:
            referee()
            referee()
            assert len(signs) == 1, "no page was answered"
            pages()
            assert len(signs) == 2
            pages()
            pages()
            assert len(signs) == 2, "the referee's loop stands still"
            referee()
            assert len(signs) == 3
        pages()
        assert len(signs) == 4, "the match is over"


def test_pages_that_hang_or_are_gone_do_not_answer(silent_server: int) -> None:
    assert not answers("127.0.0.1", silent_server, wait_s=0.05)
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens here
        assert not answers("127.0.0.1", taken.getsockname()[1])


@pytest.mark.parametrize(
    ("usec", "pid", "limit"),
    [("30000000", None, 30.0), ("30000000", "own", 30.0), ("30000000", "1", None), ("", None, None), ("0", None, None)],
)
def test_the_limit_is_the_one_set_for_this_process(
    monkeypatch: pytest.MonkeyPatch, usec: str, pid: str | None, limit: float | None
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", usec)
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    if pid is not None:
        monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()) if pid == "own" else pid)
    assert limit_s() == limit


def test_without_systemd_nothing_is_asked_or_told(monkeypatch: pytest.MonkeyPatch, silent_server: int) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    with watched("127.0.0.1", silent_server, "") as watchdog, watchdog.needs(REFEREE) as beat:
        beat()
    tell_systemd("READY=1")
    assert "watchdog" not in {thread.name for thread in threading.enumerate()}


def test_a_listener_that_is_gone_is_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    tell_systemd("READY=1")


def test_a_name_that_is_no_file_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as line:
        line.bind("")  # Linux gives a name of its own
        line.settimeout(LIMIT_S)
        monkeypatch.setenv("NOTIFY_SOCKET", "@" + line.getsockname()[1:].decode())
        tell_systemd("READY=1", "STATUS=here")
        assert line.recv(100) == b"READY=1\nSTATUS=here"


def test_the_loop_goes_round_before_each_frame_and_without_a_camera(tmp_path: Path) -> None:
    table = wiring.open_table("karo", one_picture(tmp_path / "frames"), tmp_path, ManualClock(), names=("Ada", "Bo"))
    stop, happened = threading.Event(), list[str]()

    def step() -> None:
        happened.append("frame")
        if len(happened) == 4:
            raise SourceEnded

    def beat() -> None:
        happened.append("beat")
        if len(happened) == 6:
            stop.set()

    with closing(table):
        assert table.match is not None
        table.match.referee.step = step  # type: ignore[method-assign]
        watch(table.match, stop, beat)
    assert happened == ["beat", "frame", "beat", "frame", "beat", "beat"], "the camera is gone, the loop is not"


@pytest.mark.whole
def test_a_real_table_is_ready_when_pages_answer_lives_and_says_that_it_ends(tmp_path: Path, systemd: Listener) -> None:
    call = ["serve", "karo", "--players", "Ada,Basile", "--settings", str(settings_for(tmp_path))]
    told = {"NOTIFY_SOCKET": str(systemd.path), "WATCHDOG_USEC": "400000"}
    with companion(*call, **told) as process:
        ready, status = systemd.hear()
        address = address_of(process)
        assert ready == "READY=1"
        assert status.startswith("STATUS=http://")
        with urllib.request.urlopen(address, timeout=LIMIT_S) as page:
            assert page.status == 200
        assert [systemd.hear() for _ in range(3)] == [["WATCHDOG=1"]] * 3
        process.send_signal(signal.SIGTERM)
        while (word := systemd.hear()) == ["WATCHDOG=1"]:
            pass
        assert word == ["STOPPING=1"]
        assert process.wait(LIMIT_S) == 0
