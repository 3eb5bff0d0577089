"""Part 5 of RULES.md, one test a clause."""

from __future__ import annotations

import pytest

from companion.core.errors import Illegal
from companion.core.options import options_of
from companion.games.karo import GAME
from companion.games.karo.actions import PlaceDisc, Turn
from companion.games.karo.options import Options
from companion.games.karo.state import Karo
from tests.games.karo.playing import CLEARING, RED, WHITE, at, boards_after, go, refused


def paths(state: Karo) -> set[tuple[tuple[int, int], ...]]:
    """Of turns without a tile, from the only white disc that can move or from all."""
    return {turn.path for turn in state.legal_actions() if isinstance(turn, Turn) and turn.tile is None}


def test_5_1_six_by_four_or_any_24_tiles() -> None:
    assert GAME.start(2, Options(CLEARING)).board == "______/______/______/______"
    shape = "_______./._______/__________"
    cross = "..____../..____../________/________"
    assert GAME.start(2, Options(CLEARING, shape=cross)).board == cross
    for wrong in (
        shape,
        "______/______",
        "____________.____________",
        "w_______________________",
        "_" * 23 + "x",
        "_" * 25,
    ):
        with pytest.raises(Illegal) as refusal:
            GAME.start(2, Options(CLEARING, shape=wrong))
        assert (refusal.value.code, refusal.value.clause) == ("karo.shape", "5.1")
        assert "Clear Out" in refusal.value.what.en
        assert GAME.start(2, Options(shape=wrong)).board == GAME.start(2, Options()).board  # no other game asks for it


def test_5_2_each_puts_down_the_others_discs() -> None:
    state = GAME.start(2, Options(CLEARING)).apply(PlaceDisc(WHITE, (0, 0)))
    assert (state.board.split("/")[0], state.hand) == ("r_____", (7, 8))
    assert state.apply(PlaceDisc(RED, (0, 1))).board.split("/")[0] == "rw____"


def test_5_3_plain_face_up() -> None:
    assert boards_after(at(CLEARING, "__", WHITE, (1, 0))) == {"r_", "_r"}


def test_5_4_a_step_in_eight_directions() -> None:
    state = at(CLEARING, "___/_w_/___/rwr")
    around = {((y, x),) for y in range(3) for x in range(3)} - {((1, 1),)}
    assert around <= paths(state)
    assert state.apply(go(WHITE, (1, 1), (0, 2))).board == "__w/___/___/rwr"
    assert refused(state, go(WHITE, (1, 1), (0, 2), (1, 1))) == ("step-in-chain", "5.6")


def test_5_5_jumps_along_rows_and_columns_over_one_disc() -> None:
    slanting = at(CLEARING, "wr_/_r_/___/r_w")
    assert refused(slanting, go(WHITE, (0, 0), (2, 2))) == ("diagonal-jump", "5.5")
    assert {((0, 2),), ((1, 0),)} <= paths(slanting)
    assert refused(slanting, go(WHITE, (0, 0), (2, 0))) == ("nothing-jumped", "5.5")
    assert refused(at(CLEARING, "wrr_/w__r"), go(WHITE, (0, 0), (0, 3))) == ("no-step-no-jump", "5.4")


def test_5_6_chains_stop_where_the_player_likes() -> None:
    state = at(CLEARING, "wr_/r.r/r__/__w")
    assert {((0, 2),), ((0, 2), (2, 2))} <= paths(state)
    assert state.apply(go(WHITE, (0, 0), (0, 2))).board == "_Rw/r.r/r__/__w"
    assert state.apply(go(WHITE, (0, 0), (0, 2), (2, 2))).board == "_R_/r.R/r_w/__w"


def test_5_7_no_tile_twice() -> None:
    ring = at(CLEARING, "wr_/r.r/_r_/..w")
    whole = ((0, 2), (2, 2), (2, 0))
    assert whole in paths(ring)
    assert refused(ring, go(WHITE, (0, 0), *whole, (0, 0))) == ("landed-twice", "5.7")
    assert refused(ring, go(WHITE, (0, 0), (0, 2), (0, 0))) == ("landed-twice", "5.7")


