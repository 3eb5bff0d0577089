"""Landing times are estimated over several frames: what is reported, and when the network is asked again."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from companion.perception.hands.crossing_network import Arm
from companion.perception.hands.landing import UNSEEN_FRAMES, Landing, Probabilities
from companion.perception.hands.landing_time import (
    ALL_STEPS,
    FEWEST_FRAMES,
    FRAMES_BEFORE,
    MOST_REPEATS,
    STEPS_PER_FRAME,
    LandingTimer,
    frames_needed,
)
from companion.perception.hands.order import FINE
from companion.perception.hands.seat import READ_EVERY_FRAMES, Seat
from companion.perception.hands.seat_state import Now
from companion.perception.hands.seen import HandSeen

FPS = 50.0
QUESTIONS, FRAMES = 6, 96
CARD, PALM = 1, (100.0, 100.0)
FIRST = Landing(40.0, 8.0)
"""The tracked landing when the query begins."""
HAND = HandSeen(0, CARD, 0.0, 0.0, (), 0.9, PALM, known=False)


class ScriptedNetworks:
    """Every query takes some steps and gives the next of the scripted answers, the last of which is repeated."""

    def __init__(self, *ago: float | tuple[float, ...]) -> None:
        """ago: how many frames ago it landed; several are as likely; less than none: it has not."""
        self._answers = [_says(*each) if isinstance(each, tuple) else _says(each) for each in ago]

    def landing_steps(
        self, palm_xy: object, sits_xy: object, others: list[Arm], enough: int
    ) -> Generator[None, None, Probabilities]:
        self.others, self.enough = others, enough
        for _ in range(QUESTIONS):
            yield
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


def _says(*ago: float) -> Probabilities:
    return np.mean([np.eye(FRAMES + 1)[0 if each < 0 else 1 + round(each)] for each in ago], axis=0)


class ScriptedEvidence:
    """Card evidence with scripted readings."""

    def __init__(self, *readings: tuple[float, float]) -> None:
        self._readings = readings

    def landing_evidence(self, seat: object, card: object, now: object) -> tuple[tuple[float, float], ...]:
        return self._readings


def now(frame: int) -> Now:
    return Now(frame, frame / FPS, 1 / FPS)


def dated(
    film: ScriptedNetworks, frames: int, first: Landing = FIRST, saw: ScriptedEvidence | None = None
) -> tuple[Seat, HandSeen, list[float]]:
    """A seat and its hand after a number of frames from the hundredth on, and the landing times that were reported, in
    frames."""
    seat = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0)
    timing, hand = (
        LandingTimer(cast(Any, film), cast(Any, saw or ScriptedEvidence()), [seat]),
        replace(HAND, landed_s=60 / FPS),
    )
    timing.begin(seat, PALM, CARD, first, now(100))
    told = []
    for frame in range(101, 101 + frames):
        hand = timing.step(seat, hand, now(frame))
        told.append(hand.landed_s * FPS)
    return seat, hand, told


def test_a_query_takes_several_frames_and_its_answer_counts_from_its_beginning() -> None:
    takes = QUESTIONS // STEPS_PER_FRAME + 1
    seat, hand, told = dated(ScriptedNetworks(38.0), takes)
    assert told == pytest.approx([60.0] * (takes - 1) + [62.0])
    assert hand.within_s * FPS == pytest.approx(FINE)
    assert (seat.landing_query, seat.not_landed_yet) == (None, False)


def test_a_query_is_given_the_arms_of_others() -> None:
    own, lies, lifted, idle = (Seat(n, (n, 500.0), ((0.0, 500.0), (9.0, 500.0)), (30, 40), 1.0) for n in range(4))
    film = ScriptedNetworks(38.0)
    own.hand, lies.hand, lifted.hand = HAND, replace(HAND, seat=1), replace(HAND, seat=2, lifted_s=1.0)
    timing = LandingTimer(cast(Any, film), cast(Any, ScriptedEvidence()), [own, lies, lifted, idle])
    timing.begin(own, PALM, CARD, FIRST, now(100))
    timing.step(own, own.hand, now(101))
    assert film.others == [(PALM, lies.sits_xy)]


def test_a_query_covers_as_many_frames_as_needed() -> None:
    assert frames_needed(Landing(10.0, 0.0), []) == FEWEST_FRAMES
    assert frames_needed(Landing(30.0, 8.0), []) == 38 + FRAMES_BEFORE
    assert (
        frames_needed(Landing(10.0, UNSEEN_FRAMES), [(60.0, 0.1), (52.0, 0.3), (44.0, 0.9)])
        == 52 + READ_EVERY_FRAMES + FRAMES_BEFORE
    )


def test_a_hand_that_has_not_landed_is_queried_again() -> None:
    takes = QUESTIONS // STEPS_PER_FRAME + 1
    seat, _, told = dated(ScriptedNetworks(-1, 0.0, 3.0), 3 * takes)
    assert not seat.not_landed_yet
    assert told[-1] == pytest.approx(100 + 2 * takes - 3.0)


def test_a_hand_that_never_lands_is_queried_up_to_the_limit_and_hovers_since_the_first_query() -> None:
    takes = QUESTIONS // STEPS_PER_FRAME + 1
    asked = (MOST_REPEATS + 1) * takes
    assert dated(ScriptedNetworks(-1), asked - 1)[0].landing_query is not None
    seat, _, told = dated(ScriptedNetworks(-1), asked)
    assert (seat.landing_query, seat.not_landed_yet, seat.hovering_since_frame) == (None, True, 100)
    assert told[-1] == pytest.approx(60.0), "as the tracked landing says"


def test_the_query_of_a_hand_that_leaves_is_completed_at_once() -> None:
    seat = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0)
    timing = LandingTimer(cast(Any, ScriptedNetworks(30.0)), cast(Any, ScriptedEvidence()), [seat])
    timing.begin(seat, PALM, CARD, FIRST, now(100))
    timing.step(seat, HAND, now(101))
    assert not seat.landing_known
    hand = timing.step(seat, HAND, now(102), ALL_STEPS)
    assert seat.landing_known
    assert hand.landed_s * FPS == pytest.approx(70.0, abs=1.0)


def test_all_evidence_is_combined() -> None:
    film = ScriptedNetworks((22.0, 62.0))
    takes = QUESTIONS // STEPS_PER_FRAME + 1
    for landed in (22.0, 62.0):
        first = Landing(landed, 0.0)
        assert dated(film, takes, first=first)[2][-1] == pytest.approx(100 - landed, abs=0.5)
        saw = ScriptedEvidence(*((then, 0.98 if then < landed else 0.01) for then in range(4, 80, 8)))
        unseen = Landing(40.0, UNSEEN_FRAMES)
        assert dated(film, takes, first=unseen, saw=saw)[2][-1] == pytest.approx(100 - landed, abs=0.5)
