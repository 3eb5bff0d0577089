"""A hundred games of Four Circles between the partner and a player that looks two turns ahead.

`python -m tests.games.karo.partner_match [--games 100] [--depth 6] [--seconds 60]`. It takes half an hour and more, so
it is no part of `make test`. The first four discs are placed at random, so that no two games are alike; the partner is
White in every other game, and White begins. Both sides are the same program at another depth: what is measured is the
search.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from companion.core.clock import SystemClock
from companion.core.text import same
from companion.games.karo import GAME
from companion.games.karo.options import Options
from companion.games.karo.partner import Level, advise

OPPONENT = Level("two-turns", same("two turns"), 2, 60.0)
DISCS_AT_RANDOM = 4
LONGEST = 400
"""Turns after which a game counts as drawn."""
NEEDED_SHARE = 0.95


def play(seed: int, partner: Level) -> tuple[float, int, float]:
    """One game. Returns the partner's score (1, 0.5, 0), the number of turns, and its longest thought in seconds."""
    random, clock, longest_s, turns = Random(seed), SystemClock(), 0.0, 0
    partner_seat = seed % 2
    state = GAME.start(2, Options())
    while not state.over and turns < LONGEST:
        if turns < DISCS_AT_RANDOM:
            action = random.choice(state.legal_actions())
        elif state.turn == partner_seat:
            advice = advise(state, partner, clock)
            longest_s = max(longest_s, advice.took_s)
            action = advice.line[0]
        else:
            action = advise(state, OPPONENT, clock).line[0]
        state, turns = state.apply(action), turns + 1
    return (state.scores or (0.5, 0.5))[partner_seat], turns, longest_s


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    partner = Level("partner", same("partner"), asked.depth, asked.seconds)
    results: list[float] = []
    for seed in range(asked.first, asked.first + asked.games):
        score, turns, longest_s = play(seed, partner)
        results.append(score)
        print(
            f"game {seed}: {score:g} after {turns} turns, longest thought {longest_s:.1f} s",
            file=sys.stderr,
            flush=True,
        )
    won, drawn, lost = (results.count(score) for score in (1.0, 0.5, 0.0))
    print(f"depth {asked.depth} against depth 2, {len(results)} games: {won} won, {drawn} drawn, {lost} lost")
    return 0 if won >= NEEDED_SHARE * len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
