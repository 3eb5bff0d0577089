"""`make soak`: what takes minutes. Prints its figures and leaves with 1 at the first broken promise."""

from __future__ import annotations

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
from tests.games.kaplan.playing import every_setup
from tests.games.kaplan.promises import check_match as kaplan_promises
from tests.table.test_kill import kill_while_playing

GAMES = 1000
KILLS = 100


def plain_setup(game: Game, seed: int) -> tuple[int, Any]:
    """Every number of players in turn, with the default options."""
    return game.seats[seed % len(game.seats)], game.options()


def kaplan_setup(game: Game, seed: int) -> tuple[int, Any]:
    """Every number of players with every option."""
    return every_setup(GAMES)[seed][:2]


def nothing_more(match: Match) -> None:
    """A game without promises of its own."""


SETUPS: dict[str, Callable[[Game, int], tuple[int, Any]]] = {"kaplan": kaplan_setup}
PROMISES: dict[str, Callable[[Match], None]] = {"kaplan": kaplan_promises}
"""What a game keeps beyond the kit: tokens conserved, scores equal to an independent recount."""


def main() -> int:
    for key, game in catalog.games().items():
        start_s, lengths = time.perf_counter(), Counter[int]()
        for seed in range(GAMES):
            seats, options = SETUPS.get(key, plain_setup)(game, seed)
            try:
                match = check_game(game, seats, options, seed=seed)
                PROMISES.get(key, nothing_more)(match)
                lengths[seats] += len(match.actions)
            except Broken as broken:
                print(f"{key}: {broken}")
                return 1
        print(
            f"{key}: {GAMES} whole games of {game.seats[0]} to {game.seats[-1]} players, {sum(lengths.values())} "
            f"actions, every moment checked, 0 broken promises, {time.perf_counter() - start_s:.0f} s"
        )
    lost = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(KILLS):
            acknowledged, came_back = kill_while_playing(Path(folder) / f"{seed}.sqlite", seed)
            lost += max(0, acknowledged - came_back)
    print(f"kill -9: {KILLS} running games killed, {lost} acknowledged actions lost")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
