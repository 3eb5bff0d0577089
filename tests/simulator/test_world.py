"""The simulated table behaves like one: things lie where they were put, dice roll and come to rest fairly."""

from __future__ import annotations

from collections import Counter
from math import dist
from random import Random
from threading import Thread

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.art import Art
from companion.core.mat import TABLE_MAT
from companion.core.scene import Scene, Thing
from companion.simulator.bodies import Snapshot
from companion.simulator.dice_area import DICE_GAP_MM, DIE_RADIUS_MM
from companion.simulator.dodecahedron import STANDARD_VALUES, face_normals
from companion.simulator.world import World

LONG_S = 5.0
"""Longer than any throw or hand."""
BOARD = Thing("board", "", xy_mm=(-100.0, 0.0), turn_deg=0.0)
CARD = Thing("card", "K", "1", xy_mm=(-100.0, 50.0), turn_deg=90.0, level=1)
TOKEN = Thing("token", "3", xy_mm=(-100.0, 50.0), level=2)
PAWN = Thing("pawn", "red")
KINDS = frozenset({"board", "card", "token", "pawn"})


def art(kind: str, face: str) -> Art:
    """A board of 3 mm, cards of half a millimetre, round tokens and pawns of 4 mm."""
    return {
        "board": Art(300, 300, 3.0, False, "#884422"),
        "card": Art(40, 60, 0.5, False, "#eeeeee"),
        "token": Art(20, 20, 4.0, True, "#2244aa"),
        "pawn": Art(20, 20, 4.0, True, "#aa2222"),
    }[kind]


def upper_value(snapshot: Snapshot, index: int) -> int:
    """The value of the face that looks up most, from the die's pose alone."""
    up = face_normals() @ np.array(snapshot.dice[index].rotation).T
    return STANDARD_VALUES[int(up[:, 2].argmax())]


def test_arranging_lays_what_the_scene_shows_and_takes_away_the_rest() -> None:
    world = World(art)
    world.arrange(Scene((BOARD, CARD, TOKEN), KINDS))
    assert [(laid.thing, laid.xy_mm, laid.turn_deg) for laid in world.snapshot().things] == [
        (BOARD, (-100.0, 0.0), 0.0),
        (CARD, (-100.0, 50.0), 90.0),
        (TOKEN, (-100.0, 50.0), 0.0),
    ]
    turned = Thing("card", "eye", "1", xy_mm=(0.0, 0.0), turn_deg=0.0)
    before = {laid.thing.kind: laid.ident for laid in world.snapshot().things}
    world.arrange(Scene((BOARD, turned), KINDS))
    assert {laid.thing.kind: laid.ident for laid in world.snapshot().things} == {
        "board": before["board"],
        "card": before["card"],
    }


def test_arranging_the_same_again_changes_nothing() -> None:
    world = World(art)
    world.arrange(Scene((BOARD, CARD), KINDS))
    before = world.snapshot()
    world.arrange(Scene((BOARD, CARD), KINDS))
    assert world.snapshot() == before


def test_dice_and_things_without_a_place_stay_where_they_are() -> None:
    world = World(art)
    world.lay(PAWN, (30.0, 40.0), 15.0)
    world.place_die(7, (200.0, 0.0))
    dice = world.snapshot().dice
    world.arrange(Scene((BOARD, PAWN, Thing("die", "7")), KINDS | {"die"}))
    assert [(laid.thing.kind, laid.xy_mm) for laid in world.snapshot().things] == [
        ("pawn", (30.0, 40.0)),
        ("board", (-100.0, 0.0)),
    ]
    assert world.snapshot().dice == dice


def test_the_topmost_is_picked_pushed_turned_over_and_removed() -> None:
    world = World(art)
    world.arrange(Scene((BOARD, CARD, TOKEN), KINDS))
    kinds = {laid.ident: laid.thing.kind for laid in world.snapshot().things}
    token = world.pick((-100.0, 55.0))
    card = world.pick((-75.0, 50.0))  # lies crosswise: 60 mm wide there
    assert token is not None
    assert card is not None
    assert (kinds[token], kinds[card]) == ("token", "card")
    assert world.pick((300.0, 200.0)) is None
    world.move(token, (200.0, 10.0), 30.0)
    world.turn_over(card, "eye")
    assert {(laid.thing.kind, laid.thing.face, laid.xy_mm, laid.turn_deg) for laid in world.snapshot().things} == {
        ("board", "", (-100.0, 0.0), 0.0),
        ("card", "eye", (-100.0, 50.0), 90.0),
        ("token", "3", (200.0, 10.0), 30.0),
    }
    world.remove(token)
    for act in (world.remove, lambda ident: world.move(ident, (0, 0)), lambda ident: world.turn_over(ident, "1")):
        with pytest.raises(KeyError):
            act(token)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 12))
