"""Counts sequences of legal turns: the measure by which two implementations of the rules are compared."""

from __future__ import annotations

from companion.games.karo.bits.frame import Spot
from companion.games.karo.fast import FastRules, fast_rules
from companion.games.karo.state import Karo

KEPT = 300_000
"""Positions whose count is remembered; some 150 MB. Turns that commute meet again and again."""


def perft(state: Karo, depth: int) -> int:
    """How many sequences of `depth` legal whole turns begin at `state`.

    A turn is tile and disc together; different turns that reach one board count apart; a forced pass is a turn; nothing
    follows a won game. A repeated position does not end a sequence: counts depend on the board alone, not on its past.
    """
    if depth == 0:
        return 1
    if state.over:
        return 0
    rules = fast_rules(state, depth)
    return _count(rules, rules.frame.spot(state), depth, {})


def _count(rules: FastRules, at: Spot, depth: int, known: dict[tuple[Spot, int], int]) -> int:
    if rules.won(at):
        return 0
    if depth == 1:
        return rules.count(at)
    total = known.get((at, depth))
    if total is None:
        total = sum(_count(rules, rules.after(at, move), depth - 1, known) for move in rules.moves(at))
        if len(known) < KEPT:
            known[at, depth] = total
    return total
