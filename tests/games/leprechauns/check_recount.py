"""More random whole games counted again than the tests have time for.

Run as `python -m tests.games.leprechauns.check_recount --games 1000`.
"""

from __future__ import annotations

import argparse
from itertools import product

from tests.games.leprechauns.playing import SETUPS, random_game
from tests.games.leprechauns.test_whole_games import check


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=5000, help="of the first ten games, one of each set-up")
    asked = parser.parse_args()
    for number, (seed, (seats, options)) in enumerate(product(range(asked.seed, asked.seed + asked.games), SETUPS), 1):
        check(random_game(seats, options, seed))
        random_game.cache_clear()  # nobody looks at it again
        if number == asked.games:
            break
    print(f"{asked.games} games: scores, chests won and first hands equal, no chest in two places")


if __name__ == "__main__":
    main()
