"""Hands on the simulated table: how they move, and what a camera above sees of them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.camera.arrays import Pixels
from companion.simulator.arm import draw_arm
from companion.simulator.bodies import Arm, ArmLook
from companion.simulator.hand_motions import LOW_MM, Manner, random_look, random_reach
from companion.simulator.pile import arms_from_below, visible_shares
from companion.simulator.pinhole import PinholeCamera
from companion.simulator.reach import THICK_MM, Reach, Segment
from companion.simulator.world import World

SHOULDER_MM, CARD_MM, OTHER_MM = (120.0, 560.0), (0.0, -110.0), (170.0, 40.0)
BLUE = ArmLook((255, 0, 0), (0, 0, 255))
CAMERA = PinholeCamera(640, 480, 512.0, 725.0)


def reached(manner: Manner, seed: int) -> Reach:
    random = Random(seed)
    return random_reach(random, "seat 0", random_look(random), SHOULDER_MM, CARD_MM, 1.0, manner, OTHER_MM)


def drawn(height_mm: float, shadow: float = 0.0, moved_mm: float = 0.0) -> Pixels:
    picture = np.full((480, 640, 3), 200, np.uint8)
    arm = Arm("a", BLUE, SHOULDER_MM, (0.0, 0.0, height_mm), (moved_mm, 0.0, 0.0))
    draw_arm(picture, CAMERA, arm, shadow, (0.6, 0.0))
    return picture


def flesh(picture: Pixels) -> int:
    blue, green, red = (picture[:, :, n].astype(int) for n in range(3))
    return int(np.count_nonzero((blue > 110) & (green < 60) & (red < 60)))


def shaded_right_of_hand(picture: Pixels) -> int:
    """How far the shadow reaches out to the right of the flesh, in the palm's row."""
    row = picture[240].astype(int)
    blue = np.flatnonzero((row[:, 0] > 90) & (row[:, 1] < 90))
    dark = np.flatnonzero((row.max(axis=1) < 180) & (np.ptp(row, axis=1) < 12))
    return int(dark.max() - blue.max()) if len(dark) else 0


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.sampled_from(["plain", "pause", "feint", "away", "elsewhere", "slide", "hop"]))
def test_a_slap_meets_the_table_when_it_says_and_not_before(seed: int, manner: Manner) -> None:
    hand = reached(manner, seed)
    assert hand.palm_xyz_mm(1.0 + 1e-6)[2] == pytest.approx(0.0, abs=1e-3)
    assert hand.palm_xyz_mm(1.0)[:2] == pytest.approx(CARD_MM, abs=6.0)
    assert hand.palm_xyz_mm(1.0 - 1 / 60)[2] > 2.0  # with speed: it was clearly in the air a frame ago


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000))
def test_a_hand_that_hovers_is_neither_on_the_table_nor_still(seed: int) -> None:
    hand = reached("shy", seed)
    over = [hand.palm_xyz_mm(1.05 + step / 60) for step in range(9)]
    assert min(z for _, _, z in over) > LOW_MM - 10.0
    assert np.ptp(np.array(over), axis=0).max() > 0.05


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000))
def test_a_hand_that_lies_is_still(seed: int) -> None:
    hand = reached("plain", seed)
    lain = [hand.palm_xyz_mm(1.2 + step / 60) for step in range(30)]
    assert np.ptp(np.array(lain), axis=0).max() < 0.01


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.sampled_from(["plain", "pause", "feint", "shy", "elsewhere", "hop"]))
def test_no_hand_jumps(seed: int, manner: Manner) -> None:
    hand = reached(manner, seed)
    way_mm = np.array([hand.palm_xyz_mm(hand.begins_s + step / 240) for step in range(600)])
    assert np.linalg.norm(np.diff(way_mm, axis=0), axis=1).max() * 240 < 6000.0


