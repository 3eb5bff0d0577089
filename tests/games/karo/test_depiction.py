"""What the table should look like, and which turns explain what was seen."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.core.scene import Scene, Thing
from companion.games.karo import GAME
from companion.games.karo.actions import Pass, PlaceDisc
from companion.games.karo.depiction import depict, explained_by, explanations
from companion.games.karo.options import Rules
from companion.games.karo.phrases import cell_name, label
from tests.games.karo.playing import CIRCLES, CLEARING, HOPPERS, RED, RULES, WHITE, at, go, wandered


def test_tiles_lie_edge_to_edge_and_discs_on_them() -> None:
    scene = depict(at(CIRCLES, "w_/.R"))
    assert {(thing.kind, thing.face, thing.xy_mm, thing.level) for thing in scene.things} == {
        ("tile", "wood", (-80.0, -60.0), 0),
        ("tile", "wood", (-40.0, -60.0), 0),
        ("tile", "wood", (-40.0, -20.0), 0),
        ("disc", "white", (-80.0, -60.0), 1),
        ("disc", "red circle", (-40.0, -20.0), 1),
    }
    assert scene.kinds == {"tile", "disc"}


def test_what_does_not_move_lies_still() -> None:
    """A tile that leaves the top row must not push the rest of the depicted board about."""
    before = at(CIRCLES, "w__/__r")
    after = before.apply(go(WHITE, (0, 0), (-1, 0), tile=(0, 2), to=(-1, 0)))
    moved = set(depict(before).things) ^ set(depict(after).things)
    assert {thing.kind for thing in moved} == {"tile", "disc"}
    assert len(moved) == 4


@pytest.mark.parametrize("rules", RULES)
def test_a_turn_is_explained_by_what_it_leaves(rules: Rules) -> None:
    for seed in range(4):
        state, random = wandered(rules, seed, 20 + seed), Random(seed)
        action = random.choice(state.legal_actions())
        after = state.apply(action)
        found = explanations(state, depict(after))
        assert isinstance(action, Pass) or action in found
        assert all(state.apply(each).board == after.board for each in found)


def test_nothing_explains_the_same_table_a_broken_one_or_an_illegal_one() -> None:
    state = at(CIRCLES, "w__/__r")
    scene = depict(state)
    assert explanations(state, scene) == ()
    assert explanations(state, Scene((), frozenset())) == ()
    disc = Thing("disc", "white", xy_mm=(200.0, 0.0), level=1)
    assert explanations(state, replace(scene, things=(*scene.things, disc))) == ()
    strange = Thing("disc", "blue", xy_mm=scene.things[2].xy_mm, level=1)
    assert explanations(state, replace(scene, things=(*scene.things, strange))) == ()
    assert explained_by(state, "__w/r__") == ()
    assert explained_by(at(CIRCLES, "wr"), "wr") == ()


def test_several_turns_may_leave_the_same_board() -> None:
    """Either end tile of White's row may have gone: the discs are all alike."""
    state = at(CLEARING, "wr_rw")
    boards = [state.apply(action).board for action in state.legal_actions()]
    assert max(map(boards.count, boards)) == 1
    chain = at(CLEARING, "wr_/r.r/_r_/..w")
    ways = explained_by(chain, chain.apply(go(WHITE, (0, 0), (0, 2), (2, 2))).board)
    assert go(WHITE, (0, 0), (0, 2), (2, 2)) in ways


def test_a_drawn_board_may_lie_a_little_off_the_grid() -> None:
    state = at(HOPPERS, "___/___/_w_/___/___/_r_/___/___")
    turn = go(WHITE, (2, 1), (3, 1))
    things = depict(state.apply(turn)).things
    pushed = tuple(
        replace(thing, xy_mm=(thing.xy_mm[0] + 9.0, thing.xy_mm[1] - 9.0))
        for thing in things
        if thing.xy_mm is not None
    )
    assert explanations(state, Scene(pushed, frozenset({"tile", "disc"}))) == (turn,)


def test_pieces_have_faces_and_nothing_else_does() -> None:
    assert GAME.art("disc", "red circle").round
    assert GAME.art("disc", "red circle").shapes != GAME.art("disc", "red").shapes
    for kind, face in (("tile", "stone"), ("disc", "blue"), ("die", "1")):
        with pytest.raises(KeyError):
            GAME.art(kind, face)


def test_cells_are_named_with_a_margin() -> None:
    state = at(CIRCLES, "w__/__r")
    assert [cell_name(state, cell) for cell in ((0, 0), (1, 2), (-1, -1), (2, 3))] == ["B2", "D3", "A1", "E4"]
    wandering = state.apply(go(WHITE, (0, 0), (-1, 0), tile=(0, 2), to=(-1, 0)))
    assert cell_name(wandering, (-1, 0)) == "B2"


def test_turns_in_words() -> None:
    state = at(CIRCLES, "wr_/___")
    assert label(state, go(WHITE, (0, 0), (1, 0))).en == "⟦0⟧ steps B2 → B3"
    assert label(state, go(WHITE, (0, 0), (1, 0))).fr == "⟦0⟧ fait un pas B2 → B3"  # backwards too
    assert label(at(CLEARING, "__", WHITE, (1, 1)), PlaceDisc(WHITE, (0, 0))).fr == "⟦0⟧ pose un pion adverse en B2"
    assert label(at(CIRCLES, "__", WHITE, (1, 1)), PlaceDisc(WHITE, (0, 0))).fr == "⟦0⟧ pose un pion en B2"
    assert label(state, go(WHITE, (0, 0), (0, 2))).fr == "⟦0⟧ saute B2 → D2"
    onto = label(state, go(WHITE, (0, 0), (2, 0), tile=(1, 2), to=(2, 0)))
    assert onto.en == "⟦0⟧ moves the tile D3 → B4, then jumps B2 → B4"
    carried = label(at(CLEARING, "w__/__r/wrr"), go(WHITE, (0, 0), (0, 2), tile=(0, 0), to=(0, 3)))
    assert carried.fr == "⟦0⟧ déplace la case B2 → E2 puis fait un pas E2 → D2"


def test_prompts() -> None:
    assert GAME.prompt(at(CIRCLES, "w_r"), WHITE).en == "⟦0⟧, it is your turn."
    assert GAME.prompt(at(CIRCLES, "w_r"), RED).en == "⟦0⟧ plays."
    assert GAME.prompt(at(CIRCLES, "wr"), WHITE).fr == "⟦0⟧, aucun coup n'est possible : passez."
    assert GAME.prompt(at(CIRCLES, "__", WHITE, (1, 1)), None).fr == "⟦0⟧ pose un pion (1 en main)."
    assert GAME.prompt(at(CIRCLES, "WWWW", RED), None).en == "⟦0⟧ wins the game."
    drawn = replace(at(CIRCLES, "w_r"), over=True)
    assert "three times" in GAME.prompt(drawn, None).en
