"""A server that a crowd is let loose on: plays one action of a game for each line that it reads, pinned to one core."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from companion import catalog
from companion.core.clock import SystemClock
from companion.core.kit import random_match
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.web import Phones, create_app
from companion.web.serve import serve

SERVER_CORE = 0
SEED = 3


def pin(core: int) -> None:
    """Keep this process on one core, if the machine has it."""
    if hasattr(os, "sched_setaffinity") and core in os.sched_getaffinity(0):
        os.sched_setaffinity(0, {core})


def main(key: str, host: str) -> None:
    """Print port, seats and number of actions; then play an action for each line and answer with the revision."""
    pin(SERVER_CORE)
    game = catalog.game(key)
    seats = game.seats[-1]
    actions = random_match(game, seats, seed=SEED, most=400).actions
    with tempfile.TemporaryDirectory(prefix="companion-crowd-") as folder:
        journal = Journal(Path(folder) / "journal.sqlite", SystemClock())
        names = tuple(f"P{seat}" for seat in range(seats))
        session = open_session(journal, RecordingCues(), game, seats, game.options(), names)
        serving = serve(create_app(session, phones=Phones(Path(folder) / "phones.json")), host, 0)
        print(serving.port, seats, len(actions), flush=True)
        coming = iter(actions)
        for _ in sys.stdin:
            session.play(next(coming), "camera")
            print(session.revision, flush=True)
        serving.close()
        journal.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
