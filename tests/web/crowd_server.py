"""A server that a crowd is let loose on: plays one action of a game for each line that it reads, pinned to one core."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from random import Random

from companion import catalog
from companion.core.clock import SystemClock
from companion.core.game import pick_chance
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web import Phones, create_app
from companion.web.serve import serve

SERVER_CORE = 0
SEED = 3


def pin(core: int) -> None:
    """Keep this process on one core, if the machine has it."""
    if hasattr(os, "sched_setaffinity") and core in os.sched_getaffinity(0):
        os.sched_setaffinity(0, {core})


def go_on(session: Session, random: Random) -> None:
    """One action more, chosen at random; a match that is over takes one back instead."""
    state = session.match.state
    outcomes, legal = state.chance_outcomes(), state.legal_actions()
    if outcomes:
        session.play(pick_chance(outcomes, random), "camera")
    elif legal:
        session.play(random.choice(legal), "camera")
    else:
        session.undo("camera")


def main(key: str, host: str) -> None:
    """Print port and seats; then let an action happen for each line and answer with the revision."""
    pin(SERVER_CORE)
    game, random = catalog.game(key), Random(SEED)
    seats = game.seats[-1]
    with tempfile.TemporaryDirectory(prefix="companion-crowd-") as folder:
        journal = Journal(Path(folder) / "journal.sqlite", SystemClock())
        names = tuple(f"P{seat}" for seat in range(seats))
        session = open_session(journal, RecordingCues(), game, seats, game.options(), names)
        serving = serve(create_app(session, phones=Phones(Path(folder) / "phones.json")), host, 0)
        print(serving.port, seats, flush=True)
        for _ in sys.stdin:
            go_on(session, random)
            print(session.revision, flush=True)
        serving.close()
        journal.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
