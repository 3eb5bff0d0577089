"""`make soak`: what takes an hour and more. Prints its figures and leaves with 1 at the first broken promise.

    python -m tests.soak --only kaplan --first 200

goes on with one game from its seed 200, after a run that was broken off.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion import catalog
from companion.core.game import Game
from companion.core.kit import Broken, check_game
from companion.core.match import Match
from companion.games.karo.options import Options as KaroOptions
from tests.games.kaplan.playing import every_setup
from tests.games.kaplan.promises import check_match as kaplan_promises
from tests.games.karo.playing import RULES as KARO_RULES
from tests.games.karo.test_whole_games import check_moment as karo_moment
from tests.table.test_kill import kill_while_playing

GAMES = 1000
FEWER = {"karo": 300}
"""Games whose every moment offers some fifty turns: they wander for 200 and are then meant seriously, three seconds
each."""
KILLS = 100


def plain_setup(game: Game, seed: int) -> tuple[int, Any]:
    """Every number of players in turn, with the default options."""
    return game.seats[seed % len(game.seats)], game.options()


def kaplan_setup(game: Game, seed: int) -> tuple[int, Any]:
    """Every number of players with every option."""
    return every_setup(GAMES)[seed][:2]


def karo_setup(game: Game, seed: int) -> tuple[int, Any]:
    """Each of the three games in turn, with every option."""
    return 2, KaroOptions(
        KARO_RULES[seed % 3],
        first=("white", "red")[seed // 3 % 2],
        faces=("three", "free")[seed // 6 % 2],
        white_end=("bottom", "top")[seed // 12 % 2],
    )


def karo_promises(match: Match) -> None:
    """Tiles and discs are conserved."""
    for state in match.states:
        karo_moment(state)


def nothing_more(match: Match) -> None:
    """A game without promises of its own."""


SETUPS: dict[str, Callable[[Game, int], tuple[int, Any]]] = {"kaplan": kaplan_setup, "karo": karo_setup}
PROMISES: dict[str, Callable[[Match], None]] = {"kaplan": kaplan_promises, "karo": karo_promises}
"""What a game keeps beyond the kit: tokens conserved, scores equal to an independent recount."""


def soak_game(key: str, game: Game, first: int) -> bool:
    """Plays every seed of one game from `first` on, prints what came of it, and says whether no promise was broken."""
    start_s, lengths = time.perf_counter(), Counter[int]()
    games = FEWER.get(key, GAMES)
    for seed in range(first, games):
        seats, options = SETUPS.get(key, plain_setup)(game, seed)
        try:
            match = check_game(game, seats, options, seed=seed)
            PROMISES.get(key, nothing_more)(match)
            lengths[seats] += len(match.actions)
        except Broken as broken:
            print(f"{key}, seed {seed}: {broken}")
            return False
        if seed % 50 == 49:
            print(f"{key}: seeds {first} to {seed} played", flush=True)
    print(
        f"{key}: {games - first} whole games of {game.seats[0]} to {game.seats[-1]} players, {sum(lengths.values())} "
        f"actions, every moment checked, 0 broken promises, {time.perf_counter() - start_s:.0f} s",
        flush=True,
    )
    return True


def soak_kills() -> bool:
    """Kills running games, prints what was lost, and says whether it was nothing."""
    lost = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(KILLS):
            acknowledged, came_back = kill_while_playing(Path(folder) / f"{seed}.sqlite", seed)
            lost += max(0, acknowledged - came_back)
    print(f"kill -9: {KILLS} running games killed, {lost} acknowledged actions lost")
    return not lost


def main() -> int:
    games = catalog.games()
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--only", choices=[*games, "kills"], help="one game, or the kills alone")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="go on from this seed")
    chosen = parser.parse_args()
    for key, game in games.items():
        if chosen.only in (None, key) and not soak_game(key, game, chosen.first):
            return 1
    return 0 if chosen.only not in (None, "kills") or soak_kills() else 1


if __name__ == "__main__":
    sys.exit(main())
