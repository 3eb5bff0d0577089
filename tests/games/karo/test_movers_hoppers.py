"""Part 4 of RULES.md, one test a clause."""

from __future__ import annotations

from itertools import product

from companion.games.karo import GAME
from companion.games.karo.actions import Arrange, Pass, PlaceDisc, Turn
from companion.games.karo.options import Options
from companion.games.karo.state import Karo
from tests.games.karo.playing import HOPPERS, RED, WHITE, at, boards_after, go, refused

ROW = "___"


def started(options: Options | None = None) -> Karo:
    return GAME.start(2, options or Options(HOPPERS))


def ends(state: Karo) -> set[tuple[int, int]]:
    return {turn.path[0] for turn in state.legal_actions() if isinstance(turn, Turn)}


def test_4_1_three_by_eight_and_six_discs_on_two_rows() -> None:
    state = started()
    assert (state.board, state.hand) == ("/".join([ROW] * 8), (6, 6))
    assert refused(state, PlaceDisc(WHITE, (0, 0))) == ("no-placing-here", "4.1")
    laid = state.apply(Arrange(WHITE, "wWw/WwW"))
    assert laid.board == "___/___/___/___/___/___/wWw/WwW"
    assert (laid.hand, laid.turn) == ((0, 6), RED)
    both = laid.apply(Arrange(RED, "rrr/RRR"))
    assert both.board == "rrr/RRR/___/___/___/___/wWw/WwW"
    assert refused(both, Arrange(WHITE, "wWw/WwW")) == ("camps-laid", "4.2")


def test_4_2_three_circles_in_an_order_of_choice() -> None:
    state = started()
    camps = {action.camp for action in state.legal_actions() if isinstance(action, Arrange)}
    assert len(camps) == 20
    assert {(camp.count("W"), camp.count("w")) for camp in camps} == {(3, 3)}
    assert refused(state, Arrange(WHITE, "www/www")) == ("camp", "4.2")
    assert refused(state, Arrange(WHITE, "rrr/RRR")) == ("camp", "4.2")
    assert refused(state, go(WHITE, (7, 0), (6, 0))) == ("not-arranged", "4.2")


def test_4_3_variant_any_number_of_circles() -> None:
    state = started(Options(HOPPERS, faces="free"))
    assert len(state.legal_actions()) == 64
    assert {action.camp for action in state.legal_actions() if isinstance(action, Arrange)} == {
        f"{''.join(marks[:3])}/{''.join(marks[3:])}" for marks in product("wW", repeat=6)
    }
    assert state.apply(Arrange(WHITE, "www/www")).board.endswith("www/www")


def test_4_4_a_mover_steps() -> None:
    state = at(HOPPERS, "___/___/_w_/_r_/___/___/___/___")
    around = {(y, x) for y in (1, 2, 3) for x in range(3)} - {(2, 1), (3, 1)}
    assert ends(state) == around
    assert refused(state, go(WHITE, (2, 1), (4, 1))) == ("movers-step", "4.4")
    assert refused(state, go(WHITE, (2, 1), (3, 1))) == ("tile-taken", "4.4")
    assert refused(state, go(WHITE, (2, 1), (2, 3))) == ("no-tile", "4.4")


def test_4_5_a_hopper_jumps_over_one_or_more() -> None:
    state = at(HOPPERS, "___/___/_W_/_r_/_w_/_R_/___/___")
    assert ends(at(HOPPERS, "___/___/_W_/_r_/_r_/_R_/___/___")) == {(6, 1)}
    assert refused(state, go(WHITE, (2, 1), (1, 1))) == ("hoppers-hop", "4.5")
    assert refused(state, go(WHITE, (2, 1), (7, 1))) == ("hoppers-hop", "4.5")
    assert refused(state, go(WHITE, (2, 1), (3, 0), (4, 0))) == ("hoppers-hop", "4.5")
    gap = at(HOPPERS, "___/___/_W_/_r_/___/_r_/___/___")
    assert ends(gap) == {(4, 1)}
    assert refused(gap, go(WHITE, (2, 1), (6, 1))) == ("hoppers-hop", "4.5")
    slanting = at(HOPPERS, "___/___/W__/_r_/___/_r_/___/___")
    assert ends(slanting) == {(4, 2)}
    assert refused(slanting, go(WHITE, (2, 0), (4, 1))) == ("hoppers-hop", "4.5")
    assert at(HOPPERS, "___/___/Wrr/___/___/___/___/___").legal_actions() == (Pass(WHITE),)


def test_4_6_each_move_turns_the_disc_over() -> None:
    assert at(HOPPERS, "___/___/_w_/___/___/___").apply(go(WHITE, (2, 1), (3, 1))).cells[3, 1] == "W"
    hop = at(HOPPERS, "___/___/_W_/_R_/___/___/___").apply(go(WHITE, (2, 1), (4, 1)))
    assert (hop.cells[4, 1], hop.cells[3, 1]) == ("w", "R")


def test_4_7_backwards_is_allowed() -> None:
    assert {(4, 1), (2, 1)} <= ends(at(HOPPERS, "___/___/___/_w_/___/___/___/___"))


def test_4_8_tiles_stay() -> None:
    state = at(HOPPERS, "___/___/_w_/___/___/___")
    assert refused(state, go(WHITE, (2, 1), (-1, 0), tile=(0, 2), to=(-1, 0))) == ("tiles-stay", "4.8")
    assert all(board.count("/") == 5 for board in boards_after(state))


def test_4_9_all_discs_in_the_other_camp_win() -> None:
    state = at(HOPPERS, "Ww_/_W_/__w/___/_r_/___/___/___").apply(go(WHITE, (2, 2), (1, 2)))
    assert (state.over, state.winner) == (True, WHITE)
    red = at(HOPPERS, "___/___/_w_/___/_w_/___/_r_/r__", WHITE)
    assert red.winner == RED
    assert not at(HOPPERS, "Ww_/_W_/__w/___/_r_/___/___/___").over


def test_4_10_white_sits_at_the_lower_end() -> None:
    assert started().apply(Arrange(WHITE, "wWw/WwW")).board.endswith("wWw/WwW")
    other = started(Options(HOPPERS, white_end="top"))
    assert other.apply(Arrange(WHITE, "wWw/WwW")).board.startswith("wWw/WwW")
    assert at(HOPPERS, "WWW/www/___/___/___/___/rrr/RRR").options.white_end == "top"
    assert at(HOPPERS, "rrr/RRR/___/___/___/___/WWW/www").options.white_end == "bottom"
    assert not at(HOPPERS, "WW_/wwW/w__/___/___/___/rrr/RRR").over
    arrived = at(HOPPERS, "WWW/www/_r_/r_r/_r_/___/__r/_r_")
    assert (arrived.options.white_end, arrived.winner) == ("bottom", WHITE)


def test_4_11_a_full_camp_with_one_own_disc_wins() -> None:
    full = at(HOPPERS, "rRr/rr_/w__/_w_/___/___/r__/__W").apply(go(WHITE, (2, 0), (2, 1)))
    assert not full.over
    filled = at(HOPPERS, "rRr/rr_/_w_/_w_/___/___/r__/__W").apply(go(WHITE, (2, 1), (1, 2)))
    assert (filled.over, filled.winner) == (True, WHITE)
    given = at(HOPPERS, "rRw/rr_/_r_/_w_/___/___/r__/__W", RED).apply(go(RED, (2, 1), (1, 2)))
    assert (given.over, given.winner) == (True, WHITE)
