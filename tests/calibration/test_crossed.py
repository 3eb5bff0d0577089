"""Arms that are put over a filmed hand: all of it stays as it was but for where they are."""

from __future__ import annotations

import numpy as np

from calibration.hands.crossed import CROSSED_LEVELS, SETTLED_FIRST, crossed
from companion.perception.hands.moment import CHANNELS
from companion.perception.hands.piece import PIECE_XY

WIDTH, HEIGHT = PIECE_XY
SEEN, TABLE, ARM = 60, 100, 230


def put_over(seed: int) -> np.ndarray:
    """An even film after an arm went over it that lies along its middle, and comes down from one moment to the next."""
    seen = np.full((HEIGHT, WIDTH, CHANNELS), SEEN, np.uint8)
    settled = np.full((HEIGHT, WIDTH, 3), TABLE, np.uint8)
    over = np.full((HEIGHT, WIDTH, CHANNELS), TABLE, np.uint8)
    over[:, :, :SETTLED_FIRST] = over[:, :, SETTLED_FIRST + 3 :][:, :, :3] = TABLE + CROSSED_LEVELS  # not an arm yet
    for moment, first in enumerate(range(SETTLED_FIRST + 3, CHANNELS, 3)):
        over[: 4 * moment, 18:30, first : first + 3] = ARM
    crossed(seen, over, settled, np.random.default_rng(seed))
    return seen


def test_the_table_at_rest_and_what_no_arm_hides_stay() -> None:
    for seed in range(20):
        seen = put_over(seed)
        assert (seen[:, :, :6] == SEEN).all()
        assert set(np.unique(seen)) <= {SEEN, ARM, *range(TABLE, ARM)}
        assert (seen == SEEN).mean() > 0.7


def test_arms_move_as_they_did_there() -> None:
    moved = 0
    for seed in range(20):
        seen = put_over(seed)
        hidden = [int((seen[:, :, first] == ARM).sum()) for first in range(6, CHANNELS, 3)]
        assert hidden == sorted(hidden)
        moved += hidden[-1] > hidden[1]
    assert moved > 15


def test_they_come_from_another_side() -> None:
    for seed in range(20):
        last = put_over(seed)[:, :, -1] == ARM
        if last.any():
            rows, columns = np.nonzero(last)
            upright = (columns >= 18) & (columns < 30) & (rows < 4 * (CHANNELS // 3 - 3))
            assert upright.mean() < 0.9


def test_the_same_chance_gives_the_same_film() -> None:
    assert np.array_equal(put_over(3), put_over(3))
    assert not np.array_equal(put_over(3), put_over(4))
