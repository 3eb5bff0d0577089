"""The rules and the search agree on who has won, after every turn of random boards and at every level."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.capabilities.partner import always
from companion.core.clock import ManualClock
from companion.core.text import same
from companion.games.karo.actions import Turn
from companion.games.karo.board import COLOURS, EMPTY, write_board
from companion.games.karo.fast import action_of, fast_rules
from companion.games.karo.levels import LEVELS, Level, advise, worth
from companion.games.karo.options import Rules
from companion.games.karo.search.scores import WON
from companion.games.karo.state import Karo
from companion.games.karo.verdicts import judge
from tests.games.karo.playing import CIRCLES, CLEARING, HOPPERS, RED, RULES, WHITE, at, go, wandered

GIVEN_AWAY = "WR_W_/___r_/_____"
"""Clear Out, White to move: a chain of two jumps leaves both with one disc, Red first."""
FEW = {CIRCLES: (5, 6), HOPPERS: (2, 5), CLEARING: (2, 3)}
"""Discs of a side in the small boards: few enough that one turn often wins."""
MOSTLY_CIRCLES = 5
"""Circles to a plain disc: lines are made of them, and they leave."""
MOMENTS = {CIRCLES: 40, HOPPERS: 40, CLEARING: 120}


def check_every_turn(state: Karo, seen: set[tuple[bool, int | None]]) -> int:
    """What the bits say of every turn is what the rules make of it; `seen` collects who won, and whether the mover.

    Returns:
        How many turns leave both players with one disc, the other player first.
    """
    given_away = 0
    rules = fast_rules(state)
    root = rules.frame.spot(state)
    assert rules.won(root) == 0, state.board
    for move in rules.moves(root):
        after = state.apply(action_of(rules.frame, state.turn, move))
        won = rules.won(rules.after(root, move))
        assert won == {None: 0, state.turn: -1, 1 - state.turn: 1}[after.winner], (state.board, move)
        seen.add((after.over, None if after.winner is None else (after.winner - state.turn) % 2))
        marks = list(after.cells.values())
        left = [sum(mark in COLOURS[seat] for mark in marks) for seat in (WHITE, RED)]
        given_away += won == 1 and left == [1, 1]
    return given_away


def small(rules: Rules, seed: int) -> Karo | None:
    """A board with few discs on it, drawn at random; None when it is won already."""
    random = Random(seed)
    rows, columns = (6, 3) if rules == HOPPERS else (3, 5)
    cells = {(row, column): EMPTY for row in range(rows) for column in range(columns)}
    least, most = FEW[rules]
    places = random.sample(sorted(cells), 2 * most)
    for seat in (WHITE, RED):
        for cell in places[seat * most :][: random.randint(least, most)]:
            cells[cell] = random.choices(COLOURS[seat], (1, MOSTLY_CIRCLES))[0]
    state = at(rules, write_board(cells)[0], seed % 2)
    return None if state.over else state


@pytest.mark.parametrize("rules", RULES)
def test_search_and_rules_agree_on_who_has_won(rules: Rules) -> None:
    seen: set[tuple[bool, int | None]] = set()
    given_away = 0
    for seed in range(MOMENTS[rules]):
        for state in (small(rules, seed), wandered(rules, seed, 10 + 2 * seed) if seed < 12 else None):
            if state is not None and not (rules == HOPPERS and state.placing):
                given_away += check_every_turn(state, seen)
    assert seen >= {(False, None), (True, 0)}  # else no win was met
    assert rules == CIRCLES or (True, 1) in seen  # nor one that the other player's turn gave
    assert (given_away > 0) == (rules == CLEARING)


def test_5_15_every_level_leaves_the_other_no_game() -> None:
    """The chain of two jumps gives Red the game: no level plays it, though White has one disc left after it too."""
    state = at(CLEARING, GIVEN_AWAY)
    losing = go(WHITE, (0, 0), (0, 2), (0, 4))
    assert state.apply(losing).winner == RED
    for level in LEVELS:
        advice = advise(state, Level(level.key, level.name, level.depth, 3600.0, 3000), ManualClock())
        after = state.apply(advice.line[0])
        assert after.winner != RED, level.key
        assert advice.line[0] != losing


def test_5_15_the_judge_blames_the_chain_that_gives_the_game_away() -> None:
    state = at(CLEARING, GIVEN_AWAY)
    verdict = judge(state, go(WHITE, (0, 0), (0, 2), (0, 4)), 3600.0, ManualClock(), always)
    assert verdict.costly
    assert verdict.best != go(WHITE, (0, 0), (0, 2), (0, 4))
    assert (
        worth(state, go(WHITE, (0, 0), (0, 2), (0, 4)), Level("test", same("test"), 1, 60.0), ManualClock()) == 1 - WON
    )


def test_5_15_a_chain_that_leaves_the_mover_first_is_played() -> None:
    state = at(CLEARING, "WW_R_/___r_")
    advice = advise(state, LEVELS[0], ManualClock())
    assert (state.apply(advice.line[0]).winner, advice.wins_in) == (WHITE, 1)


@pytest.mark.parametrize("mover", [WHITE, RED])
def test_4_11_a_full_camp_is_won_whoever_fills_it_and_whoever_moves(mover: int) -> None:
    """White has one disc in Red's camp; its last free tile is filled by White's own disc or by Red's."""
    board = "rRw/rr_/_r_/_w_/___/___/___/__W" if mover == RED else "rRr/Wr_/_w_/_w_/___/___/r__/___"
    state = at(HOPPERS, board, mover)
    assert not state.over
    end = state.apply(go(mover, (2, 1), (1, 2)))
    assert (end.over, end.winner) == (True, WHITE)


def test_the_agreement_would_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that gives every game to who moved disagrees with the rules about the chain."""
    state = at(CLEARING, GIVEN_AWAY)
    monkeypatch.setattr("companion.games.karo.bits.clear_out._left_first", lambda mine, theirs: (0, 0))
    with pytest.raises(AssertionError):
        check_every_turn(state, set())
    assert any(isinstance(action, Turn) and len(action.path) == 2 for action in state.legal_actions())
