"""`make day-soak`: a served table goes through a whole day of its own time, and leaves nothing behind.

    python -m tests.day_soak --hours 24

All of `companion serve` is there but the table's time, which runs as fast as the machine: the lobby and matches of all
games one after the other, phones over HTTP that come and go, event streams, a camera that fails in every way and is
opened again, the aiming page, the doctor, backups, films, history and statistics. A line an hour tells memory, open
files, threads and what lies on the disk; at the end they are compared with what they were in the warm-up, in which
everything has happened twice. Leaves with 1 where something has grown.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import reduce
from operator import or_
from pathlib import Path
from random import Random
from typing import Any

import cv2

from companion import wiring
from companion.cli.serve import _save, _think
from companion.core.clock import RELEASED_S, ManualClock
from companion.hardware.pins import Pins
from companion.settings import Settings
from companion.table.films import MOST_KEPT
from companion.table.journal import LOG_PAGES
from companion.table.journal_pictures import MATCHES_WITH_PICTURES
from companion.web.serve import open_listener, serve_on
from tests.day_camera import CAMERA, DayCamera
from tests.day_of_table import CYCLE, Day

MOST_GROWN = 0.05
"""Of the memory after the warm-up."""
MATCH_BYTES = 2_000_000
"""What one match takes at most in the journal with all its pictures, and a film's size at most four times."""
PAGE_BYTES = 4096
"""Of SQLite."""
ENTRY_BYTES = 400
"""What an entry takes in the journal without its pictures: an old match has nothing else left there."""
FILM_BYTES = 8_000_000
BESIDE_BYTES = 3_000
"""What a match leaves beside the journal: who held which seat, and its line in the statistics."""
SETTLES_S = 10.0
"""Real time in which threads that have nothing to do any more must have ended."""
LOOK_S = 0.05


@dataclass(frozen=True)
class Held:
    """What the process holds, and what lies on the disk.

    Attributes:
        memory_mb: resident.
        files: open, sockets among them.
        threads: by name, without those that make pages: they come as they are needed, up to a number.
        others: threads that Python does not know.
        journal: bytes, with the log beside it.
        folder: bytes of the whole data folder.
        most_journal, most_folder: what these two may take by now.
    """

    memory_mb: float
    files: int
    threads: tuple[str, ...]
    others: int
    journal: int
    folder: int
    most_journal: int
    most_folder: int

    def line(self) -> str:
        return (
            f"{self.memory_mb:.1f} MB, {self.files} files, {len(self.threads)} threads and {self.others} of libraries, "
            f"journal {self.journal / 1e6:.1f} of {self.most_journal / 1e6:.1f} MB, "
            f"folder {self.folder / 1e6:.1f} of {self.most_folder / 1e6:.1f} MB"
        )


def held(day: Day) -> Held:
    """What is held between two matches, when everything that was asked for is done."""
    gc.collect()
    names = threads()
    end_s = time.monotonic() + SETTLES_S
    while (day.is_busy or len(names) > day.usual_threads) and time.monotonic() < end_s:
        time.sleep(LOOK_S)
        names = threads()
    native = len(list(Path("/proc/self/task").iterdir()))
    memory = Path("/proc/self/status").read_text(encoding="utf-8").split("VmRSS:")[1].split()[0]
    journal = sum(size(each) for each in day.folder.glob(f"{wiring.JOURNAL}*"))
    folder = sum(size(each) for each in day.folder.rglob("*"))
    entries, matches = day.entries, day.matches
    most_journal = MATCHES_WITH_PICTURES * MATCH_BYTES + LOG_PAGES * PAGE_BYTES + ENTRY_BYTES * entries
    return Held(
        int(memory) / 1024, len(list(Path("/proc/self/fd").iterdir())), names, native - threading.active_count(),
        journal, folder, most_journal, most_journal + MOST_KEPT * FILM_BYTES + BESIDE_BYTES * matches,
    )  # fmt: skip


def threads() -> tuple[str, ...]:
    """The names of the threads that run, but for those that make pages."""
    return tuple(sorted(each.name for each in threading.enumerate() if not each.name.startswith("web-page")))


def size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def broken(warm_up: Sequence[Held], day: Sequence[Held]) -> list[str]:
    """What has grown that must not, over the most that was held at the end of an hour of the warm-up. Memory goes up
    and down with the games that are played, so the last hours in which all were played are looked at together."""
    found, now = list[str](), day[-1]
    memory_mb, files = most_mb(warm_up), max(each.files for each in warm_up)
    others, later_mb = max(each.others for each in warm_up), most_mb(day[-CYCLE:])
    known = reduce(or_, (Counter(each.threads) for each in warm_up))
    if later_mb > memory_mb * (1 + MOST_GROWN):
        found.append(f"memory grew from {memory_mb:.1f} to {later_mb:.1f} MB")
    if now.files > files:
        found.append(f"files left open: {now.files - files}")
    if left := Counter(now.threads) - known:
        found.append(f"threads are left over: {', '.join(left.elements())}")
    if now.others > others:
        found.append(f"threads of libraries left over: {now.others - others}")
    if now.journal > now.most_journal:
        found.append("the journal is larger than its bound")
    if now.folder > now.most_folder:
        found.append("the data folder is larger than its bound")
    return found


def most_mb(hours: Sequence[Held]) -> float:
    return max(each.memory_mb for each in hours)


def run(folder: Path, hours: int, warm_up: int, seed: int) -> list[str]:
    """A day at one table, with its warm-up before it. Returns what is wrong at its end."""
    clock = ManualClock(RELEASED_S)
    cv2.setNumThreads(1)
    camera = DayCamera()
    wiring.LIVE_CAMERAS["rendered"] = wiring.CAMERAS["rendered"] = camera.opened
    settings = Settings(data=folder, camera=CAMERA)
    with ExitStack() as opened:
        device = opened.enter_context(closing(wiring.open_device("none://", Pins(), clock)))
        evening = wiring.open_table(None, CAMERA, folder, clock, device=device, settings=settings)
        opened.enter_context(closing(evening))
        followers = [threading.Thread(target=evening.follow, args=(work,)) for work in (_think, _save)]
        for each in followers:
            each.start()
            opened.callback(each.join)
        opened.callback(evening.end)
        server = opened.enter_context(closing(serve_on(evening, open_listener("127.0.0.1", 0))))
        day = Day(evening, server, camera, clock, folder, Random(seed))
        warm, later = list[Held](), list[Held]()
        for number in range(-warm_up, hours):
            began_s = time.process_time()
            day.hour()
            now = held(day)
            took_s = time.process_time() - began_s
            name = f"hour {number + 1}" if number >= 0 else f"warm-up {number + 1 + warm_up}"
            print(f"{name}: {now.line()}; {day.matches} matches, {took_s:.0f} s of a core", flush=True)
            (warm if number < 0 else later).append(now)
        return broken(warm, later)


def at_least_one(said: str) -> int:
    if not said.isdecimal() or int(said) < 1:
        raise argparse.ArgumentTypeError(f"{said} is not a whole number from 1 on")
    return int(said)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=at_least_one, default=24, help="of the table's time (default 24)")
    parser.add_argument(
        "--warm-up", type=at_least_one, default=2 * CYCLE, help="hours before (default 10: each game twice)"
    )
    parser.add_argument("--seed", type=int, default=1)
    asked: Any = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="companion-day-") as folder:
        found = run(Path(folder), asked.hours, asked.warm_up, asked.seed)
    for each in found:
        print(each)
    print("something is left over" if found else f"{asked.hours} hours: nothing is left over")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
