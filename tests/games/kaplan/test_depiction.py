"""The table as it should look, how pieces look, and what a throw explains."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from companion.core.art import Circle, Polygon
from companion.core.mat import TABLE_MAT
from companion.core.scene import Scene, Thing, differences
from companion.games.kaplan import GAME, layout
from companion.games.kaplan.actions import Throw, TurnLetter
from companion.games.kaplan.art import art
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import Cover, Metal
from tests.games.kaplan.playing import bet, covered, every_setup, random_game, ready, thrown


def faces(scene: Scene, kind: str) -> list[tuple[str, str]]:
    return [(thing.name, thing.face) for thing in scene.things if thing.kind == kind]


def seen(*dice: str) -> Scene:
    return Scene(tuple(Thing("die", face, xy_mm=(200.0, 0.0)) for face in dice), frozenset({"die"}))


def test_an_empty_table_has_the_dial_alone() -> None:
    state = GAME.start(2, GAME.options())
    assert GAME.depict(state).things == (Thing("dial", "dial", xy_mm=layout.DIAL_XY_MM, turn_deg=0.0),)


def test_the_scene_says_what_lies_where() -> None:
    state = covered(covered(ready(), 2, Cover.EYE), 4, Cover.OFF)
    state = bet(bet(thrown(state, 1, 2, 4), 1, 5), 2, 6).apply(TurnLetter(0, 4))
    scene = GAME.depict(state)
    numbers = [str(n) for n in range(1, 13)]
    assert faces(scene, "letter") == [(n, "B" if n == "4" else "draw") for n in numbers]
    assert faces(scene, "sarcophagus") == [(n, "eye" if n == "2" else "K") for n in numbers if n != "4"]
    assert faces(scene, "bet") == [("1", "square"), ("2", "square")]
    assert faces(scene, "colour-pawn") + faces(scene, "symbol-pawn") == [("", "green:2"), ("", "hexagon:transparent")]
    assert faces(scene, "clue") == [(f"{metal.value} {n}", "draw") for metal in Metal for n in (1, 2)]


def test_an_open_token_shows_its_value() -> None:
    state = bet(thrown(covered(ready(), 1, Cover.K, (1, 4)), 1, 2, 3), 1, 5)
    assert faces(GAME.depict(state), "bet") == [("1", "circle"), ("1", "square 5")]


def test_dice_are_spoken_of_only_while_they_lie_thrown() -> None:
    state = ready()
    assert "die" not in GAME.depict(state).kinds
    state = state.apply(Throw((3, 7, 7)))
    dice = [thing for thing in GAME.depict(state).things if thing.kind == "die"]
    assert dice == [Thing("die", "3"), Thing("die", "7"), Thing("die", "7")]
    assert differences(GAME.depict(state), seen("7", "3", "7")) == ()
    assert len(differences(GAME.depict(state), seen("7", "3", "8"))) == 2


def test_everything_lies_on_the_mat_and_off_its_markers() -> None:
    state = ready()
    reserve = [layout.reserve_xy_mm(clue.metal, clue.number) for clue in state.clues]
    cards = [layout.place_xy_mm(n) for n in range(1, 13)] + [layout.clue_xy_mm(c.metal, c.number) for c in state.clues]
    half_mm = (layout.CARD_WIDTH_MM / 2, layout.CARD_HEIGHT_MM / 2)
    for x, y in reserve:
        assert abs(x) + half_mm[0] <= TABLE_MAT.width_mm / 2
        assert abs(y) + half_mm[1] <= TABLE_MAT.height_mm / 2
        assert dist((x, y), layout.DIAL_XY_MM) > layout.DIAL_RADIUS_MM + half_mm[0]
        for marker in TABLE_MAT.markers:
            apart_x, apart_y = abs(x - marker.centre_xy_mm[0]), abs(y - marker.centre_xy_mm[1])
            assert apart_x > half_mm[0] + marker.side_mm / 2 or apart_y > half_mm[1] + marker.side_mm / 2
    for spot in cards:
        assert dist(spot, layout.DIAL_XY_MM) + half_mm[1] < layout.DIAL_RADIUS_MM
    for one, other in combinations([*cards, *reserve], 2):
        assert dist(one, other) > layout.CARD_WIDTH_MM
    left, _, _, _ = TABLE_MAT.dice_xyxy_mm
    assert layout.DIAL_XY_MM[0] + layout.DIAL_RADIUS_MM < left


def test_place_12_is_at_the_top_and_3_at_the_right() -> None:
    x, y = layout.DIAL_XY_MM
    assert layout.place_xy_mm(12) == pytest.approx((x, y - layout.CROWN_MM))
    assert layout.place_xy_mm(3) == pytest.approx((x + layout.CROWN_MM, y))
    assert layout.place_deg(3) == 90.0


@pytest.mark.parametrize(("seats", "options", "seed"), every_setup(14))
def test_everything_on_the_table_has_a_look(seats: int, options: Options, seed: int) -> None:
    for state in random_game(seats, options, seed).states[::5]:
        scene = GAME.depict(state)
        assert {thing.kind for thing in scene.things} <= scene.kinds
        for thing in scene.things:
            look = art(thing.kind, thing.face)
            for shape in look.shapes:
                points = shape.points_mm if isinstance(shape, Polygon) else (shape.centre_mm,)
                reach = shape.radius_mm if isinstance(shape, Circle) else 0.0
                assert all(abs(x) + reach <= look.width_mm / 2 + 1e-6 for x, _ in points)
                assert all(abs(y) + reach <= look.height_mm / 2 + 1e-6 for _, y in points)


def test_every_die_face_and_letter_has_its_own_look() -> None:
    assert len({art("die", str(face)) for face in range(1, 13)}) == 12
    assert len({art("letter", face) for face in [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "blank", "draw", "read"]}) == 29
    with pytest.raises(KeyError):
        art("letter", "é")


def test_three_readable_dice_explain_a_throw() -> None:
    state = ready()
    assert GAME.explanations(state, seen("10", "3", "7")) == (Throw((3, 7, 10)),)
    for scene in (seen("10", "3"), seen("10", "3", "7", "1"), seen("10", "3", "unknown"), seen("13", "1", "2"), seen()):
        assert GAME.explanations(state, scene) == ()
    assert GAME.explanations(state.apply(Throw((1, 2, 3))), seen("10", "3", "7")) == ()
    assert GAME.explanations(ready(dice=False), seen("10", "3", "7")) == ()
    assert GAME.eyes == frozenset({"die"})


def test_each_card_of_the_printed_deck_has_its_own_two_sides() -> None:
    sides = {GAME.art("card", f"{side} {ident}") for ident in range(1, 121) for side in ("draw", "read")}
    assert len(sides) == 240
    assert GAME.other_face(Thing("card", "draw 57", "57")) == "read 57"
    assert GAME.other_face(Thing("card", "read 57", "57")) == "draw 57"
    assert GAME.other_face(Thing("letter", "draw", "4")) is None
    for face in ("draw 0", "read 121", "draw x"):
        with pytest.raises(KeyError):
            GAME.art("card", face)
