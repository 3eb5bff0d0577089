"""Parts 1 and 2 of RULES.md: what the three games share. One test a clause."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import pytest

from companion.core.actors import OVER, at_seat
from companion.core.errors import Illegal, Unreadable
from companion.core.game import SeatAction
from companion.core.options import options_of
from companion.games.karo import GAME
from companion.games.karo.actions import Pass, PlaceDisc
from companion.games.karo.board import fault_of, read_board, write_board
from companion.games.karo.options import Options
from tests.games.karo.playing import CIRCLES, CLEARING, HOPPERS, RED, RULES, WHITE, at, go, refused
from tests.games.rules_page import clauses


def test_1_1_the_box() -> None:
    faces = {"white", "white circle", "red", "red circle"}
    assert {thing.face for thing in GAME.depict(at(CIRCLES, "wW/rR")).things if thing.kind == "disc"} == faces
    assert len({GAME.art("disc", face) for face in faces}) == len(faces)
    assert (GAME.art("tile", "wood").width_mm, GAME.art("disc", "red").width_mm) == (40.0, 26.0)
    hands = {rules: GAME.start(2, Options(rules)).hand for rules in RULES}
    assert hands == {CIRCLES: (6, 6), HOPPERS: (6, 6), CLEARING: (8, 8)}


def test_1_2_two_play_and_agree_who_begins() -> None:
    for seats in (1, 3):
        with pytest.raises(Illegal) as refusal:
            GAME.start(seats, Options())
        assert refusal.value.clause == "1.2"
    assert GAME.start(2, Options()).actor == at_seat(WHITE)
    assert GAME.start(2, Options(first="red")).actor == at_seat(RED)


def test_1_3_a_board_as_text() -> None:
    text = "..w/_W./rR_"
    assert write_board(read_board(text, (-3, 5))) == (text, (-3, 5))
    assert write_board({(4, 4): "w", (4, 5): "_"}) == ("w_", (4, 4))
    faults = {"w_": None, "w_x": "marks", "w_/_": "rows", "": "empty", "..": "empty", "w./.r": "apart"}
    assert {text: fault_of(text) for text in faults} == faults
    assert at(CIRCLES, "..../.w_./....").board == "w_"
    with pytest.raises(Unreadable):
        at(CIRCLES, "w./.r")


def test_1_4_who_cannot_move_passes_and_nobody_else() -> None:
    stuck = at(CIRCLES, "wr")
    assert stuck.legal_actions() == (Pass(WHITE),)
    assert stuck.apply(Pass(WHITE)).turn == RED
    assert refused(at(CIRCLES, "wr_"), Pass(WHITE)) == ("no-pass", "1.4")


def test_1_5_the_third_time_is_a_draw() -> None:
    state = at(CIRCLES, "w____/__r__")
    rounds = [go(WHITE, (0, 0), (0, 1)), go(RED, (1, 2), (1, 3)), go(WHITE, (0, 1), (0, 0)), go(RED, (1, 3), (1, 2))]
    for number, turn in enumerate(rounds * 2):
        assert not state.over, number
        state = state.apply(turn)
    assert (state.actor, state.winner, state.scores) == (OVER, None, (0.5, 0.5))


def test_1_5_a_board_that_has_wandered_is_the_same_position() -> None:
    state = at(CIRCLES, "w__r")
    assert state.key == replace(state, corner=(7, -2)).key
    assert state.key != replace(state, turn=RED).key


def test_1_6_the_players_act_in_turn_with_their_own_discs() -> None:
    state = at(CIRCLES, "w_r/___")
    assert refused(state, go(RED, (0, 2), (0, 1))) == ("not-your-turn", "1.6")
    assert refused(state, go(WHITE, (0, 2), (0, 1))) == ("not-your-disc", "1.6")
    assert refused(state, go(WHITE, (0, 1), (0, 0))) == ("not-your-disc", "1.6")
    assert refused(state, go(WHITE, (9, 9), (0, 1))) == ("not-your-disc", "1.6")
    assert refused(state, SeatAction(WHITE)) == ("no-such-action", "1.6")
    assert state.apply(go(WHITE, (0, 0), (0, 1))).turn == RED


def test_1_7_nothing_follows_the_end() -> None:
    over = at(CIRCLES, "WWWW/r_r_", turn=RED)
    assert (over.actor, over.legal_actions(), over.scores) == (OVER, (), (1.0, 0.0))
    for action in (go(RED, (1, 0), (1, 1)), Pass(RED), PlaceDisc(RED, (1, 1))):
        assert refused(over, action) == ("over", "1.7")


@pytest.mark.parametrize(
    ("wrong", "clause", "words"),
    [
        (Options("chess"), "1.8", "“Game” has no value “chess”; give rules one of these: four-circles, "),  # type: ignore[arg-type]
        (Options(first="blue"), "1.2", "“Who begins” has no value “blue”; give first one of these: white, red."),  # type: ignore[arg-type]
        (Options(faces="two"), "4.3", "give faces one of these: three, free."),  # type: ignore[arg-type]
        (Options(white_end="left"), "4.10", "give white_end one of these: bottom, top."),  # type: ignore[arg-type]
        (Options(shape=24), "5.1", "“Board (Clear Out)” has no value “24”"),  # type: ignore[arg-type]
        ("four-circles", "1.8", "give its own: rules, first, faces, white_end, shape."),
    ],
)
def test_1_8_a_choice_that_does_not_exist_is_named_with_its_values(wrong: object, clause: str, words: str) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.start(2, wrong)
    assert refusal.value.clause == clause
    assert words in refusal.value.what.en


@pytest.mark.parametrize("name", ["RULES.md", "RULES.fr.md"])
def test_1_8_names_every_choice_and_every_value(name: str) -> None:
    text = files("companion.games.karo").joinpath(name).read_text(encoding="utf-8")
    clause = text.split("**1.8**")[1].split("\n## ")[0]
    for each in options_of(Options):
        assert f"`{each.name}`" in clause
        assert all(f"`{word}`" in clause for word in each.words), each.name
        assert each.clause in clauses("karo")


def test_2_1_two_sides_must_be_free() -> None:
    state = at(CIRCLES, "w___/____/___r")
    assert refused(state, go(WHITE, (0, 0), (-1, 0), tile=(0, 1), to=(-1, 0))) == ("tile-held", "2.1")
    assert refused(state, go(WHITE, (0, 0), (-1, 0), tile=(1, 1), to=(-1, 0))) == ("tile-held", "2.1")
    assert state.apply(go(WHITE, (0, 0), (-1, 0), tile=(0, 3), to=(-1, 0))).board == "w.../___./____/___r"


def test_2_1_two_free_sides_may_lie_opposite() -> None:
    ring = at(CIRCLES, "___/_.w/r__")
    assert ring.apply(go(WHITE, (1, 2), (1, 3), tile=(0, 1), to=(1, 3))).board == "_._./_._w/r__."


def test_2_2_the_board_stays_in_one_piece_by_its_sides() -> None:
    bridge = at(CIRCLES, "w_r_")
    assert refused(bridge, go(WHITE, (0, 0), (1, 0), tile=(0, 1), to=(1, 0))) == ("tile-splits", "2.2")
    corner = at(CIRCLES, "w_./._r")
    assert refused(corner, go(WHITE, (0, 0), (1, 0), tile=(0, 1), to=(1, 0))) == ("tile-splits", "2.2")


def test_2_3_it_lands_elsewhere_beside_the_board() -> None:
    state = at(CIRCLES, "w__/__r")
    assert refused(state, go(WHITE, (0, 0), (0, 2), tile=(0, 2), to=(0, 2))) == ("tile-stays", "2.3")
    assert refused(state, go(WHITE, (0, 0), (-1, -1), tile=(0, 2), to=(-1, -1))) == ("tile-apart", "2.3")
    assert refused(state, go(WHITE, (0, 0), (0, 1), tile=(0, 2))) == ("half-a-tile", "2.3")
    assert state.apply(go(WHITE, (0, 0), (-1, 0), tile=(0, 2), to=(-1, 0))).board == "w../__./__r"


def test_2_4_the_board_lies_flat() -> None:
    state = at(CIRCLES, "w__/__r")
    assert refused(state, go(WHITE, (0, 0), (1, 0), tile=(0, 2), to=(1, 0))) == ("place-taken", "2.4")
    assert refused(state, go(WHITE, (0, 0), (-1, 0), tile=(5, 5), to=(-1, 0))) == ("no-such-tile", "2.1")
    assert refused(state, go(WHITE, (0, 0), (-1, 0))) == ("no-tile", "2.4")


def test_cells_keep_their_names_when_the_outline_moves() -> None:
    state = at(CIRCLES, "w__/__r").apply(go(WHITE, (0, 0), (-1, 0), tile=(0, 2), to=(-1, 0)))
    assert (state.corner, state.cells[1, 2]) == ((-1, 0), "r")