def test_a_hand_that_comes_down_gets_smaller() -> None:
    sizes = [flesh(drawn(height)) for height in (150.0, 80.0, 0.0)]
    assert sizes[0] > sizes[1] > sizes[2]


def test_a_shadow_meets_its_hand_when_it_lands() -> None:
    reach = [shaded_right_of_hand(drawn(height, shadow=1.0)) for height in (90.0, 45.0, 0.0)]
    assert reach[0] > reach[1] > reach[2]


def test_what_moves_while_the_shutter_is_open_is_blurred() -> None:
    still, moving = drawn(0.0), drawn(0.0, moved_mm=25.0)
    steps = [int(np.abs(np.diff(picture[240, :, 1].astype(int))).max()) for picture in (still, moving)]
    assert steps[1] < steps[0] / 2


@pytest.mark.parametrize("owners", [("a", "b"), ("b", "a")])
def test_who_comes_down_later_lies_above_and_goes_through_nobody(owners: tuple[str, str]) -> None:
    world = World(lambda kind, face: pytest.fail("nothing lies there"))
    for owner, lands_s in zip(owners, (1.4, 1.0), strict=True):
        world.reach(random_reach(Random(3), owner, BLUE, SHOULDER_MM, CARD_MM, lands_s))
    for _ in range(90):
        world.advance(1 / 60)
        arms = [arm.owner for arm in world.snapshot().arms]
        assert arms in ([], [owners[1]], [owners[1], owners[0]])
    assert len(arms) == 2


HIGH_XYZ_MM, DOWN_XYZ_MM, MOVED_XYZ_MM = (0.0, 0.0, 60.0), (0.0, 0.0, 0.0), (30.0, 0.0, 0.0)
SLAPS, LIES = Segment("slap", 0.1, DOWN_XYZ_MM), Segment("lie", 30.0, DOWN_XYZ_MM)
LIES_A_WHILE = Segment("lie", 0.2, DOWN_XYZ_MM)


def acts(owner: str, begins_s: float, *segments: Segment) -> Reach:
    return Reach(owner, BLUE, SHOULDER_MM, begins_s, HIGH_XYZ_MM, segments, tremble_mm=0.0, drift_mm=0.0)


def pile(now_s: float, *hands: Reach) -> list[str]:
    """Whose arms are in the picture, the lowest first."""
    world = World(lambda kind, face: pytest.fail("nothing lies there"))
    for hand in hands:
        world.reach(hand)
    world.advance(now_s)
    return [arm.owner for arm in world.snapshot().arms]


def test_a_hand_that_never_lands_is_above_those_that_do_whoever_reached_in_first() -> None:
    hovers, lies = acts("hovers", 0.0, Segment("hover", 30.0, HIGH_XYZ_MM)), acts("lies", 0.5, SLAPS, LIES)
    for now_s in (0.55, 0.59, 0.61, 0.7):  # it reaches in beneath
        assert pile(now_s, hovers, lies) == pile(now_s, lies, hovers) == ["lies", "hovers"]


def test_who_comes_down_first_lies_below_and_goes_there_below_though_he_reached_in_later() -> None:
    pauses = acts("pauses", 0.0, Segment("hover", 1.0, HIGH_XYZ_MM), SLAPS, LIES)
    for now_s in (0.55, 0.7, 1.05, 2.0):
        assert pile(now_s, pauses, acts("slaps", 0.5, SLAPS, LIES)) == ["slaps", "pauses"]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(["plain", "pause", "feint", "shy"]), min_size=2, max_size=6), st.integers(0, 10_000))
def test_hands_that_stay_or_never_land_never_change_places_in_the_pile(manners: list[Manner], seed: int) -> None:
    random = Random(seed)
    hands = [
        random_reach(random, f"seat {n}", BLUE, SHOULDER_MM, CARD_MM, random.uniform(1.0, 1.5), manner)
        for n, manner in enumerate(manners)
    ]
    in_the_end = [hand.owner for hand in sorted(hands, key=lambda hand: hand.level(9.0))]
    for step in range(180):
        owners = [arm.owner for arm in arms_from_below(hands, step / 60)]
        assert owners == [owner for owner in in_the_end if owner in owners]


