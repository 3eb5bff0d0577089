"""A hundred games of Four Circles or Clear Out between the partner and a player that looks two turns ahead.

`python -m tests.games.karo.partner_match [--rules four-circles] [--games 100] [--depth 6] [--looks 30000]`. It takes a
quarter of an hour of one core, so it is no part of `make test`. The first four discs are placed at random, so that no
two games are alike; the partner is White in every other game, and White begins. Both sides are the same program at
another depth: what is measured is the search. Thoughts end by the number of positions looked at, never by the clock:
the same seed plays the same game on any machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from companion.core.clock import ManualClock
from companion.core.game import Action
from companion.core.text import same
from companion.games.karo import GAME
from companion.games.karo.bits.four_circles import FourCircles
from companion.games.karo.fast import action_of, fast_rules
from companion.games.karo.levels import Level, advise, seen_before, value_for
from companion.games.karo.options import Options, Rules
from companion.games.karo.search.four_circles_value import FourCirclesValue
from companion.games.karo.search.negamax import Negamax
from companion.games.karo.state import Karo

OPPONENT_DEPTH = 2
DISCS_AT_RANDOM = 4
LONGEST = 400
"""Turns after which a game counts as drawn."""
NEEDED_SHARE = 0.95
ENOUGH_LOOKS = 30_000
"""A second or so of one core: what a Pi does well within the strongest level's ten seconds."""


def play(seed: int, partner: Level, played: Rules = "four-circles") -> Karo:
    """One game, to its end or to the longest that is played."""
    random, clock = Random(seed), ManualClock()
    state = GAME.start(2, Options(played))
    while not state.over and len(state.past) < LONGEST:
        if len(state.past) < DISCS_AT_RANDOM:
            action = random.choice(state.legal_actions())
        else:
            ours = state.turn == partner_seat(seed)
            action = advise(state, partner, clock).line[0] if ours else two_turns_ahead(state)
        state = state.apply(action)
    return state


class ShortSighted(FourCirclesValue):
    """Takes what stands on the board after two turns for what it is worth, and does not see what it threatens."""

    def gaps(self, circles: int) -> int:
        return 0


def two_turns_ahead(state: Karo) -> Action:
    rules = fast_rules(state, OPPONENT_DEPTH + 1)
    value = ShortSighted(rules) if isinstance(rules, FourCircles) else value_for(rules)
    root = rules.frame.spot(state)
    search = Negamax(rules, value, ManualClock(), seen_before(state, rules, root))
    return action_of(rules.frame, state.turn, search.deepen(root, OPPONENT_DEPTH, 60.0).line[0])


def partner_seat(seed: int) -> int:
    return seed % 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", choices=["four-circles", "clear-out"], default="four-circles")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--looks", type=int, default=ENOUGH_LOOKS)
    asked = parser.parse_args()
    partner = Level("partner", same("partner"), asked.depth, 3600.0, asked.looks)
    results: list[float] = []
    for seed in range(asked.first, asked.first + asked.games):
        end = play(seed, partner, asked.rules)
        results.append((end.scores or (0.5, 0.5))[partner_seat(seed)])
        side = ("White", "Red")[partner_seat(seed)]
        said = f"game {seed}: {side} {results[-1]:g} after {len(end.past)} turns, {time.process_time():.0f} s so far"
        print(said, file=sys.stderr, flush=True)
    won, drawn, lost = (results.count(score) for score in (1.0, 0.5, 0.0))
    print(
        f"{asked.rules}, depth {asked.depth}, {asked.looks} positions a thought, against depth 2, "
        f"{len(results)} games: {won} won, {drawn} drawn, {lost} lost, "
        f"{time.process_time() / 60:.1f} minutes of one core"
    )
    return 0 if won >= NEEDED_SHARE * len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
