"""The table from above: what lies where, which face is up, and what a look at it explains."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import cos, radians, sin

import pytest

from companion.core.mat import TABLE_MAT
from companion.core.scene import Scene, Thing
from companion.games.leprechauns import GAME, layout
from companion.games.leprechauns.actions import ChestSeen, Signal, TakePrems, TurnAction
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ActionCard, ActionKind
from companion.games.leprechauns.state import Leprechauns
from tests.games.leprechauns.playing import ADA, BOB, PLAIN, random_game, run, slapped, tried, with_action
from tests.games.leprechauns.test_action_cards import played_out


def faces(scene: Scene) -> dict[str, str]:
    return {thing.name: thing.face for thing in scene.things if thing.kind == "chest"}


def test_what_lies_on_the_table() -> None:
    state = run(GAME.start(2, PLAIN), [TakePrems(ADA), Signal(ADA), ChestSeen(ADA, 7, 7), ChestSeen(BOB, 9, 9)])
    assert faces(GAME.depict(state)) == {"pile 0": "back", "pile 1": "back", "turned 0": "7", "turned 1": "9"}
    lost = tried(slapped(with_action((4, 5), ActionKind.NEGATIVE), BOB, ADA), False, True)
    assert faces(GAME.depict(lost)) == {"pile 0": "back", "pile 1": "back", "lost 0": "back", "won 1": "value 4"}
    assert [(t.name, t.face) for t in GAME.depict(lost).things if t.kind == "action"] == [("pile", "back")]
    over = played_out(lost)
    assert faces(GAME.depict(over)) == {"lost 0": "back", "won 1": "value 4"}


def corners(thing: Thing) -> list[tuple[float, float]]:
    assert thing.xy_mm is not None
    assert thing.turn_deg is not None
    w, h = layout.CARD_WIDTH_MM / 2, layout.CARD_HEIGHT_MM / 2
    c, s = cos(radians(thing.turn_deg)), sin(radians(thing.turn_deg))
    x0, y0 = thing.xy_mm
    return [(x0 + x * c - y * s, y0 + x * s + y * c) for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))]


def apart(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    """Whether a line parts the two rectangles: along a side of one of them."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
            nx, ny = by - ay, ax - bx
            first = [nx * x + ny * y for x, y in one]
            second = [nx * x + ny * y for x, y in other]
            if max(first) < min(second) or max(second) < min(first):
                return True
    return False


@pytest.mark.parametrize("seats", GAME.seats)
def test_cards_lie_on_the_mat_clear_of_each_other_and_of_the_markers(seats: int) -> None:
    things = [
        thing
        for state in random_game(seats, Options("print"), seats).states
        for thing in GAME.depict(state).things
        if not thing.name.startswith("lost")  # they lie under those that were won
    ]
    places = list({(thing.kind, thing.xy_mm): thing for thing in things}.values())
    reach_x, reach_y = TABLE_MAT.width_mm / 2, TABLE_MAT.height_mm / 2
    for thing in places:
        assert all(abs(x) < reach_x and abs(y) < reach_y for x, y in corners(thing)), thing
        assert all(apart(corners(thing), list(marker.corners_mm)) for marker in TABLE_MAT.markers), thing
    for one, other in combinations(places, 2):
        assert apart(corners(one), corners(other)), (one, other)


def test_a_turned_chest_points_its_top_to_its_owner() -> None:
    """Turned over towards the others (l. 74), who read it upright; the pile's chest has its bottom there (l. 46)."""
    assert [layout.turned_deg(seat, 4) for seat in range(4)] == [180.0, 270.0, 0.0, 90.0]
    assert [layout.pile_deg(seat, 4) for seat in range(4)] == [0.0, 90.0, 180.0, 270.0]


def test_a_look_explains_the_action_card_and_the_chests_one_by_one() -> None:
    state: Leprechauns = GAME.start(2, Options()).apply(TakePrems(ADA))
    gift = TurnAction(ActionCard(ActionKind.GIFT))
    assert GAME.explanations(state, GAME.depict(state)) == ()
    assert GAME.explanations(state, GAME.depict(state.apply(gift))) == (gift,)
    state = run(state, [gift, Signal(ADA)])
    both = GAME.depict(run(state, [ChestSeen(ADA, 7, 7), ChestSeen(BOB, 9, 9)]))
    assert GAME.explanations(state, both) == (ChestSeen(ADA, 7, 7),)
    assert GAME.explanations(state.apply(ChestSeen(ADA, 7, 7)), both) == (ChestSeen(BOB, 9, 9),)
    moved = replace(both, things=tuple(replace(thing, xy_mm=(300.0, 0.0)) for thing in both.things))
    assert GAME.explanations(state, moved) == ()
