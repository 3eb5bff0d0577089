"""What the camera may see happen to the board, and what no rule explains. Numbers are clauses of RULES.md."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.board import HasBoard, changed, changes_between
from companion.core.errors import Illegal
from companion.core.match import begin
from companion.games.karo.actions import Turn
from companion.games.karo.board import read_board
from companion.games.karo.from_text import state_from_text
from companion.games.karo.options import Options
from companion.games.karo.seen import continued, fault_seen, half_done, outcomes, stages
from companion.games.karo.state import Karo

GAME = catalog.game("karo")
RULES = ("four-circles", "movers-hoppers", "clear-out")


def moment(rules: str, length: int, seed: int) -> Karo:
    """A random game after some turns."""
    match, random = begin(GAME, 2, Options(rules=rules)), Random(seed)  # type: ignore[arg-type]
    while len(match.actions) < length and match.state.scores is None:
        match = match.play(random.choice(match.state.legal_actions()))
    state = match.state
    assert isinstance(state, Karo)
    return state


moments = st.builds(moment, st.sampled_from(RULES), st.integers(0, 40), st.integers(0, 10_000))


@settings(max_examples=30, deadline=None)
@given(moments)
def test_every_outcome_is_what_the_rules_make_of_the_board(state: Karo) -> None:
    found = outcomes(state)
    for each in Random(0).sample(found, min(8, len(found))):
        assert changed(state.cells, each.changes) == state.apply(each.action).cells
    seen = {each.action for each in found}
    unseen = [action for action in state.legal_actions() if action not in seen]
    assert all(state.apply(action).cells == state.cells for action in unseen)


@settings(max_examples=30, deadline=None)
@given(moments, st.integers(0, 10_000))
def test_the_stages_of_a_turn_lead_to_its_outcome_over_boards_that_are_half_done_or_turns(
    state: Karo, seed: int
) -> None:
    found = outcomes(state)
    if not found:
        return
    chosen = Random(seed).choice(found)
    way = stages(state, chosen.action)
    assert way[-1] == changed(state.cells, chosen.changes)
    ends = [dict(each.changes) for each in found]
    for board in way[:-1]:
        assert half_done(state, board) or changes_between(state.cells, board) in ends


@settings(max_examples=20, deadline=None)
@given(moments)
def test_a_board_at_rest_is_not_half_done(state: Karo) -> None:
    assert not half_done(state, state.cells)


FAULTS = [
    # rules, board, to move, hand, what lies there, clause
    ("four-circles", "ww__/____/__rr/____", 0, (0, 0), "w___/__w_/__rr/____", None),  # a step: no fault at all
    ("four-circles", "ww__/____/__rr/____", 0, (0, 0), "_w__/____/__rr/___w", "3.6"),  # carried across the board
    ("four-circles", "ww__/____/__rr/____", 0, (0, 0), "_ww_/____/__rr/____", "3.7"),  # jumped, not turned over
    ("four-circles", "ww__/____/__rr/____", 0, (0, 0), "_w__/W___/__rr/____", "3.7"),  # stepped, but turned over
    ("four-circles", "ww__/____/__rr/____", 0, (0, 0), "ww__/___r/__r_/____", "1.6"),  # the other player's disc
    ("four-circles", "ww__/____/__rr/____", 0, (0, 0), "Ww__/____/__rr/____", "3.7"),  # turned over on its place
    ("four-circles", "ww__/____/__rr/____", 0, (0, 0), "____/ww__/__rr/____", "1.6"),  # two discs
    ("four-circles", "ww__/____/__rr/____", 0, (0, 0), "_w__/____/__rr/____", None),  # in hand: half done
    ("four-circles", "ww__/____/__rr/____", 0, (0, 0), "ww__/____/__rr/.__.", "3.10"),  # two tiles gone
    ("four-circles", "ww__/____/__rr/____", 0, (1, 1), "ww__/____/W_rr/____", "3.3"),  # put down circle up
    ("four-circles", "ww__/____/__rr/____", 0, (1, 1), "ww__/____/r_rr/____", "3.2"),  # the other colour
    ("four-circles", "ww__/____/__rr/____", 0, (1, 1), "_w__/w___/__rr/____", "3.4"),  # moved before all lie
    ("movers-hoppers", "www/___/___/_r_", 0, (0, 0), "ww_/_w_/___/_r_", "4.6"),  # stepped, not turned over
    ("movers-hoppers", "www/___/___/_r_", 0, (0, 0), "ww_/___/__W/_r_", "4.4"),  # a mover went two steps
    ("movers-hoppers", "www/___/___/_r_", 0, (0, 0), "ww_/__W/___/_r_", None),
    ("clear-out", "wr__/____/_rw_", 0, (0, 0), "_rW_/____/_rw_", "5.11"),  # what jumped was turned over
    ("clear-out", "wr__/____/_rw_", 0, (0, 0), "_r__/____/_rww", "5.4"),  # carried across the board
]


@pytest.mark.parametrize(("rules", "board", "turn", "hand", "shown", "clause"), FAULTS)
def test_what_no_turn_explains_is_told_with_its_clause(
    rules: str, board: str, turn: int, hand: tuple[int, int], shown: str, clause: str | None
) -> None:
    state = state_from_text(rules, board, turn, hand)  # type: ignore[arg-type]
    seen = read_board(shown)
    explained = half_done(state, seen) or any(changed(state.cells, each.changes) == seen for each in outcomes(state))
    if clause is None:
        assert explained
        return
    fault = fault_seen(state, seen)
    assert fault.clause == clause, fault.what.en
    assert "To go back:" in fault.what.en
    assert "Pour revenir" in fault.what.fr


def test_a_fault_names_every_place_that_differs_and_what_belongs_there() -> None:
    state = state_from_text("four-circles", "ww__/____/__rr/____", 0)
    fault = fault_seen(state, read_board("_w__/____/__rr/___w"))
    assert fault.what.en.endswith("To go back: B2 white disc, plain, E5 empty tile.")
    assert fault.what.fr.endswith("Pour revenir : B2 pion blanc plein, E5 case vide.")


def test_a_chain_may_go_on_after_each_stop() -> None:
    """5.6: every stop is a legal end."""
    state = state_from_text("clear-out", "wr_r_/____w/_r__r", 0)
    first = next(a for a in state.legal_actions() if isinstance(a, Turn) and a.path == ((0, 2),))
    longer = continued(state, first)
    assert {turn.path for turn in longer if isinstance(turn, Turn)} == {((0, 2), (0, 4))}


def test_a_turn_is_illegal_when_the_rules_say_so_and_not_by_the_camera() -> None:
    state = state_from_text("four-circles", "ww__/____/__rr/____", 0)
    with pytest.raises(Illegal):
        state.apply(Turn(0, (0, 0), ((3, 3),)))
    board = offers(GAME, HasBoard)
    assert board is not None
    assert board.places(state) == state.cells
