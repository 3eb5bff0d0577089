"""Arms that lie on others are raised, so that bodies do not run through each other."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from calibration.training.hands.piled_arms import MOST_MM, Posed, piled
from companion.simulator.arm import joints
from companion.simulator.bodies import Arm, ArmLook

LOOKS = ArmLook((120, 155, 205), (60, 60, 60))


def posed(from_deg: float, palm_xy_mm: tuple[float, float], up_mm: float = 0.0, size: float = 1.0) -> Posed:
    a = radians(from_deg)
    shoulder = (600 * cos(a), 600 * sin(a))
    arm = Arm("x", LOOKS, shoulder, (*palm_xy_mm, up_mm))
    wrist, elbow, along = (tuple(map(float, each)) for each in joints(arm))
    return Posed(wrist, elbow, (*shoulder, 330.0), along, up_mm, size)


def test_an_arm_alone_stays_where_it_is() -> None:
    alone = posed(30, (0, 0))
    assert piled((alone,)) == (alone,)


def test_arms_that_do_not_meet_stay_where_they_are() -> None:
    arms = (posed(0, (150, 0)), posed(180, (-150, 0)))
    assert piled(arms) == arms


def test_a_hand_on_a_hand_is_as_high_as_that_one_is_thick() -> None:
    lower, upper = piled((posed(0, (0, 0)), posed(90, (0, 0))))
    assert lower.rests_mm == 0
    assert 15 < upper.rests_mm < 60
    assert upper.wrist[2] - posed(90, (0, 0)).wrist[2] == upper.rests_mm


def test_a_forearm_over_a_forearm_rises_at_the_elbow_and_its_hand_stays_down() -> None:
    own = posed(90, (0, -120))
    lower, upper = piled((posed(0, (-110, 40)), own))
    assert lower == posed(0, (-110, 40))
    assert upper.rests_mm == 0
    assert upper.elbow[2] > own.elbow[2] + 10


def test_a_hand_high_over_another_is_not_raised() -> None:
    arms = (posed(0, (0, 0)), posed(180, (0, 0), up_mm=150.0))
    assert piled(arms)[1].rests_mm == 150.0


ANY_ARM = st.builds(
    posed,
    st.floats(0, 360),
    st.tuples(st.floats(-200, 200), st.floats(-150, 150)),
    st.floats(0, 150),
    st.floats(0.75, 1.1),
)


@given(st.lists(ANY_ARM, min_size=1, max_size=6).map(tuple))
def test_joints_rise_alone_never_move_aside_and_the_order_stays(arms: tuple[Posed, ...]) -> None:
    for before, after in zip(arms, piled(arms), strict=True):
        for was, now in zip(
            (before.wrist, before.elbow, before.shoulder), (after.wrist, after.elbow, after.shoulder), strict=True
        ):
            assert now[:2] == was[:2]
            assert -1e-9 <= now[2] - was[2] <= MOST_MM + 1e-9
        assert np.isclose(after.rests_mm - before.rests_mm, after.wrist[2] - before.wrist[2])
        assert (after.along, after.size) == (before.along, before.size)
