"""How soon the program is there: `python -m tests.start_times [--times 5]`.

Wall time and processor time, the middle one of several: of `import companion`, of `companion --version`, and from the
start of `companion serve` to its first page, and again after a match was cut off with kill -9.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from tests.cli.serving import address_of, companion, settings_for

NOT_KEPT = "PYTHONDONTWRITEBYTECODE"
"""With this variable Python compiles everything anew at each start; what is installed is compiled once."""
Took = tuple[float, float]
"""Wall time and processor time, seconds."""


def command(*arguments: str) -> Took:
    """Of one command, from its start to its end."""
    began_s, used_s = time.monotonic(), _children_s()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - began_s, _children_s() - used_s


def first_page(folder: Path, *more: str) -> Took:
    """From the start of a table to its first page; then it is killed."""
    began_s = time.monotonic()
    with companion("serve", "--settings", str(settings_for(folder)), *more) as process:
        with urlopen(address_of(process)) as answer:
            assert answer.status == 200
        took_s = time.monotonic() - began_s
        return took_s, _processor_s(process.pid)


def playing_again(folder: Path) -> Took:
    """The same of a table whose match was cut off."""
    if not (folder / "data").exists():
        first_page(folder, "karo", "--players", "Ada,Bob")
    return first_page(folder)


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _processor_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure, and print a line each."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=5, help="how often each is done (default 5)")
    times = parser.parse_args().times
    os.environ.pop(NOT_KEPT, None)
    with tempfile.TemporaryDirectory() as folder:
        empty, cut_off = Path(folder) / "empty", Path(folder) / "cut-off"
        empty.mkdir()
        cut_off.mkdir()
        measured: tuple[tuple[str, Callable[[], Took]], ...] = (
            ("import companion", lambda: command("-c", "import companion")),
            ("companion --version", lambda: command("-m", "companion", "--version")),
            ("start to first page", lambda: first_page(empty)),
            ("to playing again after kill -9", lambda: playing_again(cut_off)),
        )
        for what, measure in measured:
            took = [measure() for _ in range(times)]
            wall_s, used_s = (median(each[n] for each in took) for n in (0, 1))
            print(f"{what}: {wall_s:.2f} s, of which {used_s:.2f} s of the processor")


if __name__ == "__main__":
    main()
