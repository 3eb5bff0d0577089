"""Boards from random play of the three games of KARO, sometimes in the middle of a turn."""

from __future__ import annotations

import random
from typing import get_args

import numpy as np

from companion.games.karo.board import EMPTY, Cell, read_board, write_board
from companion.games.karo.options import BLOCK, CLEAR_OUT_TILES, Options, Rules
from companion.games.karo.state import Karo, start

RULES: tuple[Rules, ...] = get_args(Rules)
"""The three games."""
PLACING_SHARE, MOST_TURNS = 0.15, 40  # share of boards from the opening, where discs are placed; most turns of others
HALF_TURN_SHARE = 0.15  # share of boards with one disc or moving tile in a hand
SHAPED_SHARE = 0.3  # share of starts with another shape than the usual block


def played_position(rng: np.random.Generator) -> dict[Cell, str]:
    """A random position: every tile with its mark, rows and columns from 0."""
    rules = RULES[int(rng.integers(len(RULES)))]
    shape = _shape(rng) if rng.random() < SHAPED_SHARE else BLOCK
    state = _play_on(rng, start(Options(rules=rules, shape=shape)))
    cells = dict(read_board(state.board))
    if rng.random() < HALF_TURN_SHARE:
        _lift(rng, cells, rules)
    return _turned(rng, cells)


def _play_on(rng: np.random.Generator, state: Karo) -> Karo:
    """The state after a random number of random turns; the winning turn is not played."""
    chance = random.Random(int(rng.integers(2**32)))
    placing = rng.random() < PLACING_SHARE
    left = int(rng.integers(1, 12 if placing else MOST_TURNS))
    while left and (actions := state.legal_actions()):
        after = state.apply(chance.choice(actions))
        if after.scores is not None:
            break
        state = after
        left -= placing or not any(state.hand)
    return state


def _lift(rng: np.random.Generator, cells: dict[Cell, str], rules: Rules) -> None:
    """Remove a random disc or, where tiles move, a random empty tile, in place: it is in a hand."""
    discs = [cell for cell, mark in cells.items() if mark != "_"]
    tiles = [cell for cell, mark in cells.items() if mark == "_"]
    if rules == "four-circles" and tiles and rng.random() < 0.5:
        del cells[tiles[int(rng.integers(len(tiles)))]]
    elif discs:
        cells[discs[int(rng.integers(len(discs)))]] = "_"


def _turned(rng: np.random.Generator, cells: dict[Cell, str]) -> dict[Cell, str]:
    """Turn the board by a random number of quarters, as people sit on all sides; rows and columns from 0."""
    for _ in range(int(rng.integers(4))):
        cells = {(column, -row): mark for (row, column), mark in cells.items()}
    top, left = (min(values) for values in zip(*cells, strict=True))
    return {(row - top, column - left): mark for (row, column), mark in sorted(cells.items())}


def _shape(rng: np.random.Generator) -> str:
    """A random connected shape of CLEAR_OUT_TILES empty tiles within 8 x 8, as board text."""
    cells = {(4, 4)}
    while len(cells) < CLEAR_OUT_TILES:
        row, column = sorted(cells)[int(rng.integers(len(cells)))]
        down, across = ((-1, 0), (0, -1), (0, 1), (1, 0))[int(rng.integers(4))]
        if row + down in range(8) and column + across in range(8):
            cells.add((row + down, column + across))
    return write_board(dict.fromkeys(cells, EMPTY))[0]