def test_a_hand_that_slides_keeps_its_place_in_the_pile() -> None:
    slide, stays = Segment("slide", 0.2, MOVED_XYZ_MM), Segment("lie", 30.0, MOVED_XYZ_MM)
    slides, above = acts("slides", 0.0, SLAPS, LIES_A_WHILE, slide, stays), acts("above", 0.1, SLAPS, LIES)
    for now_s in (0.25, 0.4, 0.6):
        assert pile(now_s, above, slides) == ["slides", "above"]


def test_a_hand_that_lifts_is_drawn_out_from_under_another_and_comes_down_above_it() -> None:
    up, again = Segment("glide", 0.2, HIGH_XYZ_MM), Segment("slap", 0.1, DOWN_XYZ_MM)
    lifts, stays = acts("lifts", 0.0, SLAPS, LIES_A_WHILE, up, again, LIES), acts("stays", 0.1, SLAPS, LIES)
    for now_s in (0.32, 0.36, 0.4, 0.44, 0.48, 0.55, 0.7):
        high = lifts.palm_xyz_mm(now_s)[2] > THICK_MM
        came_down = now_s >= 0.6
        assert pile(now_s, stays, lifts) == (["stays", "lifts"] if high or came_down else ["lifts", "stays"])
    assert pile(0.32, stays, lifts) != pile(0.48, stays, lifts)


def lying(x_mm: float, shoulder_xy_mm: tuple[float, float] = SHOULDER_MM) -> Arm:
    return Arm("a", BLUE, shoulder_xy_mm, (x_mm, 0.0, 0.0))


def test_a_hand_is_in_sight_as_far_as_no_arm_above_hides_it() -> None:
    from_below = (0.0, 560.0)
    alone, beside = lying(-100.0, from_below), lying(150.0, (150.0, 560.0))
    assert visible_shares(CAMERA, ()) == ()
    assert visible_shares(CAMERA, (alone, beside)) == (1.0, 1.0)
    assert visible_shares(CAMERA, (alone, alone)) == (0.0, 1.0)
    halves = [
        visible_shares(CAMERA, (lying(0.0, from_below), lying(x, (x, 560.0))))[0] for x in (90.0, 60.0, 30.0, 10.0)
    ]
    assert halves == sorted(halves, reverse=True)
    assert halves[0] > 0.9
    assert halves[-1] < 0.4
    across = lying(100.0, (-560.0, 0.0))  # its forearm lies over the hand
    assert visible_shares(CAMERA, (alone, across))[0] < 0.6
    assert visible_shares(CAMERA, (lying(9000.0), alone)) == (0.0, 1.0)


def test_what_is_counted_as_hidden_is_hidden_in_the_picture() -> None:
    lower = Arm("lower", ArmLook((0, 255, 0), (0, 255, 0)), (0.0, 560.0), (0.0, 0.0, 0.0))
    shares = []
    for x_mm in (80.0, 50.0, 20.0):
        upper = lying(x_mm, (x_mm, 560.0))
        greens = []
        for arms in ((lower,), (lower, upper)):
            picture = np.full((480, 640, 3), 200, np.uint8)
            for arm in arms:
                draw_arm(picture, CAMERA, arm, 0.0, (0.0, 0.0))
            hand = picture[:290].astype(int)  # the rest of the arm lies below in the picture
            greens.append(np.count_nonzero((hand[:, :, 1] > 110) & (hand[:, :, 0] < 90)))
        shares.append((visible_shares(CAMERA, (lower, upper))[0], greens[1] / greens[0]))
    told, drawn_so = np.array(shares).T
    assert told == pytest.approx(drawn_so, abs=0.1)