def test_5_8_a_plain_disc_that_is_jumped_becomes_a_circle() -> None:
    assert at(CLEARING, "wr_/_rw").apply(go(WHITE, (0, 0), (0, 2))).board == "_Rw/_rw"
    assert at(CLEARING, "Wr_/_rw").apply(go(WHITE, (0, 0), (0, 2))).board == "_RW/_rw"


def test_5_9_a_circle_jumped_by_a_plain_disc_becomes_plain() -> None:
    assert at(CLEARING, "wR_/_rw").apply(go(WHITE, (0, 0), (0, 2))).board == "_rw/_rw"


def test_5_10_a_circle_jumped_by_a_circle_leaves() -> None:
    assert at(CLEARING, "WR_/_rw/r__").apply(go(WHITE, (0, 0), (0, 2))).board == "__W/_rw/r__"


def test_5_11_own_discs_alike_and_at_once_in_a_chain() -> None:
    assert at(CLEARING, "WW_/wrr").apply(go(WHITE, (0, 0), (0, 2))).board == "__W/wrr"
    assert at(CLEARING, "ww_/wrr").apply(go(WHITE, (0, 0), (0, 2))).board == "_Ww/wrr"


def test_5_12_a_tile_moves_with_its_own_disc() -> None:
    state = at(CLEARING, "w__/__r/wrr")
    carried = go(WHITE, (0, 0), (0, 2), tile=(0, 0), to=(0, 3))
    assert state.apply(carried).board == "._w_/__r./wrr."
    assert refused(state, go(WHITE, (0, 0), (0, 1), tile=(0, 2), to=(-1, 1))) == ("not-carried", "5.12")
    assert refused(state, go(WHITE, (2, 0), (1, 0), tile=(0, 0), to=(0, 3))) == ("not-carried", "5.12")
    red = at(CLEARING, "w__/__r/wrr", RED)
    assert refused(red, go(RED, (0, 0), (0, 2), tile=(0, 0), to=(0, 3))) == ("not-your-disc", "1.6")


def test_5_13_the_carried_disc_must_move() -> None:
    state = at(CLEARING, "w__/__r/wrr")
    assert refused(state, go(WHITE, (0, 0), tile=(0, 0), to=(0, 3))) == ("carried-must-move", "5.13")
    assert refused(state, go(WHITE, (0, 0))) == ("disc-must-move", "5.4")


def test_5_14_one_disc_left_wins_whoever_moved() -> None:
    own = at(CLEARING, "WW_/rrr").apply(go(WHITE, (0, 0), (0, 2)))
    assert (own.over, own.winner) == (True, WHITE)
    others = at(CLEARING, "WR_/wr_").apply(go(WHITE, (0, 0), (0, 2)))
    assert (others.over, others.winner) == (True, RED)
    assert not at(CLEARING, "WR_/wrr").apply(go(WHITE, (0, 0), (0, 2))).over
    assert not at(CLEARING, "w___", RED, (0, 1)).over


def test_5_15_the_first_in_a_chain_wins() -> None:
    white_first = at(CLEARING, "WW_R_/___r_").apply(go(WHITE, (0, 0), (0, 2), (0, 4)))
    assert (white_first.board, white_first.winner) == ("____W/___r_", WHITE)
    red_first = at(CLEARING, "WR_W_/___r_").apply(go(WHITE, (0, 0), (0, 2), (0, 4)))
    assert (red_first.board, red_first.winner) == ("____W/___r_", RED)


def test_5_16_nobody_walks_off_the_board() -> None:
    """Who has one disc left has won before that disc could leave, and a step leads to a tile only."""
    won = at(CLEARING, "w__/rr_")
    assert (won.over, won.winner, won.legal_actions()) == (True, WHITE, ())
    assert refused(won, go(WHITE, (0, 0), (-1, 0))) == ("over", "1.7")
    assert refused(at(CLEARING, "w_w/rr_"), go(WHITE, (0, 0), (-1, 0))) == ("no-tile", "2.4")


def test_5_17_there_is_one_set_of_rules_for_clear_out() -> None:
    games = next(each for each in options_of(Options) if each.name == "rules").words
    assert games == ("four-circles", "movers-hoppers", "clear-out")
