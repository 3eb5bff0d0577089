"""Random whole games keep their promises, and reach every corner of the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from companion.core.game import Action
from companion.core.kit import check_game
from companion.games.karo import GAME
from companion.games.karo.actions import ACTIONS, Pass, PlaceDisc, Turn
from companion.games.karo.board import fault_of
from companion.games.karo.options import Options, Rules
from companion.games.karo.position import with_board
from companion.games.karo.state import Karo
from tests.games.karo.playing import CIRCLES, CLEARING, HOPPERS, RULES, at, go

pytestmark = pytest.mark.whole

GAMES = 4
TURNS = 110
TILES = {CIRCLES: 20, HOPPERS: 24, CLEARING: 24}
DISCS = {CIRCLES: 6, HOPPERS: 6, CLEARING: 8}


@cache
def played(rules: Rules, seed: int, faces: str = "three") -> list[tuple[Karo, Action, Karo]]:
    """What happened in a random game of at most `TURNS` turns."""
    random = Random(seed)
    found: list[tuple[Karo, Action, Karo]] = []
    state = GAME.start(2, Options(rules, faces=faces))  # type: ignore[arg-type]
    while not state.over and len(found) < TURNS:
        action = random.choice(state.legal_actions())
        after = state.apply(action)
        found.append((state, action, after))
        state = after
    return found


def check_moment(state: Karo) -> None:
    """Tiles and discs are conserved, but for circles that leave in Clear Out."""
    rules = state.options.rules
    assert fault_of(state.board) is None
    assert len(state.cells) == TILES[rules]
    for seat, marks in enumerate(("wW", "rR")):
        on_board = sum(mark in marks for mark in state.cells.values())
        in_hand = state.hand[1 - seat if rules == CLEARING else seat]
        assert 0 <= in_hand <= DISCS[rules]
        assert on_board + in_hand <= DISCS[rules]
        assert rules == CLEARING or on_board + in_hand == DISCS[rules]


@pytest.mark.parametrize("rules", RULES)
def test_a_random_game_keeps_its_promises(rules: Rules) -> None:
    for seed in range(GAMES):
        for before, action, after in played(rules, seed):
            check_moment(after)
            assert len(after.past) == len(before.past) + 1
            assert after.turn == 1 - before.turn
            if isinstance(action, Pass):
                assert (after.board, before.legal_actions()) == (before.board, (action,))
            if isinstance(action, Turn) and rules == CIRCLES and action.tile is not None:
                assert action.path == (action.tile_to,)
            if isinstance(action, Turn) and rules == CLEARING:
                assert len(set(action.path)) == len(action.path)


def test_random_games_reach_every_corner() -> None:
    """Else the test above could hold for want of anything to check."""
    done, tiles, chains, winners = set(), set(), set(), set()
    for rules in RULES:
        for seed in range(GAMES):
            game = played(rules, seed)
            done |= {type(action) for _, action, _ in game}
            turns = [action for _, action, _ in game if isinstance(action, Turn)]
            tiles |= {rules for turn in turns if turn.tile is not None}
            chains |= {len(turn.path) for turn in turns}
            winners |= {(rules, game[-1][2].winner) for _ in (0,) if game[-1][2].over}
    assert done == set(ACTIONS)
    assert tiles == {CIRCLES, CLEARING}
    assert max(chains) >= 3
    assert {rules for rules, _ in winners} >= {HOPPERS}


def test_the_check_bites() -> None:
    state = GAME.start(2, Options()).apply(PlaceDisc(0, (0, 0)))
    check_moment(state)
    for broken in (
        replace(state, hand=(6, 6)),
        with_board(state, {cell: mark for cell, mark in state.cells.items() if cell != (3, 4)}),
        with_board(state, {**state.cells, (9, 9): "_"}),
    ):
        with pytest.raises(AssertionError):
            check_moment(broken)


@pytest.mark.parametrize("rules", RULES)
def test_the_conformance_kit_finds_nothing(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.core.kit.WANDERING", 24)
    match = check_game(GAME, 2, Options(rules), seed=4)
    assert match.state.scores is not None


def test_plausible_players_come_to_an_end() -> None:
    for rules in RULES:
        for seed in range(3):
            random, state, turns = Random(seed), GAME.start(2, Options(rules)), 0
            while not state.over:
                state, turns = state.apply(GAME.choose(state, state.turn, random)), turns + 1
                assert turns < 600


def test_a_plausible_player_takes_a_win() -> None:
    state = at(CIRCLES, "WWW_/___r/___w/r__r")
    assert GAME.choose(state, 0, Random(1)) == go(0, (2, 3), (0, 3))
