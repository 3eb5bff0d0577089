"""Plays a seeded game through a session and says each action aloud once it is acknowledged: to be killed."""

from __future__ import annotations

import sys
from pathlib import Path

from companion.core.clock import SystemClock
from companion.core.game import Game
from companion.core.kit import random_match
from companion.core.match import Match
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from tests.core.toy import TOY, Options

SEATS = 4
ROUNDS = 150
"""Long enough that a kill after any of the first few hundred actions meets a running game."""


def the_match(seed: int, game: Game = TOY) -> Match:
    """What the child with this seed plays."""
    return random_match(game, SEATS, Options(rounds=ROUNDS), seed=seed)


def main(journal: str, seed: str) -> None:
    match = the_match(int(seed))
    session = open_session(
        Journal(Path(journal), SystemClock()), RecordingCues(), TOY, SEATS, match.options, ("A", "B", "C", "D")
    )
    for number, action in enumerate(match.actions, start=1):
        session.play(action, "table")
        print(number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
