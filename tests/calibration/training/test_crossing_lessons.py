"""The lessons of the crossing network agree with their crops."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from calibration.training.hands.crossing_lessons import Lesson, lessons
from companion.perception.hands.crossing_network import CHANNELS, NEITHER, OVER, PLACE_PX, PLACES, SIDE, UNDER

pytestmark = pytest.mark.whole

BARE = 30
"""Grey levels by which bare table may differ, its three colours together."""


@lru_cache
def some() -> tuple[Lesson, ...]:
    return tuple(each for seed in (7, 8, 9) for each in lessons(seed))


def test_the_same_seed_gives_the_same_lessons() -> None:
    one, other = some()[0], next(lessons(7))
    assert np.array_equal(one[0], other[0])
    assert np.array_equal(one[1], other[1])
    assert all(seen.shape == (SIDE, SIDE, CHANNELS) and says.shape == (PLACES, PLACES) for seen, says in some())


def test_each_arm_is_the_upper_one_in_many_lessons_and_neither_in_some_cells() -> None:
    over, under = (sum((says == answer).any() for _, says in some()) for answer in (OVER, UNDER))
    assert min(over, under) > 10
    assert all((says == NEITHER).any() for _, says in some())
    assert not any((says == OVER).any() and (says == UNDER).any() for _, says in some()), "arms are not woven"


def test_where_one_lies_over_the_other_something_covers_the_table() -> None:
    there, elsewhere = [], []
    for seen, says in some():
        changed = np.abs(seen[..., :3].astype(int) - seen[..., 3:6]).sum(axis=2)
        by_place = changed.reshape(PLACES, PLACE_PX, PLACES, PLACE_PX).mean(axis=(1, 3))
        there += by_place[says != NEITHER].tolist()
        elsewhere += by_place[says == NEITHER].tolist()
    bare, bare_elsewhere = np.mean(np.array(there) < BARE), np.mean(np.array(elsewhere) < BARE)
    assert bare < 0.1
    assert bare_elsewhere > 0.2


def test_the_upper_arm_has_the_colours_that_it_has_about_its_palm() -> None:
    """Where the two overlap, the colours are those of the upper hand where it is seen alone."""
    own, others = [], []
    for seen, says in some():
        palms = [seen[..., channel] == 255 for channel in (6, 7)]
        shown = np.kron(says != NEITHER, np.ones((PLACE_PX, PLACE_PX))) > 0
        free = [palm & ~shown for palm in palms]
        if min(np.count_nonzero(palm) for palm in free) < 100 or not shown.any():
            continue
        upper = 0 if (says == OVER).any() else 1
        colour = np.median(seen[shown][:, :3], axis=0)
        far = [float(np.abs(np.median(seen[palm][:, :3], axis=0) - colour).sum()) for palm in free]
        own.append(far[upper])
        others.append(far[1 - upper])
    assert len(own) > 3
    assert np.mean(own) < np.mean(others)
