"""A table over the toy game, and brokers: this program's own, and Mosquitto where it is installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.club.link import Link
from companion.club.local_link import LocalBroker, LocalLink
from companion.club.mqtt_link import MqttLink
from companion.core.clock import ManualClock
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from tests.core.toy import TOY, Options

NAMES = ("Ada", "Bob")
PATIENCE_S = 20.0
"""How long something may take on a busy machine that takes milliseconds."""
LEAVES_S = 10.0
MakeLink = Callable[[], Link]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal(tmp_path / "journal.sqlite", ManualClock(1000.0))
    yield open_session(journal, RecordingCues(), TOY, 2, Options(rounds=2), NAMES)
    journal.close()


@pytest.fixture
def broker() -> LocalBroker:
    return LocalBroker()


class Mosquitto:
    """A broker of its own on the loopback, which can be stopped and started again at the same port."""

    def __init__(self, folder: Path, *more: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._settings = folder / "mosquitto.conf"
        # where root runs the tests, the broker stays root: it reads certificates that are root's
        lines = (f"listener {self.port} 127.0.0.1", "allow_anonymous true", "user root", *more)
        self._settings.write_text("\n".join(lines) + "\n")
        self._program: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
        assert program is not None
        self._program = subprocess.Popen([program, "-c", str(self._settings)], stderr=subprocess.DEVNULL)
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            with socket.socket() as asked:
                if asked.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
        raise AssertionError("mosquitto does not listen")

    def stop(self) -> None:
        if self._program is not None:
            self._program.terminate()
            self._program.wait(LEAVES_S)
            self._program = None


def need_mosquitto() -> None:
    """Skip the test where there is no Mosquitto, or fail it where one is required."""
    if shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin") is None:
        if os.environ.get("COMPANION_REQUIRE_MOSQUITTO"):
            pytest.fail("mosquitto is required here and absent")
        pytest.skip("mosquitto is absent: install Debian's package to try a real broker")


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    need_mosquitto()
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture(params=["local", "mosquitto"])
def make_link(request: pytest.FixtureRequest) -> MakeLink:
    """Makes links to one broker, of either kind."""
    if request.param == "local":
        broker: LocalBroker = request.getfixturevalue("broker")
        return lambda: LocalLink(broker)
    real: Mosquitto = request.getfixturevalue("mosquitto")
    return lambda: MqttLink(real.address)
