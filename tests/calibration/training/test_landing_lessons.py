"""The lessons of the landing-time network agree with their films."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.training.hands.landing_lessons import FILMED, Lesson, landings, lessons
from calibration.training.hands.targets import landing_target
from companion.perception.hands.landing_network import FILM_XY
from companion.simulator.hand_motions import Manner, random_look, random_reach

pytestmark = pytest.mark.whole


@lru_cache
def some() -> tuple[Lesson, ...]:
    return tuple(islice(lessons(7), 12))


def test_the_same_seed_gives_the_same_lessons() -> None:
    one, other = some()[0], next(lessons(7))
    assert one[3] == other[3]
    assert all(np.array_equal(*both) for both in zip(one[:3], other[:3], strict=True))
    width, height = FILM_XY
    for settled, film, others, _ in some():
        assert (settled.shape, film.shape) == ((height, width, 3), (FILMED, height, width, 3))
        assert others.shape == (height, width)


def test_a_hand_moves_before_it_landed_and_not_after() -> None:
    def changes(film: NDArray[np.uint8], ago: int) -> float:
        """About the palm, from one frame to the next."""
        one, next_one = (film[at, 12:28, 24:40].astype(int) for at in (ago, ago - 1))
        return float(np.abs(one - next_one).mean())

    landed = [(film, round(ago)) for _, film, _, ago in some() if 3 < ago < FILMED - 3]
    before, after = ([changes(film, ago + off) for film, ago in landed] for off in (2, -3))
    assert len(before) > 5
    assert np.median(before) > 2 * np.median(after)


def test_other_arms_are_drawn_in_most_lessons() -> None:
    drawn = [int(others.max()) for _, _, others, _ in some()]
    assert set(drawn) <= {0, 128, 255}
    assert sum(each > 0 for each in drawn) > len(drawn) / 2


@pytest.mark.parametrize(
    ("manner", "count"), [("plain", 1), ("pause", 1), ("feint", 1), ("away", 1), ("slide", 1), ("hop", 2), ("shy", 0)]
)
def test_a_hand_lands_at_a_place_when_it_does_so_first(manner: Manner, count: int) -> None:
    random = Random(3)
    reach = random_reach(random, "a", random_look(random), (600.0, 80.0), (0.0, 0.0), 2.0, manner, (150.0, 90.0))
    assert [landed for landed, _, _ in landings(reach)] == pytest.approx([2.0] * count)


def test_a_hand_that_goes_elsewhere_lands_twice() -> None:
    random = Random(3)
    reach = random_reach(random, "a", random_look(random), (600.0, 80.0), (0.0, 0.0), 2.0, "elsewhere", (150.0, 90.0))
    (first, lies, until), (second, _, _) = landings(reach)
    assert first == lies == pytest.approx(2.0)
    assert first < until < second
    x, y, z = reach.palm_xyz_mm(second + 0.2)
    assert (x, y, z) == pytest.approx((150.0, 90.0, 0.0), abs=1.0)


@pytest.mark.parametrize(
    ("ago", "answer"),
    [
        (0.0, {1: 1.0}),
        (2.25, {3: 0.75, 4: 0.25}),
        (-0.5, {0: 0.5, 1: 0.5}),
        (-30.0, {0: 1.0}),
        (40.0, {25: 1.0}),
        (23.5, {24: 0.5, 25: 0.5}),
    ],
)
def test_the_target_is_shared_by_the_nearest_frames(ago: float, answer: dict[int, float]) -> None:
    assert {n: float(share) for n, share in enumerate(landing_target(ago, 24)) if share} == pytest.approx(answer)
