"""When a hand landed: what the network is shown, what is made of its answers, and how well it tells."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.hands.moment_lessons import lessons
from companion.camera.source import Pixels
from companion.perception.hands.landing import SOON_ASKED, Landing
from companion.perception.hands.moment import (
    ABOUT,
    ANSWERS,
    CHANNELS,
    EVERY,
    FINE,
    KEPT,
    LATER,
    OFTENER,
    REACH,
    MomentLook,
    Shares,
    about,
    colours,
    dating,
    dating_soon,
)
from companion.perception.hands.piece import PIECE_XY, cut, turned

FRESH_SEEDS = range(900_000, 900_002)  # lessons are made with smaller ones


def shown(ago: int) -> list[int]:
    """What the network sees at the palm of a film whose frame so many frames ago is as grey as that number."""
    film = [np.full((240, 320, 3), n, np.uint8) for n in range(KEPT)]
    way = turned((160.0, 120.0), (160.0, 300.0), 0.3)
    coloured = colours(film[0], np.full((240, 320, 3), 200, np.uint8), way)
    seen = about(coloured, lambda ago: cut(film[ago], way), ago, KEPT)
    assert seen.shape == (PIECE_XY[1], PIECE_XY[0], CHANNELS)
    return [int(value) for value in seen[40, 24]]


def test_it_sees_now_the_settled_table_and_the_frames_about_a_moment() -> None:
    assert shown(20) == [0, 0, 0, 200, 200, 200, *(20 - off for off in ABOUT for _ in range(3))]


def test_beyond_the_film_its_ends_are_shown() -> None:
    assert shown(1)[6:] == [max(0, 1 - off) for off in ABOUT for _ in range(3)]
    assert shown(KEPT - 2)[6:] == [min(KEPT - 1, KEPT - 2 - off) for off in ABOUT for _ in range(3)]


def told(ask: Callable[[int], Shares], frames: int) -> Landing:
    steps, answer = dating(ask, frames), list[Landing]()

    def all_of_them() -> Iterator[None]:
        answer.append((yield from steps))

    assert len(list(all_of_them())) > len(range(0, frames, EVERY)), "one question at a time"
    return answer[0]


def says(landed: float, asked: int, sure: float = 0.95) -> Shares:
    """What a network would answer that is so sure."""
    shares = np.full(ANSWERS, (1 - sure) / ANSWERS)
    shares[int(np.clip(round(asked - landed) + REACH + 1, 0, ANSWERS - 1))] += sure
    return shares


@given(landed=st.floats(3, KEPT - 3), frames=st.just(KEPT))
def test_a_network_that_is_sure_is_believed_to_the_frame(landed: float, frames: int) -> None:
    seen = told(lambda asked: says(landed, asked), frames)
    assert seen.ago == pytest.approx(landed, abs=0.6)
    assert seen.within <= 0.6


def test_a_network_that_knows_nothing_leaves_all_frames_open() -> None:
    def usual(asked: int) -> Shares:
        at = [int(np.clip(asked - ago + REACH + 1, 0, ANSWERS - 1)) for ago in range(KEPT)]
        shares = np.bincount(at, minlength=ANSWERS).astype(float)
        shares[1:-1] *= OFTENER
        return shares / shares.sum()

    seen = told(usual, KEPT)
    assert seen.ago + seen.within > KEPT - 6
    assert seen.ago - seen.within < 6


def test_a_hand_that_comes_down_later_has_not_landed() -> None:
    assert told(lambda asked: says(LATER - 10, asked), KEPT).ago == LATER
    assert told(lambda asked: says(4, asked), KEPT).ago == pytest.approx(4, abs=0.6)


def test_two_moments_that_are_as_likely_are_both_within() -> None:
    seen = told(lambda asked: (says(12, asked) + says(16, asked)) / 2, KEPT)
    assert seen.ago - seen.within <= 12.5
    assert seen.ago + seen.within >= 15.5


def test_of_landings_it_never_saw_most_are_told_to_a_frame() -> None:
    look = MomentLook()
    off, inside = [], []
    for seed in FRESH_SEEDS:
        for settled, film, ago in islice(lessons(seed), 12):
            if 0 <= ago < len(film) - 5:
                said = told(partial(_asked, look, np.dstack([film[0], settled]), film), len(film))
                off.append(abs(said.ago - ago))
                inside.append(off[-1] <= said.within + 1)
    assert len(off) > 10
    assert np.median(off) < 0.7
    assert np.mean(inside) > 0.8


def _asked(look: MomentLook, coloured: Pixels, film: Pixels, ago: int) -> Shares:
    return look.ask(about(coloured, film.__getitem__, ago, len(film)))


def told_soon(says: dict[int, float], since: int, told: int = 0) -> list[Landing]:
    """What comes of the answers as of so many frames ago, each in frames before then."""

    def dated(then: int) -> Generator[None, None, Landing]:
        yield
        return Landing(says[then], FINE)

    steps, answer = dating_soon(dated, since, told), list[list[Landing]]()

    def all_of_them() -> Iterator[None]:
        answer.append((yield from steps))

    for _ in all_of_them():
        pass
    return answer[0]


def test_what_landed_is_dated_as_of_three_moments_soon_after_it_was_seen_to_lie() -> None:
    assert told_soon({56: 8.0, 52: 12.0, 48: 16.5}, 60) == [
        Landing(64.0, FINE),
        Landing(64.0, FINE),
        Landing(64.5, FINE),
    ]


def test_what_hovered_then_is_dated_as_of_later_moments() -> None:
    says = {56: LATER, 52: LATER, 48: 1.0, 44: 5.0, 36: 13.0}
    assert told_soon(says, 60) == [Landing(49.0, FINE)] * SOON_ASKED


def test_who_hovered_for_long_is_dated_as_of_soon_after_what_was_told() -> None:
    hovers = dict.fromkeys((96, 92, 88, 84, 76, 68), LATER)
    assert told_soon({**hovers, 26: 4.0, 22: 8.0, 18: 12.0}, 100, told=30) == [Landing(30.0, FINE)] * SOON_ASKED
    assert told_soon({**hovers, 26: LATER, 22: LATER, 18: LATER}, 100, told=30) == []
    assert told_soon({**hovers, 64: 8.0, 60: 12.0}, 100, told=72) == [Landing(72.0, FINE)] * 2, "none is asked of twice"


def test_who_has_landed_and_then_has_not_is_dated_as_of_what_comes_after() -> None:
    assert told_soon({6: 8.0, 2: LATER}, 10) == []
    says = {56: 3.0, 52: LATER, 48: 1.0, 44: 5.0, 36: 13.0}
    assert told_soon(says, 60) == [Landing(49.0, FINE)] * SOON_ASKED


def test_of_moments_that_have_not_come_nobody_is_asked() -> None:
    assert told_soon({2: 8.0}, 6) == [Landing(10.0, FINE)]
    assert told_soon({}, 3) == []
