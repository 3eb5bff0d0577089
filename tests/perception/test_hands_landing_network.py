"""The landing-time network: its input, the use of its answers, and how precise it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.training.hands.landing_lessons import lessons
from companion.camera.arrays import Pixels
from companion.perception.hands.crop import palm_transform
from companion.perception.hands.landing import Probabilities
from companion.perception.hands.landing_network import (
    BEFORE_FILM_INDEX,
    CHANNELS,
    FEATURES,
    FILM_FRAMES,
    FILM_XY,
    FRAME_OFFSETS,
    NOT_LANDED_INDEX,
    Features,
    LandingTimeNetwork,
    draw_other_arms,
    frame_indices,
    frame_input,
    landing_probabilities,
)
from companion.perception.hands.order import Belief

pytestmark = pytest.mark.whole

ENOUGH = 48
FRESH_SEEDS = range(900_000, 900_002)  # lessons are made with smaller ones
WAY = palm_transform((160.0, 120.0), (160.0, 300.0), 0.35, FILM_XY)
"""Transform of the crop about a palm in the middle of a picture (320 x 240), whose player sits below."""


def grey(level: int) -> np.ndarray:
    return np.full((FILM_XY[1], FILM_XY[0], 3), level, np.uint8)


def test_the_input_is_a_frame_its_neighbours_the_settled_table_and_other_arms() -> None:
    seen = frame_input(map(grey, frame_indices(20, FILM_FRAMES)), grey(200), grey(128)[..., 0])
    assert seen.shape == (FILM_XY[1], FILM_XY[0], CHANNELS)
    assert [int(value) for value in seen[40, 24]] == [
        *(20 - off for off in FRAME_OFFSETS for _ in range(3)),
        200,
        200,
        200,
        128,
    ]


def test_beyond_the_film_its_end_frames_are_used() -> None:
    assert frame_indices(0, FILM_FRAMES) == tuple(max(0, -off) for off in FRAME_OFFSETS)
    assert frame_indices(39, 40) == tuple(min(39, 39 - off) for off in FRAME_OFFSETS)


def test_another_arm_is_drawn_where_it_lies() -> None:
    drawn = draw_other_arms(WAY, [((180.0, 120.0), (400.0, 120.0))])
    assert drawn.shape == FILM_XY[::-1]
    row, col = np.unravel_index(np.flatnonzero(drawn == 255).mean().astype(int), drawn.shape)
    assert row == pytest.approx(19.5, abs=1), "its palm lies beside the one in the middle"
    assert col > FILM_XY[0] / 2
    assert (drawn[15:24, -1] == 128).all(), "and its arm comes from the right"
    assert not draw_other_arms(WAY, []).any()


def told(
    probabilities: Callable[[Sequence[Features]], Probabilities], frames: int, enough: int = ENOUGH
) -> tuple[Probabilities, int]:
    """The result for a film of `frames` frames, and the number of frames that were evaluated."""
    asked, answer = list[int](), list[Probabilities]()

    def features(ago: int) -> Features:
        asked.append(ago)
        return np.full(FEATURES, ago, np.float32)

    def all_of_them() -> Iterator[None]:
        answer.append((yield from landing_probabilities(features, probabilities, frames, enough)))

    assert len(list(all_of_them())) == len(asked), "one frame at a time"
    assert asked == list(range(len(asked)))
    return answer[0], len(asked)


def says(*landed: float, confidence: float = 0.99) -> Callable[[Sequence[Features]], Probabilities]:
    """A network that gives `confidence` to these frames, shared equally; to before the film where it began later."""

    def probabilities(film: Sequence[Features]) -> Probabilities:
        said = np.full(FILM_FRAMES + 2, (1 - confidence) / (FILM_FRAMES + 2))
        for each in landed:
            at = NOT_LANDED_INDEX if each < 0 else 1 + round(each) if each < len(film) else BEFORE_FILM_INDEX
            said[at] += confidence / len(landed)
        return said

    return probabilities


@given(landed=st.integers(0, FILM_FRAMES - 1), frames=st.just(FILM_FRAMES))
def test_older_frames_are_evaluated_where_it_landed_before_the_others(landed: int, frames: int) -> None:
    said, asked = told(says(landed), frames)
    assert asked == (ENOUGH if landed < ENOUGH else FILM_FRAMES)
    assert said.shape == (1 + asked,)
    assert said.sum() == pytest.approx(1.0)
    assert said.argmax() == 1 + landed


@given(frames=st.integers(3, FILM_FRAMES))
def test_a_landing_before_the_film_counts_for_its_first_frame(frames: int) -> None:
    said, asked = told(says(FILM_FRAMES), frames)
    assert (said.argmax(), asked) == (frames, frames)


def test_a_hand_that_comes_down_later_has_not_landed() -> None:
    said, asked = told(says(-1), FILM_FRAMES)
    assert (said.argmax(), asked) == (NOT_LANDED_INDEX, ENOUGH)


def test_most_unseen_landings_are_dated_to_a_frame() -> None:
    network = LandingTimeNetwork()
    off, inside = [], []
    for seed in FRESH_SEEDS:
        for settled, film, others, ago in islice(lessons(seed), 12):
            if 0 <= ago < len(film) - 5:
                then, within = Belief.from_frames(_told_of(network, settled, film, others)[1:], 0.0, 1.0).credible_span(
                    1.0
                )
                off.append(abs(then + ago))
                inside.append(off[-1] <= within + 1)
    assert len(off) > 10
    assert np.median(off) < 0.7
    assert np.mean(inside) > 0.8


def _told_of(network: LandingTimeNetwork, settled: Pixels, film: Pixels, others: Pixels) -> Probabilities:
    answer = list[Probabilities]()

    def features(ago: int) -> Features:
        return network.features(frame_input((film[n] for n in frame_indices(ago, len(film))), settled, others))

    def all_of_them() -> Iterator[None]:
        answer.append((yield from landing_probabilities(features, network.probabilities, len(film), len(film))))

    for _ in all_of_them():
        pass
    return answer[0]
