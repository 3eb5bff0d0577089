"""When a hand landed is asked a little in every frame: what is told then, and what is asked once more."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from companion.perception.hands.crossing import Arm
from companion.perception.hands.landing import UNSEEN_FRAMES, Landing, Shares
from companion.perception.hands.order import FINE
from companion.perception.hands.seat import LOOK_EVERY, Now, Seat
from companion.perception.hands.seen import HandSeen
from companion.perception.hands.timing import ALL_STEPS, BEFORE, DATED_AGAIN, DATING_STEPS, FEWEST, Timing, enough

FPS = 50.0
QUESTIONS, FRAMES = 6, 96
CARD, PALM = 1, (100.0, 100.0)
FIRST = Landing(40.0, 8.0)
"""By the first two witnesses, when it begins to be dated."""
HAND = HandSeen(0, CARD, 0.0, 0.0, (), 0.9, PALM, known=False)


class Film:
    """Looks closely: every dating takes some questions and gives the next of these answers, the last one ever after."""

    def __init__(self, *ago: float | tuple[float, ...]) -> None:
        """ago: how many frames ago it landed; several are as likely; less than none: it has not."""
        self._answers = [_says(*each) if isinstance(each, tuple) else _says(each) for each in ago]

    def dating(self, palm_xy: object, sits_xy: object, others: list[Arm], enough: int) -> Generator[None, None, Shares]:
        self.others, self.enough = others, enough
        for _ in range(QUESTIONS):
            yield
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


def _says(*ago: float) -> Shares:
    return np.mean([np.eye(FRAMES + 1)[0 if each < 0 else 1 + round(each)] for each in ago], axis=0)


class SawIt:
    """What the looks from a seat saw."""

    def __init__(self, *looks: tuple[float, float]) -> None:
        self._looks = looks

    def looks(self, seat: object, card: object, now: object) -> tuple[tuple[float, float], ...]:
        return self._looks


def now(frame: int) -> Now:
    return Now(frame, frame / FPS, 1 / FPS)


def dated(
    film: Film, frames: int, first: Landing = FIRST, saw: SawIt | None = None
) -> tuple[Seat, HandSeen, list[float]]:
    """A seat and its hand after so many frames from the hundredth on, and what was told in each."""
    seat = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0)
    timing, hand = Timing(cast(Any, film), cast(Any, saw or SawIt()), [seat]), replace(HAND, landed_s=60 / FPS)
    timing.begin(seat, PALM, CARD, first, now(100))
    told = []
    for frame in range(101, 101 + frames):
        hand = timing.go_on(seat, hand, now(frame))
        told.append(hand.landed_s * FPS)
    return seat, hand, told


def test_some_questions_are_asked_in_each_frame_and_the_answer_counts_from_when_they_began() -> None:
    takes = QUESTIONS // DATING_STEPS + 1
    seat, hand, told = dated(Film(38.0), takes)
    assert told == pytest.approx([60.0] * (takes - 1) + [62.0])
    assert hand.within_s * FPS == pytest.approx(FINE)
    assert (seat.dating, seat.not_yet) == (None, False)


def test_it_is_told_where_the_arms_of_others_lie() -> None:
    own, lies, lifted, idle = (Seat(n, (n, 500.0), ((0.0, 500.0), (9.0, 500.0)), (30, 40), 1.0) for n in range(4))
    film = Film(38.0)
    own.hand, lies.hand, lifted.hand = HAND, replace(HAND, seat=1), replace(HAND, seat=2, lifted_s=1.0)
    timing = Timing(cast(Any, film), cast(Any, SawIt()), [own, lies, lifted, idle])
    timing.begin(own, PALM, CARD, FIRST, now(100))
    timing.go_on(own, own.hand, now(101))
    assert film.others == [(PALM, lies.at)]


def test_as_many_frames_are_looked_at_as_may_be_needed() -> None:
    assert enough(Landing(10.0, 0.0), []) == FEWEST
    assert enough(Landing(30.0, 8.0), []) == 38 + BEFORE
    assert enough(Landing(10.0, UNSEEN_FRAMES), [(60.0, 0.1), (52.0, 0.3), (44.0, 0.9)]) == 52 + LOOK_EVERY + BEFORE


def test_what_has_not_landed_yet_is_asked_again_and_then_dated_from_then_on() -> None:
    takes = QUESTIONS // DATING_STEPS + 1
    seat, _, told = dated(Film(-1, 0.0, 3.0), 3 * takes)
    assert not seat.not_yet
    assert told[-1] == pytest.approx(100 + 2 * takes - 3.0)


def test_what_never_lands_is_asked_so_often_and_hovers_since_it_was_asked_first() -> None:
    takes = QUESTIONS // DATING_STEPS + 1
    asked = (DATED_AGAIN + 1) * takes
    assert dated(Film(-1), asked - 1)[0].dating is not None
    seat, _, told = dated(Film(-1), asked)
    assert (seat.dating, seat.not_yet, seat.hovers_since) == (None, True, 100)
    assert told[-1] == pytest.approx(60.0), "as the first witnesses say"


def test_of_a_hand_that_leaves_all_is_looked_at_together() -> None:
    seat = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0)
    timing = Timing(cast(Any, Film(30.0)), cast(Any, SawIt()), [seat])
    timing.begin(seat, PALM, CARD, FIRST, now(100))
    timing.go_on(seat, HAND, now(101))
    assert not seat.dated
    hand = timing.go_on(seat, HAND, now(102), ALL_STEPS)
    assert seat.dated
    assert hand.landed_s * FPS == pytest.approx(70.0, abs=1.0)


def test_all_witnesses_are_weighed() -> None:
    film = Film((22.0, 62.0))
    takes = QUESTIONS // DATING_STEPS + 1
    for landed in (22.0, 62.0):
        first = Landing(landed, 0.0)
        assert dated(film, takes, first=first)[2][-1] == pytest.approx(100 - landed, abs=0.5)
        saw = SawIt(*((then, 0.98 if then < landed else 0.01) for then in range(4, 80, 8)))
        unseen = Landing(40.0, UNSEEN_FRAMES)
        assert dated(film, takes, first=unseen, saw=saw)[2][-1] == pytest.approx(100 - landed, abs=0.5)
