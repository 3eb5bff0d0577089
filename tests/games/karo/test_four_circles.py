"""Part 3 of RULES.md, one test a clause."""

from __future__ import annotations

from companion.games.karo import GAME
from companion.games.karo.actions import Arrange, PlaceDisc, Turn
from companion.games.karo.options import Options
from tests.games.karo.playing import CIRCLES, RED, WHITE, at, boards_after, go, refused


def test_3_1_twenty_tiles_and_six_discs_each() -> None:
    start = GAME.start(2, Options())
    assert (start.board, start.hand) == ("_____/_____/_____/_____", (6, 6))


def test_3_2_one_disc_on_a_free_tile_in_turn() -> None:
    state = GAME.start(2, Options()).apply(PlaceDisc(WHITE, (0, 1)))
    assert (state.board, state.hand, state.turn) == ("_w___/_____/_____/_____", (5, 6), RED)
    assert refused(state, PlaceDisc(RED, (0, 1))) == ("not-free", "3.2")
    assert refused(state, PlaceDisc(RED, (0, 9))) == ("not-free", "3.2")
    assert refused(state, Arrange(RED, "rrr/RRR")) == ("no-camp-here", "3.2")
    assert refused(at(CIRCLES, "w_", WHITE, (0, 1)), PlaceDisc(WHITE, (0, 1))) == ("hand-empty", "3.2")
    assert len(state.legal_actions()) == 19


def test_3_3_plain_face_up() -> None:
    assert boards_after(at(CIRCLES, "__", RED, (0, 1))) == {"r_", "_r"}


def test_3_4_discs_move_once_all_are_placed() -> None:
    placing = at(CIRCLES, "w__", WHITE, (1, 1))
    assert refused(placing, go(WHITE, (0, 0), (0, 1))) == ("still-placing", "3.4")
    moving = placing.apply(PlaceDisc(WHITE, (0, 1))).apply(PlaceDisc(RED, (0, 2)))
    assert refused(moving, PlaceDisc(WHITE, (0, 1))) == ("placing-over", "3.4")
    assert {type(action) for action in moving.legal_actions()} != {PlaceDisc}


def test_3_5_a_step_in_eight_directions() -> None:
    state = at(CIRCLES, "___/_w_/___")
    steps = [turn for turn in state.legal_actions() if isinstance(turn, Turn) and turn.tile is None]
    assert {turn.path for turn in steps} == {((y, x),) for y in range(3) for x in range(3) if (y, x) != (1, 1)}
    assert refused(at(CIRCLES, "wr_"), go(WHITE, (0, 0), (0, 1))) == ("tile-taken", "3.5")


def test_3_6_a_jump_over_exactly_one_disc() -> None:
    state = at(CIRCLES, "w_w_r/_r___/__r__/____r/___w_")
    jumps = {turn.path[0] for turn in state.legal_actions() if isinstance(turn, Turn) and turn.disc == (0, 0)}
    assert (2, 2) not in jumps
    assert refused(state, go(WHITE, (0, 0), (2, 2))) == ("jump-taken", "3.6")
    assert refused(state, go(WHITE, (0, 0), (3, 3))) == ("no-step-no-jump", "3.6")
    assert refused(state, go(WHITE, (0, 0), (1, 2))) == ("no-step-no-jump", "3.6")
    assert refused(state, go(WHITE, (0, 2), (2, 4))) == ("nothing-jumped", "3.6")
    assert refused(state, go(WHITE, (0, 0), (0, 0))) == ("jump-taken", "3.6")
    assert state.apply(go(WHITE, (0, 2), (2, 0))).cells[2, 0] == "W"
    assert at(CIRCLES, "ww_").apply(go(WHITE, (0, 0), (0, 2))).board == "_wW"


def test_3_7_who_jumps_is_turned_over_and_back() -> None:
    state = at(CIRCLES, "wr_").apply(go(WHITE, (0, 0), (0, 2)))
    assert state.board == "_rW"
    assert at(CIRCLES, "Wr_").apply(go(WHITE, (0, 0), (0, 2))).board == "_rw"


def test_3_8_who_steps_or_is_jumped_is_not() -> None:
    assert at(CIRCLES, "W_r").apply(go(WHITE, (0, 0), (0, 1))).board == "_Wr"
    assert at(CIRCLES, "wR_").apply(go(WHITE, (0, 0), (0, 2))).board == "_RW"


def test_3_9_jumps_do_not_chain() -> None:
    state = at(CIRCLES, "wr_r_")
    assert refused(state, go(WHITE, (0, 0), (0, 2), (0, 4))) == ("no-chains", "3.9")
    assert refused(state, go(WHITE, (0, 0), (0, 2), (0, 3))) == ("no-chains", "3.9")
    assert refused(state, go(WHITE, (0, 0), (0, 4), (0, 2))) == ("no-step-no-jump", "3.6")
    assert refused(state, go(WHITE, (0, 0))) == ("disc-must-move", "3.5")


def test_3_10_an_empty_tile_may_move_in_the_second_phase() -> None:
    state = at(CIRCLES, "w__/_rr")
    assert refused(state, go(WHITE, (0, 0), (-1, 0), tile=(1, 2), to=(-1, 0))) == ("tile-not-empty", "3.10")
    assert state.apply(go(WHITE, (0, 0), (-1, 0), tile=(0, 2), to=(-1, 0))).board == "w../__./_rr"
    placing = at(CIRCLES, "w__/_rr", WHITE, (1, 0))
    assert refused(placing, go(WHITE, (0, 0), (-1, 0), tile=(0, 2), to=(-1, 0))) == ("still-placing", "3.4")


def test_3_11_a_disc_lands_on_the_tile_that_moved() -> None:
    state = at(CIRCLES, "wr_/___")
    assert refused(state, go(WHITE, (0, 0), (1, 0), tile=(1, 2), to=(2, 0))) == ("not-onto-tile", "3.11")
    assert refused(state, go(WHITE, (0, 0), (0, 3), tile=(1, 2), to=(0, 3))) == ("no-step-no-jump", "3.6")
    onto = at(CIRCLES, "wr/__").apply(go(WHITE, (0, 0), (0, 2), tile=(1, 0), to=(0, 2)))
    assert onto.board == "_rW/._."


def test_3_12_four_circles_in_a_line_win() -> None:
    stepped = at(CIRCLES, "WWW_r_/___w__").apply(go(WHITE, (1, 3), (0, 3)))
    assert not stepped.over
    jumped = at(CIRCLES, "WWW_/___r/___w").apply(go(WHITE, (2, 3), (0, 3)))
    assert (jumped.over, jumped.winner, jumped.scores) == (True, WHITE, (1.0, 0.0))
    assert at(CIRCLES, "R___/_R__/__R_/___R", WHITE).winner == RED
    assert at(CIRCLES, "___R/__R_/_R__/R___", WHITE).winner == RED
    assert at(CIRCLES, "R/R/R/R", WHITE).winner == RED
    assert not at(CIRCLES, "RRRr", WHITE).over
    assert not at(CIRCLES, "RR_RR/_____", WHITE).over
    assert at(CIRCLES, "WWWWW", RED).winner == WHITE
