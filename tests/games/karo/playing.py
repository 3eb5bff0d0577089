"""Short ways to set up a moment and to play on."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.games.karo import GAME
from companion.games.karo.actions import Turn
from companion.games.karo.board import Cell
from companion.games.karo.from_text import state_from_text
from companion.games.karo.options import Options, Rules
from companion.games.karo.state import Karo

RULES: tuple[Rules, ...] = ("four-circles", "movers-hoppers", "clear-out")
WHITE, RED = 0, 1
CIRCLES: Rules = "four-circles"
HOPPERS: Rules = "movers-hoppers"
CLEARING: Rules = "clear-out"


def at(rules: Rules, board: str, turn: int = WHITE, hand: tuple[int, int] = (0, 0)) -> Karo:
    return state_from_text(rules, board, turn, hand)


def go(seat: int, disc: Cell, *path: Cell, tile: Cell | None = None, to: Cell | None = None) -> Turn:
    return Turn(seat, disc, path, tile, to)


def refused(state: Karo, action: Action) -> tuple[str, str]:
    """The code of the refusal, and its clause; the action must not be listed either."""
    assert action not in state.legal_actions()
    with pytest.raises(Illegal) as refusal:
        state.apply(action)
    return refusal.value.code.removeprefix("karo."), refusal.value.clause


def boards_after(state: Karo) -> set[str]:
    return {state.apply(action).board for action in state.legal_actions()}


def wandered(rules: Rules, seed: int, actions: int) -> Karo:
    """A moment that random play leads to; not over."""
    random = Random(seed)
    state = GAME.start(2, Options(rules))
    for _ in range(actions):
        after = state.apply(random.choice(state.legal_actions()))
        if after.over:
            break
        state = after
    return state
