"""When a hand landed: what the network is shown, what is made of its answers, and how well it tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.training.hands.moment_lessons import lessons
from companion.camera.arrays import Pixels
from companion.perception.hands.landing import Shares
from companion.perception.hands.moment import (
    ABOUT,
    BEFORE_AT,
    CHANNELS,
    FEATURES,
    FILM_XY,
    KEPT,
    NOT_YET_AT,
    Features,
    MomentLook,
    about,
    dating,
    lying,
    moments,
)
from companion.perception.hands.order import Belief
from companion.perception.hands.piece import turned

ENOUGH = 48
FRESH_SEEDS = range(900_000, 900_002)  # lessons are made with smaller ones
WAY = turned((160.0, 120.0), (160.0, 300.0), 0.35, FILM_XY)
"""The piece about a palm in the middle of a picture (320 x 240), whose player sits below."""


def grey(level: int) -> np.ndarray:
    return np.full((FILM_XY[1], FILM_XY[0], 3), level, np.uint8)


def test_it_sees_a_frame_and_some_about_it_the_settled_table_and_other_arms() -> None:
    seen = about(map(grey, moments(20, KEPT)), grey(200), grey(128)[..., 0])
    assert seen.shape == (FILM_XY[1], FILM_XY[0], CHANNELS)
    assert [int(value) for value in seen[40, 24]] == [
        *(20 - off for off in ABOUT for _ in range(3)),
        200,
        200,
        200,
        128,
    ]


def test_beyond_the_film_its_ends_are_shown() -> None:
    assert moments(0, KEPT) == tuple(max(0, -off) for off in ABOUT)
    assert moments(39, 40) == tuple(min(39, 39 - off) for off in ABOUT)


def test_another_arm_is_drawn_where_it_lies() -> None:
    drawn = lying(WAY, [((180.0, 120.0), (400.0, 120.0))])
    assert drawn.shape == FILM_XY[::-1]
    row, col = np.unravel_index(np.flatnonzero(drawn == 255).mean().astype(int), drawn.shape)
    assert row == pytest.approx(19.5, abs=1), "its palm lies beside the one in the middle"
    assert col > FILM_XY[0] / 2
    assert (drawn[15:24, -1] == 128).all(), "and its arm comes from the right"
    assert not lying(WAY, []).any()


def told(shares: Callable[[Sequence[Features]], Shares], frames: int, enough: int = ENOUGH) -> tuple[Shares, int]:
    """What is said of a film of so many frames, and at how many of them it looked."""
    asked, answer = list[int](), list[Shares]()

    def features(ago: int) -> Features:
        asked.append(ago)
        return np.full(FEATURES, ago, np.float32)

    def all_of_them() -> Iterator[None]:
        answer.append((yield from dating(features, shares, frames, enough)))

    assert len(list(all_of_them())) == len(asked), "one frame at a time"
    assert asked == list(range(len(asked)))
    return answer[0], len(asked)


def says(*landed: float, confidence: float = 0.99) -> Callable[[Sequence[Features]], Shares]:
    """A network that is so sure of these, each as likely: before the film, where it began later."""

    def shares(film: Sequence[Features]) -> Shares:
        said = np.full(KEPT + 2, (1 - confidence) / (KEPT + 2))
        for each in landed:
            at = NOT_YET_AT if each < 0 else 1 + round(each) if each < len(film) else BEFORE_AT
            said[at] += confidence / len(landed)
        return said

    return shares


@given(landed=st.integers(0, KEPT - 1), frames=st.just(KEPT))
def test_older_frames_are_looked_at_where_it_landed_before_the_others(landed: int, frames: int) -> None:
    said, asked = told(says(landed), frames)
    assert asked == (ENOUGH if landed < ENOUGH else KEPT)
    assert said.shape == (1 + asked,)
    assert said.sum() == pytest.approx(1.0)
    assert said.argmax() == 1 + landed


@given(frames=st.integers(3, KEPT))
def test_what_landed_before_the_film_did_so_in_its_first_frame(frames: int) -> None:
    said, asked = told(says(KEPT), frames)
    assert (said.argmax(), asked) == (frames, frames)


def test_a_hand_that_comes_down_later_has_not_landed() -> None:
    said, asked = told(says(-1), KEPT)
    assert (said.argmax(), asked) == (NOT_YET_AT, ENOUGH)


def test_of_landings_it_never_saw_most_are_told_to_a_frame() -> None:
    look = MomentLook()
    off, inside = [], []
    for seed in FRESH_SEEDS:
        for settled, film, others, ago in islice(lessons(seed), 12):
            if 0 <= ago < len(film) - 5:
                then, within = Belief.of(_told_of(look, settled, film, others)[1:], 0.0, 1.0).span(1.0)
                off.append(abs(then + ago))
                inside.append(off[-1] <= within + 1)
    assert len(off) > 10
    assert np.median(off) < 0.7
    assert np.mean(inside) > 0.8


def _told_of(look: MomentLook, settled: Pixels, film: Pixels, others: Pixels) -> Shares:
    answer = list[Shares]()

    def features(ago: int) -> Features:
        return look.features(about((film[n] for n in moments(ago, len(film))), settled, others))

    def all_of_them() -> Iterator[None]:
        answer.append((yield from dating(features, look.shares, len(film), len(film))))

    for _ in all_of_them():
        pass
    return answer[0]
