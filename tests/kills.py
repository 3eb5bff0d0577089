"""`make kills`: a real table is killed at random moments, over all five games, and taken up again each time.

    python -m tests.kills --kills 1000 --first 400

Phones play over HTTP. After each `kill -9` the journal must hold exactly what was acknowledged, and at most the one act
that was on its way; then `companion serve --resume` must serve that match, to the same phones. Leaves with 1 at the
first broken promise; `--first` goes on with later seeds after a run that was broken off.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random
from statistics import median, quantiles
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from companion import catalog, wiring
from companion.core.clock import SystemClock
from companion.core.game import Action, legal_for, open_fields
from companion.core.match import Match
from companion.table import codec
from companion.table.journal import Journal
from companion.table.opening import first_state, replay
from tests.cli.serving import ROOT, settings_for

GAMES: dict[str, tuple[str, ...]] = {
    "karo": (),
    "kaplan": ("--option", "sorting=hands"),
    "leprechauns": (),
    "plic-plac": (),
    "kaleidoscope": (),
}
"""Every game, with the choices by which phones alone can play it."""
NAMES = ("Ada", "Basile")
PLAYED_S = 1.0
"""Longest time of play before a kill."""
STARTING = 8
"""Of this number of kills one comes while the table starts, within `START_S`."""
START_S = 2.0
PATIENCE_S = 120.0
"""After which a table that does not answer is a broken promise whatever else the machine does."""
SAID_EVERY = 20
"""Kills after which the figures are printed."""
FORMS_S = 0.05
"""How long a phone looks at a page on which there is nothing to do."""


class BrokenError(AssertionError):
    """A promise was not kept."""


class Phone:
    """A phone on loopback: it keeps its cookies, and says where it comes from."""

    def __init__(self) -> None:
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, address: str) -> tuple[str, str]:
        """The address where it ended up, and the page."""
        with self._opener.open(address, timeout=PATIENCE_S) as answer:
            return answer.url, answer.read().decode()

    def post(self, address: str, values: object, *, live: bool = True) -> int:
        """The status."""
        origin = "/".join(address.split("/")[:3])
        headers = {"Origin": origin, **({"HX-Request": "true"} if live else {})}
        try:
            with self._opener.open(Request(address, urlencode(values, doseq=True).encode(), headers)) as answer:  # type: ignore[arg-type]
                return int(answer.status)
        except HTTPError as refused:
            return refused.code


@dataclass
class Life:
    """One game's table through all its kills.

    Attributes:
        match: what was acknowledged, played again here.
        sent: the act that is on its way, or None; chance's is not known before it is written.
            starts_s: from each start of the process to the page of the right match.
        busy_s: the processor's time that the process took until then: what other programs do does not lengthen it.
    """

    game: str
    folder: Path
    random: Random
    phones: tuple[Phone, ...] = ()
    match: Match | None = None
    sent: Action | str | None = None
    address: str = ""
    kills: int = 0
    acts: int = 0
    starts_s: list[float] = field(default_factory=list)
    busy_s: list[float] = field(default_factory=list)

    def kill_once(self) -> None:
        """Start the table, check that it is the same, play, and kill it at a random moment; check what it wrote."""
        if self.match is None or not self.match.actions or self.match.state.scores is not None:
            self._begin_anew()  # what was not played is not taken up again
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.kills += 1
        started_s = time.monotonic()
        table = subprocess.Popen(self._command(port), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            if self.match is not None and self.kills % STARTING == 0:
                time.sleep(self.random.uniform(0, START_S))
            else:
                self._answers(table)
                self.starts_s.append(time.monotonic() - started_s)
                self.busy_s.append(processor_s(table.pid))
                self._same_seats()
                killer = threading.Timer(self.random.uniform(0, PLAYED_S), table.kill)
                killer.start()
                self._play()
                killer.join()
        finally:
            table.kill()
            table.wait()
        self._check_journal()

    def _begin_anew(self) -> None:
        self.match, self.sent, self.phones = None, None, tuple(Phone() for _ in NAMES)
        self.folder = Path(tempfile.mkdtemp(dir=self.folder.parent))

    def _command(self, port: int) -> list[str]:
        call = ["serve", "--settings", str(settings_for(self.folder)), "--port", str(port)]
        more = ["--resume"] if self.match is not None else []
        new = [self.game, "--players", ",".join(NAMES), *GAMES[self.game]]
        return [sys.executable, "-m", "companion", *call, *(more or new)]

    def _answers(self, table: subprocess.Popen[bytes]) -> None:
        """Wait until the page is there, and check that it is the match that was played."""
        end_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                _, page = Phone().get(f"{self.address}/")
                break
            except (URLError, OSError, http.client.HTTPException):
                if table.poll() is not None:
                    said = table.stderr.read().decode() if table.stderr else ""
                    raise BrokenError(f"the table did not start: {said}") from None
                if time.monotonic() > end_s:
                    raise BrokenError("the table does not answer") from None
                time.sleep(0.01)
        if NAMES[0] not in page:
            raise BrokenError("the page does not show the match")
        if self.match is None:
            self.match = self._journals()
            for seat, phone in enumerate(self.phones):
                phone.post(f"{self.address}/join/{seat}", {}, live=False)

    def _same_seats(self) -> None:
        for seat, phone in enumerate(self.phones):
            where, page = phone.get(f"{self.address}/seat/{seat}")
            if not where.endswith(f"/seat/{seat}"):
                raise BrokenError(f"the phone of seat {seat} was sent away to {where}")
            length = len(self.match.actions) if self.match else 0
            if length and f'name="length" value="{length}"' not in page:
                raise BrokenError(f"the page of seat {seat} is not that of {length} actions")

    def _play(self) -> None:
        """Act on phones until the table is gone or the match is over."""
        try:
            while self.match is not None and self.match.state.scores is None:
                if self.match.state.chance_outcomes():
                    self._tell_chance()
                else:
                    self._act()
        except (URLError, OSError, http.client.HTTPException):
            return  # killed; what was on its way stays in `sent`

    def _act(self) -> None:
        assert self.match is not None
        state, random = self.match.state, self.random
        seats = [state.actor.seat] if state.actor.seat is not None else list(range(len(NAMES)))
        legal = [action for seat in seats for action in legal_for(state, seat)] or [
            action for seat in range(len(NAMES)) for action in legal_for(state, seat)
        ]
        if not legal:
            raise BrokenError(f"nobody can act after {self.match.actions[-1:]}")
        action = random.choice(legal)
        plain = codec.to_json(action)
        values = {"action": json.dumps(plain), **{name: str(plain[name]) for name in open_fields(action)}}
        self.sent = action
        status = self.phones[action.seat].post(f"{self.address}/seat/{action.seat}/play", values)
        if status < 400:
            self._acknowledged(self.match.play(action))
        self.sent = None

    def _tell_chance(self) -> None:
        assert self.match is not None
        _, page = self.phones[0].get(f"{self.address}/seat/0/now")
        values: dict[str, object] = {"length": len(self.match.actions)}
        if 'id="typed-' in page:
            typed = page[page.index('id="typed-') :]
            faces = re.findall(r"<option>([^<]*)</option>", typed[: typed.index("</select>")])
            values["face"] = [self.random.choice(faces) for _ in range(typed.count('<select name="face"'))]
        else:
            outcomes = re.findall(r'name="outcome" value="(\d+)"|<option value="(\d+)"', page)
            if not outcomes:
                time.sleep(FORMS_S)
                return
            values["outcome"] = max(self.random.choice(outcomes))
        self.sent = "chance"
        if self.phones[0].post(f"{self.address}/chance", values) < 400:
            written = self._journals()
            if written is None or len(written.actions) != len(self.match.actions) + 1:
                raise BrokenError("what was acknowledged of chance is not in the journal")
            self._acknowledged(written)
        self.sent = None

    def _acknowledged(self, match: Match) -> None:
        self.match = match
        self.acts += 1

    def _check_journal(self) -> None:
        """Exactly what was acknowledged is there, and at most the act that was on its way."""
        written, known = self._journals(), self.match
        if written is None or known is None:
            return
        extra = written.actions[len(known.actions) :]
        if written.actions[: len(known.actions)] != known.actions:
            raise BrokenError(f"{len(known.actions)} actions were acknowledged, the journal has others")
        if len(extra) > (self.sent is not None):
            raise BrokenError(f"{extra} were never sent, or twice")
        if extra and self.sent != "chance" and extra[0] != self.sent:
            raise BrokenError(f"{extra[0]} was written, {self.sent} was sent")
        self.match, self.sent = written, None

    def _journals(self) -> Match | None:
        """The match as the journal has it; None when none has begun."""
        path = self.folder / "data" / wiring.JOURNAL
        if not path.exists():
            return None
        with closing(Journal(path, SystemClock(), read=True)) as journal:
            record = journal.latest()
            if record is None:
                return None
            done = replay(first_state(catalog.game(record.game), record), journal.entries(record.id))
        if done.trouble is not None:
            raise BrokenError(f"the journal cannot be followed: {done.trouble.en}")
        return done.state.match


def processor_s(pid: int) -> float:
    """Processor time that a process has taken, seconds."""
    after_name = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """A port that nobody has now."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port: int = free.getsockname()[1]
        return port


