"""Games of Movers & Hoppers between a level of the partner and a plain player that looks three turns ahead.

`python -m tests.games.karo.race_match [--games 40] [--first 0] [--level strong]`. It takes some minutes of one core, so
it is no part of `make test`. The partner is White in every other game, and White begins. The partner lays out its own
camp; the other camp, and the first turn of each side, are drawn from the seed. Thoughts end by the number of positions
looked at, never by the clock: the same seed plays the same game on any machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from random import Random

from companion.core.clock import ManualClock
from companion.core.game import Action
from companion.games.karo import GAME
from companion.games.karo.actions import Arrange
from companion.games.karo.bits.frame import Spot, single_bits
from companion.games.karo.bits.movers_hoppers import MoversHoppers
from companion.games.karo.fast import action_of, fast_rules
from companion.games.karo.levels import LEVELS, Level, advise, for_rules, level
from companion.games.karo.options import Options
from companion.games.karo.state import Karo

PLAIN_DEPTH = 3
OPENING = 4
"""Actions at the beginning: two camps and a turn of each side."""
LONGEST = 400
"""Turns after which a game counts as drawn."""
NEEDED_SHARE = 0.95
ENOUGH_LOOKS = 30_000
"""Positions a thought: a second or so of one core, five of a Pi."""
SURE = 10_000
"""More than any difference of distances."""


class PlainPlayer:
    """Alpha-beta over whole turns; a position is worth the difference of the sums of rows to the opposite camp."""

    def __init__(self, rules: MoversHoppers) -> None:
        self.rules = rules

    def choose(self, state: Karo) -> Action:
        """The best turn after `PLAIN_DEPTH` turns; the first one of equals."""
        root = self.rules.frame.spot(state)
        best, chosen = -2 * SURE, None
        for move in self.rules.moves(root):
            value = -self.search(self.rules.after(root, move), PLAIN_DEPTH - 1, -2 * SURE, -best)
            if value > best:
                best, chosen = value, move
        assert chosen is not None
        return action_of(self.rules.frame, state.turn, chosen)

    def search(self, at: Spot, depth: int, alpha: int, beta: int) -> int:
        won = self.rules.won(at)
        if won:
            return won * (SURE + depth)
        if depth == 0:
            _, mine, theirs, _, _, _, seat = at
            return self.rows_to_go(theirs, 1 - seat) - self.rows_to_go(mine, seat)
        for move in self.rules.moves(at):
            alpha = max(alpha, -self.search(self.rules.after(at, move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    def rows_to_go(self, discs: int, seat: int) -> int:
        """Summed over the discs: rows to the nearer row of the camp opposite; 0 for a disc that stands in it."""
        goal_rows = [self.rules.frame.cell(bit)[0] for bit in single_bits(self.rules.camps[1 - seat])]
        rows = [self.rules.frame.cell(bit)[0] for bit in single_bits(discs)]
        return sum(max(0, row - max(goal_rows), min(goal_rows) - row) for row in rows)


def play(seed: int, partner: Level) -> Karo:
    """One game, to its end or to the longest that is played."""
    random, clock = Random(seed), ManualClock()
    state = GAME.start(2, Options("movers-hoppers"))
    while not state.over and len(state.past) < LONGEST:
        ours = state.turn == partner_seat(seed)
        if len(state.past) < OPENING and not (ours and isinstance(state.legal_actions()[0], Arrange)):
            action = random.choice(state.legal_actions())
        elif ours:
            action = advise(state, partner, clock).line[0]
        else:
            rules = fast_rules(state)
            assert isinstance(rules, MoversHoppers)
            action = PlainPlayer(rules).choose(state)
        state = state.apply(action)
    return state


def partner_seat(seed: int) -> int:
    return seed % 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="seed of the first game")
    parser.add_argument("--level", choices=[each.key for each in LEVELS], default="strong")
    parser.add_argument("--looks", type=int, default=ENOUGH_LOOKS)
    asked = parser.parse_args()
    partner = replace(for_rules(level(asked.level), "movers-hoppers"), time_s=3600.0, looks=asked.looks)
    results: list[float] = []
    for seed in range(asked.first, asked.first + asked.games):
        end = play(seed, partner)
        results.append((end.scores or (0.5, 0.5))[partner_seat(seed)])
        side = ("White", "Red")[partner_seat(seed)]
        said = f"game {seed}: {side} {results[-1]:g} after {len(end.past)} turns, {time.process_time():.0f} s so far"
        print(said, file=sys.stderr, flush=True)
    won, drawn, lost = (results.count(score) for score in (1.0, 0.5, 0.0))
    print(
        f"{asked.level}, {partner.depth} turns ahead, {asked.looks} positions a thought, against depth {PLAIN_DEPTH}, "
        f"{len(results)} games: {won} won, {drawn} drawn, {lost} lost, "
        f"{time.process_time() / 60:.1f} minutes of one core"
    )
    return 0 if won >= NEEDED_SHARE * len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
