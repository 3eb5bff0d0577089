"""Counts of turns: by hand, in a file, and against the second counter of brute.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.karo.from_text import state_from_text
from companion.games.karo.options import Rules
from companion.games.karo.perft import perft
from companion.games.karo.state import Karo
from tests.games.karo import brute
from tests.games.karo.playing import CIRCLES, CLEARING, HOPPERS, RULES, WHITE, at, wandered

LINES = [line for line in (Path(__file__).parent / "perft.txt").read_text().splitlines() if not line.startswith("#")]
MOST_TO_COUNT = 20_000
"""Longer counts of the file were checked by brute.py once: `python -m tests.games.karo.check_perft`."""
MOST_TO_CHECK = 400
"""Sequences that brute.py counts again in every run."""


def parsed(line: str) -> tuple[Karo, brute.Moment, list[int]]:
    what, counts = line.split(": ")
    rules, board, to_move, hand = what.split(" ")
    white, red = map(int, hand.split(","))
    state = state_from_text(rules, board, "wr".index(to_move), (white, red))  # type: ignore[arg-type]
    return state, second(state), [int(count) for count in counts.split(" ")]


def second(state: Karo) -> brute.Moment:
    hand = "{},{}".format(*state.hand)
    at_bottom = state.options.white_end == "bottom"
    return brute.read(state.options.rules, state.board, "wr"[state.turn], hand, at_bottom)


@pytest.mark.parametrize("line", LINES)
def test_the_file(line: str) -> None:
    state, again, counts = parsed(line)
    for depth, count in enumerate(counts, start=1):
        if count <= MOST_TO_COUNT:
            assert perft(state, depth) == count
        if count <= MOST_TO_CHECK:
            assert brute.perft(again, depth) == count


def test_the_file_knows_all_rules() -> None:
    assert {line.split(" ")[0] for line in LINES} == set(RULES)


def test_four_circles_by_hand() -> None:
    """One disc and one empty tile: a step onto the tile, or the tile goes to one of the three other sides of the disc's
    tile, and the disc steps onto it."""
    assert [perft(at(CIRCLES, "w_"), depth) for depth in (0, 1)] == [1, 4]
    # a passes to Red, who has no disc, and passes back
    assert [perft(at(CIRCLES, "w_"), depth) for depth in (2, 3)] == [4, 16]
    # six tiles, White chooses one of six, Red one of five, White of four, Red of three
    placing = at(CIRCLES, "___/___", WHITE, (2, 2))
    assert [perft(placing, depth) for depth in (1, 2, 3, 4)] == [6, 30, 120, 360]


def test_movers_hoppers_by_hand() -> None:
    """A mover in the middle has eight steps; the hopper that it becomes has nothing to jump, nor has Red's."""
    lone = at(HOPPERS, "R__/___/___/___/_w_/___/___/___")
    assert [perft(lone, depth) for depth in (1, 2, 3, 4)] == [8, 8, 8, 8]


def test_clear_out_by_hand() -> None:
    """A row w r _ r w. White's end discs can jump to the middle: two turns. Each of White's end tiles can be carried to
    three places above and three below the tiles r _ r, from where its disc steps to the middle; from above the far end,
    and from beyond it, the middle is out of reach: six turns each."""
    assert perft(at(CLEARING, "wr_rw"), 1) == 2 + 6 + 6


@settings(max_examples=12, deadline=None)
@given(rules=st.sampled_from(RULES), seed=st.integers(0, 10_000), actions=st.integers(0, 90))
def test_random_moments_agree_with_the_second_counter(rules: Rules, seed: int, actions: int) -> None:
    moment = wandered(rules, seed, max(actions, 2) if rules == "movers-hoppers" else actions)
    state = state_from_text(rules, moment.board, moment.turn, moment.hand)
    depth = 2 if rules == "movers-hoppers" else 1
    assert perft(state, depth) == brute.perft(second(state), depth)


def test_the_second_counter_would_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """One fault in either makes them differ: here, tiles that need only touch at a corner."""
    state = at(CIRCLES, "w_w_r/_r___/__r__/_____/___w_")
    honest = brute.perft(second(state), 1)
    assert perft(state, 1) == honest
    monkeypatch.setattr(brute, "side_by_side", lambda a, b: max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1)
    assert brute.perft(second(state), 1) != honest


def test_a_board_is_the_same_wherever_it_lies() -> None:
    state = at(CIRCLES, "ww_Wr/_r_w_/R_w_r/_wr_r")
    turned = at(CIRCLES, "r_rw_/r_w_R/_w_r_/rW_ww")
    assert perft(turned, 2) == perft(state, 2)
