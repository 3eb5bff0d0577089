"""`make veil`: seeded games of each game with pictures; nobody is told more than it may know, in words or pixels.

    python -m tests.veil_soak --games 40 --first 0 --only kaplan

Prints its figures and leaves with 1 at the first moment that tells something. `--first` goes on from a seed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

import cv2

from companion import catalog
from companion.core.game import Game
from companion.core.kit import Broken, check_game
from companion.rehearsal.pictures import PictureTaker
from tests.pictured import watch

GAMES = 40
"""Of each game: two hundred of all five."""
MOMENTS = 2
"""Of each game that are drawn."""


def soak_game(game: Game, first: int, games: int, moments: int) -> bool:
    """Plays every seed of one game, prints what came of it, and says whether nothing was told."""
    start_s, actions, pictures = time.perf_counter(), 0, 0
    for seed in range(first, games):
        seats = game.seats[seed % len(game.seats)]
        with (
            tempfile.TemporaryDirectory() as folder,
            PictureTaker(game, seats, None, watch, Path(folder)) as taker,
        ):
            try:
                actions += len(check_game(game, seats, seed=seed, draws=taker, moments=moments).actions)
            except Broken as broken:
                print(f"{game.key}, seed {seed}: {broken}")
                return False
            pictures += taker.taken
        print(f"{game.key}: seed {seed} played, {pictures} pictures", flush=True)
    print(
        f"{game.key}: {games - first} seeded games, {actions} actions in words at every moment, {pictures} pictures of "
        f"{moments} moments each on two tables, nothing told, {time.perf_counter() - start_s:.0f} s",
        flush=True,
    )
    return True


def main() -> int:
    games = catalog.games()
    parser = argparse.ArgumentParser(prog="python -m tests.veil_soak")
    parser.add_argument("--only", choices=list(games), help="one game")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="go on from this seed")
    parser.add_argument("--games", type=int, default=GAMES, help="of each game, from seed 0 on")
    parser.add_argument("--moments", type=int, default=MOMENTS, help="that are drawn of each game")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    for key, game in games.items():
        if chosen.only in (None, key) and not soak_game(game, chosen.first, chosen.games, chosen.moments):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
