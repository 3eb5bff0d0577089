"""`make tables`: a hundred tables on one Mosquitto, and the café's page over HTTP, as its browser asks: from its start,
and from each change, to the page that shows it; with broker and page started anew, and tables that go and come back.

    python -m tests.club.hundred_tables [--tables 100] [--changes 200]
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from socket import socket

from companion.club.mqtt_link import MqttLink
from companion.club.publisher import Publisher
from companion.core.clock import SystemClock
from companion.core.text import same
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from tests.club.conftest import Mosquitto
from tests.core.toy import TOY, Options

SHOWN_S, RIGHT_S = 5.0, 1.0
"""What is asked: all tables after the start of the page, and the page after a change."""
BROWSER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Asks the page itself, whatever the environment says of proxies."""
OPEN, CLOSED = (re.compile(f'<article id="table-[^"]*" class="{each}"') for each in ("", "closed"))
"""A table on the page whose program runs, and one whose does not."""
GIVEN_UP_S = 30.0
"""After this long the page does not come to it."""
AWAY_S = 8.0
"""How long the broker is away."""
USER_TIME, SYSTEM_TIME = 11, 12
"""Fields of Linux's /proc/PID/stat after the program's name."""
KILLED = 10
"""Tables that lose their power, and come back at another address."""


class Table:
    """A table with a match on it, which tells the broker of itself."""

    def __init__(self, number: int, broker: Mosquitto, folder: Path) -> None:
        self.name, self._broker, self.moves = f"Table {number:03}", broker, 0
        self._journal = Journal(folder / f"{number}.sqlite", SystemClock())
        self._session: Session = open_session(
            self._journal, RecordingCues(), TOY, 2, Options(rounds=2), (f"Ada {number}", "Bob")
        )
        self.address = f"http://192.0.2.{number}:8080/"
        self.comes()

    def comes(self) -> None:
        """Switch it on."""
        self._stop = threading.Event()
        self._link = MqttLink(self._broker.address)
        publisher = Publisher(
            self._session, self._link, SystemClock(), table=self.name, address=lambda: self.address, language="en",
            trouble=lambda why: None,
        )  # fmt: skip
        self._thread = threading.Thread(target=publisher.run, args=(self._stop,))
        self._thread.start()

    def changes(self) -> None:
        """Something else is to be seen on its screen."""
        self.moves += 1
        self._session.tell(same(self.mark))

    @property
    def mark(self) -> str:
        """What the page shows of it now."""
        return f"{self.name}, move {self.moves}."

    def loses_power(self) -> None:
        """Gone without a word."""
        client = self._link._client
        client.on_disconnect = client.on_connect_fail = client.on_connect = None
        client.reconnect = lambda: (_ for _ in ()).throw(OSError("no power"))  # type: ignore[method-assign]
        plug = client.socket()
        if plug is not None:
            with suppress(OSError):
                plug.shutdown(2)

    def leaves(self) -> None:
        """Switch it off in good order."""
        self._stop.set()
        self._thread.join()

    def close(self) -> None:
        """Leave, and close the journal."""
        self.leaves()
        self._journal.close()


