"""Boards as people play them: positions of the three games after some turns, now and then in the middle of one."""

from __future__ import annotations

import random
from typing import get_args

import numpy as np

from companion.games.karo.board import EMPTY, Cell, read_board, write_board
from companion.games.karo.options import BLOCK, CLEAR_OUT_TILES, Options, Rules
from companion.games.karo.state import Karo, start

RULES: tuple[Rules, ...] = get_args(Rules)
PLACING_SHARE, MOST_TURNS = 0.15, 40
HALF_TURN_SHARE = 0.15  # somebody holds a disc, or the tile that moves
SHAPED_SHARE = 0.3  # of the games of Clear Out: another shape than the usual block


def played(rng: np.random.Generator) -> dict[Cell, str]:
    """Every tile with its mark; the first row and column are 0."""
    rules = RULES[int(rng.integers(len(RULES)))]
    shape = _shape(rng) if rng.random() < SHAPED_SHARE else BLOCK
    state = _after(rng, start(Options(rules=rules, shape=shape)))
    cells = dict(read_board(state.board))
    if rng.random() < HALF_TURN_SHARE:
        _lift(rng, cells, rules)
    return _turned(rng, cells)


def _after(rng: np.random.Generator, state: Karo) -> Karo:
    """Some turns on, drawn by lot; a game that is won is stopped before."""
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
    """A disc is in the air, or an empty tile."""
    discs = [cell for cell, mark in cells.items() if mark != "_"]
    tiles = [cell for cell, mark in cells.items() if mark == "_"]
    if rules == "four-circles" and tiles and rng.random() < 0.5:
        del cells[tiles[int(rng.integers(len(tiles)))]]
    elif discs:
        cells[discs[int(rng.integers(len(discs)))]] = "_"


def _turned(rng: np.random.Generator, cells: dict[Cell, str]) -> dict[Cell, str]:
    """By quarters: people sit on all sides."""
    for _ in range(int(rng.integers(4))):
        cells = {(column, -row): mark for (row, column), mark in cells.items()}
    top, left = (min(values) for values in zip(*cells, strict=True))
    return {(row - top, column - left): mark for (row, column), mark in sorted(cells.items())}


def _shape(rng: np.random.Generator) -> str:
    """24 empty tiles in one piece."""
    cells = {(4, 4)}
    while len(cells) < CLEAR_OUT_TILES:
        row, column = sorted(cells)[int(rng.integers(len(cells)))]
        down, across = ((-1, 0), (0, -1), (0, 1), (1, 0))[int(rng.integers(4))]
        if row + down in range(8) and column + across in range(8):
            cells.add((row + down, column + across))
    return write_board(dict.fromkeys(cells, EMPTY))[0]
