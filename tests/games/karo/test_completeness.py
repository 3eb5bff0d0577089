"""`legal_actions` lists exactly what `apply` accepts, tried against every turn that could be thought of."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.games.karo.actions import Arrange, Pass, PlaceDisc, Turn
from companion.games.karo.board import Cell
from companion.games.karo.options import Rules
from companion.games.karo.state import Karo
from tests.games.karo.playing import RULES, wandered

pytestmark = pytest.mark.whole

MOMENTS = 5
TRIED = 300
"""Candidates tried at each moment besides the listed ones, of some hundred thousand."""


def thinkable(state: Karo, random: Random) -> Action:
    """Mostly a turn near the rules: discs that are there, ends near them, tiles near the board."""
    rows, columns = [row for row, _ in state.cells], [column for _, column in state.cells]
    near = list(product(range(min(rows) - 1, max(rows) + 2), range(min(columns) - 1, max(columns) + 2)))
    seat = random.choice((state.turn, state.turn, state.turn, 1 - state.turn))
    kind = random.random()
    if kind < 0.05:
        return PlaceDisc(seat, random.choice(near))
    if kind < 0.1:
        return random.choice((Pass(seat), Arrange(seat, random.choice(("wWw/WwW", "rRr/rRR", "rrr/RRR")))))
    discs = [cell for cell, mark in state.cells.items() if mark != "_"]
    disc, tile = random.choice(discs or near), random.choice((None, *state.cells)) if random.random() < 0.5 else None
    tile_to = None if tile is None and random.random() < 0.9 else random.choice(near)
    if tile is not None and random.random() < 0.5:
        disc = tile
    at = tile_to if tile_to is not None and disc == tile else disc
    path: list[Cell] = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        way = random.choice(((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)))
        far = random.choice((1, 2, 2, 3))
        at = (at[0] + way[0] * far, at[1] + way[1] * far)
        path.append(at)
    if tile_to is not None and random.random() < 0.5:
        path = [tile_to]
    return Turn(seat, disc, tuple(path), tile, tile_to)


def accepted(state: Karo, action: Action) -> bool:
    try:
        state.apply(action)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("rules", RULES)
def test_the_list_is_what_is_accepted(rules: Rules) -> None:
    hits = 0
    for seed in range(MOMENTS):
        state, random = wandered(rules, seed, 8 + 11 * seed), Random(seed)
        legal = set(state.legal_actions())
        assert all(accepted(state, action) for action in legal)
        for _ in range(TRIED):
            action = thinkable(state, random)
            assert accepted(state, action) == (action in legal), (state.board, action)
            hits += action in legal
    assert hits > MOMENTS  # else nothing near the rules was tried
