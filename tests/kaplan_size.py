"""`python -m tests.kaplan_size`: what whole matches of Kaplan take on disk, seen by the simulated camera: minutes each.

It ends with status 1 when one takes more than `MOST_BYTES`.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from companion import rehearsing
from companion.cli.demo import CAMERA
from companion.core.clock import ManualClock

MOST_BYTES = 2_000_000
"""Of one match, all in all: five thousand of them on half a card of 20 GB."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=[4], help="players of each match")
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    sys.exit(max(taken(seats, asked.seed) for seats in asked.seats) > MOST_BYTES)


def taken(seats: int, seed: int) -> int:
    """Bytes on disk of one match, which is told in a line."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        simulation = rehearsing.rehearse(
            "kaplan", CAMERA.format(seed=seed), folder, ManualClock(), seed=seed, seats=seats
        )
        rehearsal = simulation.rehearsal
        while not rehearsal.over:
            rehearsal.step()
        simulation.journal.close()
        size = sum(file.stat().st_size for file in folder.iterdir())
        with closing(sqlite3.connect(folder / "journal.sqlite")) as file:
            count = "SELECT count(*), sum(length(jpeg)) FROM crops WHERE name {} GLOB 'film-*'"
            read, film = (file.execute(count.format(word)).fetchone() for word in ("NOT", ""))
        actions = len(rehearsal.session.match.actions)
        print(f"{seats} players, {actions} actions: {size:,} bytes; pictures of readings {read}, of the film {film}")
        return size


if __name__ == "__main__":
    main()