def kills(folder: Path, first: int, count: int, games: tuple[str, ...]) -> bool:
    """Kill `count` times, the games in turn; prints what was kept, and says whether all was."""
    lives = {game: Life(game, folder / game, Random(f"{game} {first}")) for game in games}
    for done, number in enumerate(range(first, first + count), start=1):
        life = lives[games[number % len(games)]]
        try:
            life.kill_once()
        except BrokenError as broken:
            print(f"{life.game}, kill {number}: {broken}; its folder is {life.folder}")
            return False
        if done % SAID_EVERY == 0:
            print(f"kills {first} to {number} done", flush=True)
            report(lives)
    report(lives)
    return True


def report(lives: dict[str, Life]) -> None:
    """What was killed, acknowledged and measured so far."""
    starts_s, busy_s = (
        sorted(each for life in lives.values() for each in getattr(life, name)) for name in ("starts_s", "busy_s")
    )
    acts = sum(life.acts for life in lives.values())
    done = sum(life.kills for life in lives.values())
    print(f"{done} kills of {len(lives)} games, {acts} acts acknowledged, 0 lost, 0 doubled, 0 seats lost")
    for what, found in (("playing after", starts_s), ("processor time until then", busy_s)):
        late_s = quantiles(found, n=20)[-1] if len(found) > 1 else found[-1]
        print(f"  {what}: median {median(found):.2f} s, 95 % {late_s:.2f} s, most {found[-1]:.2f} s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kills")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, metavar="NUMBER", help="go on from this kill")
    parser.add_argument("--only", choices=GAMES, help="one game")
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="companion-kills-"))
    if not kills(folder, chosen.first, chosen.kills, (chosen.only,) if chosen.only else tuple(GAMES)):
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