class Page:
    """`companion club` as a program of its own, and a browser that follows it."""

    def __init__(self, broker: Mosquitto, folder: Path) -> None:
        with socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port: int = free.getsockname()[1]
        self._settings = folder / "companion.toml"
        self._settings.write_text(f'data = "{folder}"\nbroker = "{broker.address}"\n')
        self._program: subprocess.Popen[bytes] | None = None
        self._changed = threading.Event()

    def starts(self) -> None:
        """Start the program."""
        call = [sys.executable, "-m", "companion", "club", "--host", "127.0.0.1", "--port", str(self._port)]
        call += ["--settings", str(self._settings)]
        self._program = subprocess.Popen(call, stdout=subprocess.DEVNULL)

    def ends(self) -> None:
        """End the program as a power cut does."""
        if self._program is not None:
            self._program.kill()
            self._program.wait()

    @property
    def worked_s(self) -> float:
        """Seconds of a core that the program has taken so far: the machine may be busy with other things."""
        assert self._program is not None
        fields = Path(f"/proc/{self._program.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[USER_TIME]) + int(fields[SYSTEM_TIME])) / os.sysconf("SC_CLK_TCK")

    def shown(self, address: str = "/now") -> str:
        """What it shows; "" while it does not answer."""
        try:
            with BROWSER.open(f"http://127.0.0.1:{self._port}{address}?lang=en", timeout=GIVEN_UP_S) as answer:
                return str(answer.read().decode())
        except OSError:
            return ""

    def seconds_until(self, right: Callable[[str], bool], since_s: float) -> float:
        """From `since_s` to the page that is right, asked for as a browser does: when the stream tells of a change."""
        while not right(self.shown()):
            if time.monotonic() - since_s > GIVEN_UP_S:
                raise AssertionError("the page does not come to what the tables say")
            self._changed.wait(0.5)
            self._changed.clear()
        return time.monotonic() - since_s

    @contextmanager
    def followed(self) -> Iterator[None]:
        """While this lasts its stream of changes is listened to."""
        stop = threading.Event()

        def listen() -> None:
            while not stop.is_set():
                with (
                    suppress(OSError),
                    BROWSER.open(f"http://127.0.0.1:{self._port}/events", timeout=5) as told,
                ):
                    for line in told:
                        if stop.is_set():
                            return
                        if line.startswith(b"event: changed"):
                            self._changed.set()
                stop.wait(0.1)

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        yield
        stop.set()


def all_right(tables: list[Table]) -> Callable[[str], bool]:
    """Whether a page shows every table open, with its last move and at its address."""

    def right(shown: str) -> bool:
        return len(OPEN.findall(shown)) == len(tables) and all(
            each.mark in shown and each.address in shown for each in tables
        )

    return right


def measure(tables: list[Table], broker: Mosquitto, page: Page, changes: int) -> dict[str, tuple[list[float], float]]:
    """Seconds of each kind of change, and what is asked."""
    now_s, right = time.monotonic, all_right(tables)
    for table in tables:
        table.changes()
    since_s = now_s()
    page.starts()
    with page.followed():
        first = page.seconds_until(right, since_s)
        worked_s = page.worked_s
        single = []
        for number in range(changes):
            table = tables[number % len(tables)]
            since_s = now_s()
            table.changes()
            single.append(page.seconds_until(lambda shown, table=table: table.mark in shown, since_s))  # type: ignore[misc]
        since_s = now_s()
        for table in tables:
            table.changes()
        together = page.seconds_until(right, since_s)
        gone, back = power_cut(tables[:KILLED], page, right)
        broker.stop()
        for table in tables:
            table.changes()
        time.sleep(AWAY_S)
        broker.start()
        broker_back = page.seconds_until(right, now_s())
        page.ends()
        for table in tables:
            table.changes()
        since_s = now_s()
        page.starts()
        page_back = page.seconds_until(right, since_s)
    return {
        "all tables after the page's start": ([first], SHOWN_S),
        "of which its program was at work": ([worked_s], SHOWN_S),
        "one table changes": (single, RIGHT_S),
        "all tables change at once": ([together], RIGHT_S),
        f"{KILLED} tables lose their power": ([gone], RIGHT_S),
        f"{KILLED} tables come back at other addresses": ([back], RIGHT_S),
        "the broker is back, all tables changed meanwhile": ([broker_back], RIGHT_S),
        "the page is started anew, all tables changed meanwhile": ([page_back], SHOWN_S),
    }


def power_cut(tables: list[Table], page: Page, right: Callable[[str], bool]) -> tuple[float, float]:
    """Seconds until the page shows that these tables are gone, and then that they are back at other addresses."""
    since_s = time.monotonic()
    for table in tables:
        table.loses_power()
    gone_s = page.seconds_until(lambda shown: len(CLOSED.findall(shown)) == len(tables), since_s)
    for table in tables:
        table.leaves()
        table.address = table.address.replace("192.0.2", "198.51.100")
    since_s = time.monotonic()
    for table in tables:
        table.comes()
    return gone_s, page.seconds_until(right, since_s)


def main() -> int:
    """Measure and print. Returns 0 if everything is as fast as asked, else 1."""
    arguments = argparse.ArgumentParser(prog="python -m tests.club.hundred_tables")
    arguments.add_argument("--tables", type=int, default=100)
    arguments.add_argument("--changes", type=int, default=200)
    wanted = arguments.parse_args()
    with tempfile.TemporaryDirectory() as place, ExitStack() as opened:
        broker = Mosquitto(Path(place))
        broker.start()
        opened.callback(broker.stop)
        tables = []
        for number in range(1, wanted.tables + 1):
            tables.append(Table(number, broker, Path(place)))
            opened.callback(tables[-1].close)
        page = Page(broker, Path(place))
        opened.callback(page.ends)
        found = measure(tables, broker, page, wanted.changes)
    late = 0
    for what, (seconds, asked_s) in found.items():
        late += sum(each > asked_s for each in seconds)
        spread = f"{statistics.median(seconds):.2f} s" + (f", {max(seconds):.2f} s at most" if len(seconds) > 1 else "")
        print(f"{what}: {spread} (n = {len(seconds)}; asked {asked_s:g} s)")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