def test_a_throw_ends_apart_in_the_dice_area_with_the_values_it_told(seed: int, count: int) -> None:
    world = World(art)
    values = world.throw_dice(Random(seed), count)
    flying = world.snapshot()
    assert all(die.moving and die.value is None for die in flying.dice)
    assert not world.at_rest
    world.advance(LONG_S)
    table = world.snapshot()
    assert world.at_rest
    assert tuple(die.value for die in table.dice) == values
    assert tuple(upper_value(table, index) for index in range(count)) == values
    left, top, right, bottom = TABLE_MAT.dice_xyxy_mm
    middles = [die.middle_xyz_mm for die in table.dice]
    for x, y, _ in middles:
        assert left + DIE_RADIUS_MM <= x <= right - DIE_RADIUS_MM
        assert top + DIE_RADIUS_MM <= y <= bottom - DIE_RADIUS_MM
    apart = [dist(a[:2], b[:2]) for i, a in enumerate(middles) for b in middles[:i]]
    assert all(each >= 2 * DIE_RADIUS_MM + DICE_GAP_MM for each in apart)
    assert {round(z, 6) for *_, z in middles} == {9.5}


def test_the_same_seed_throws_the_same() -> None:
    tables = []
    for _ in range(2):
        world = World(art)
        world.throw_dice(Random(5))
        for _ in range(20):
            world.advance(0.07)
        tables.append(world.snapshot())
    assert tables[0] == tables[1]


def test_every_value_comes_up_and_a_throw_replaces_the_last() -> None:
    world, random = World(art), Random(1)
    seen = Counter(value for _ in range(400) for value in world.throw_dice(random))
    assert set(seen) == set(range(1, 13))
    # 1200 dice, 100 each expected, standard deviation 9.6.
    assert all(55 < seen[value] < 145 for value in seen)
    assert len(world.snapshot().dice) == 3
    with pytest.raises(ValueError, match="1 to 12"):
        world.throw_dice(random, 13)


def test_thrown_dice_keep_clear_of_things() -> None:
    world = World(art)
    for place in range(6):
        world.lay(Thing("card", "K"), (165.0, -150.0 + 60.0 * place))
    for seed in range(20):
        world.throw_dice(Random(seed))
        world.advance(LONG_S)
        for x, y, _ in (die.middle_xyz_mm for die in world.snapshot().dice):
            assert all(
                dist((x, y), laid.xy_mm) > DIE_RADIUS_MM + 20 or x > 165 + 20 for laid in world.snapshot().things
            )


def test_a_die_stands_on_what_lies_under_it() -> None:
    world = World(art)
    world.arrange(Scene((BOARD, CARD), KINDS))
    world.place_die(4, (-100.0, 50.0))
    assert world.snapshot().dice[0].middle_xyz_mm == pytest.approx((-100.0, 50.0, 3.5 + 9.5))
    ident = world.snapshot().dice[0].ident
    assert world.pick((-100.0, 50.0)) == ident
    world.move(ident, (250.0, 0.0), 30.0)
    world.turn_over(ident, "11")
    assert world.snapshot().dice[0].middle_xyz_mm == pytest.approx((250.0, 0.0, 9.5))
    assert upper_value(world.snapshot(), 0) == world.snapshot().dice[0].value == 11


def test_a_leaning_die_has_no_value_and_touches_the_table_with_a_corner() -> None:
    world = World(art)
    world.place_die(4, (200.0, 0.0), lean_deg=20.0, lean_toward_deg=70.0)
    (die,) = world.snapshot().dice
    assert die.value is None
    assert die.middle_xyz_mm[2] > 9.5
    world.clear_dice()
    assert world.snapshot().dice == ()


def test_hands_come_and_go_with_time() -> None:
    world = World(art)
    world.put_hand("ada", "south", (0.0, 50.0))
    assert not world.at_rest
    world.advance(0.1)
    partly = world.snapshot().hands[0].reach
    assert 0 < partly < 1
    world.advance(LONG_S)
    assert world.snapshot().hands[0].reach == 1
    assert world.at_rest
    world.put_hand("ada", "south", (20.0, 50.0))
    assert world.at_rest, "a hand that is there moves at once"
    world.remove_hand("ada")
    world.advance(0.1)
    assert world.snapshot().hands[0].reach < 1
    world.advance(LONG_S)
    assert world.snapshot().hands == ()
    world.remove_hand("nobody")


def test_the_revision_tells_every_change_and_nothing_else() -> None:
    world = World(art)
    seen = [world.revision]
    ident = world.lay(CARD, (0.0, 0.0))
    for act in (
        lambda: world.move(ident, (1.0, 1.0)),
        lambda: world.throw_dice(Random(0)),
        lambda: world.advance(0.05),
        lambda: world.advance(LONG_S),
        lambda: world.put_hand("ada", "east", (0.0, 0.0)),
        lambda: world.advance(LONG_S),
    ):
        act()
        seen.append(world.revision)
    assert seen == sorted(set(seen))
    world.advance(LONG_S)
    assert world.revision == seen[-1], "nothing moves on a table at rest"


def test_threads_may_share_it() -> None:
    world = World(art)
    failed: list[BaseException] = []

    def play(seed: int) -> None:
        try:
            random = Random(seed)
            for _ in range(60):
                world.throw_dice(random)
                ident = world.lay(CARD, (random.uniform(-300, 0), 0.0))
                world.advance(0.3)
                world.pick((0.0, 0.0))
                world.snapshot()
                world.remove(ident)
        except BaseException as error:
            failed.append(error)

    threads = [Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert world.snapshot().things == ()
