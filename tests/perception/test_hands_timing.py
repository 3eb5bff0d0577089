"""When a hand landed is asked a little in every frame: what is told then, and what is asked once more."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any, cast

import pytest

from companion.perception.hands.landing import Landing
from companion.perception.hands.seat import Now, Seat
from companion.perception.hands.seen import HandSeen
from companion.perception.hands.timing import DATED_AGAIN, DATING_STEPS, LONG_ENOUGH, LOOKED_AT, Timing

FPS = 50.0
QUESTIONS = 6
CARD, PALM = 1, (100.0, 100.0)
FIRST = Landing(40.0, 8.0)
"""By the first two witnesses, when it begins to be dated."""
HAND = HandSeen(0, CARD, 0.0, 0.0, (), 0.9, PALM, known=False)


class Film:
    """Looks closely: every dating takes some questions and gives the next of these answers, the last one ever after."""

    frames = 96

    def __init__(self, *landings: Landing, soon: tuple[Landing, ...] = ()) -> None:
        self._landings, self._soon = list(landings), list(soon)
        self.asked_soon: list[tuple[int, int]] = []

    def dating(self, palm_xy: object, sits_xy: object) -> Generator[None, None, Landing]:
        for _ in range(QUESTIONS):
            yield
        return self._landings.pop(0) if len(self._landings) > 1 else self._landings[0]

    def dating_soon(
        self, palm_xy: object, sits_xy: object, since: int, told: int
    ) -> Generator[None, None, list[Landing]]:
        self.asked_soon.append((since, told))
        yield
        return self._soon


class SawIt:
    """Looks from a seat saw it lie since a frame; first, and last in the air, so many frames before any other."""

    def __init__(self, lay: float | None, flew: float | None) -> None:
        self._lay, self._flew = lay, flew

    def lay_and_flew(self, seat: object, card: object, now: object) -> tuple[float | None, float | None]:
        return self._lay, self._flew

    def since(self, seat: object, card: object) -> int:
        return 30


def now(frame: int) -> Now:
    return Now(frame, frame / FPS, 1 / FPS)


def dated(
    film: Film,
    frames: int,
    looks: int = LOOKED_AT,
    first: Landing = FIRST,
    lay: float | None = None,
    flew: float | None = None,
) -> tuple[Seat, HandSeen, list[float]]:
    """A seat and its hand after so many frames from the hundredth on, and what was told in each."""
    seat = Seat(0, (100.0, 500.0), ((0.0, 500.0), (200.0, 500.0)), (30, 40), 1.0)
    seat.looks = [5.0] * looks
    timing, hand = Timing(cast(Any, film), cast(Any, SawIt(lay, flew))), replace(HAND, landed_s=60 / FPS)
    timing.begin(seat, PALM, first, now(100))
    told = []
    for frame in range(101, 101 + frames):
        hand = timing.go_on(seat, hand, now(frame))
        told.append(hand.landed_s * FPS)
    return seat, hand, told


def test_some_questions_are_asked_in_each_frame_and_the_answer_counts_from_when_they_began() -> None:
    takes = QUESTIONS // DATING_STEPS + 1
    seat, hand, told = dated(Film(Landing(38.0, 0.5)), takes)
    assert told == pytest.approx([60.0] * (takes - 1) + [62.0])
    assert hand.within_s * FPS == pytest.approx(0.5)
    assert (seat.dating, seat.not_yet) == (None, False)


def test_what_has_not_landed_yet_is_asked_again_and_then_dated_from_then_on() -> None:
    takes = QUESTIONS // DATING_STEPS + 1
    seat, _, told = dated(Film(Landing(0.0, 0.5), Landing(0.0, 0.5), Landing(3.0, 0.5)), 3 * takes)
    assert not seat.not_yet
    assert told[-1] == pytest.approx(100 + 2 * takes - 3.0)


def test_what_never_lands_is_asked_so_often_and_hovers_since_it_was_asked_first() -> None:
    takes = QUESTIONS // DATING_STEPS + 1
    asked = (DATED_AGAIN + 1) * takes
    assert dated(Film(Landing(0.0, 0.5)), asked - 1)[0].dating is not None
    seat, _, told = dated(Film(Landing(0.0, 0.5)), asked)
    assert (seat.dating, seat.not_yet, seat.hovers_since) == (None, True, 100)
    assert told[-1] == pytest.approx(60.0), "as the first witnesses say"


def doubted(*soon: Landing, frames: int = 40, looks: int = LOOKED_AT, landed: float = 30.0) -> tuple[Film, Seat, float]:
    film = Film(Landing(landed, 20.0), soon=soon)
    seat, _, told = dated(film, frames, looks=looks)
    return film, seat, told[-1]


def test_what_is_in_doubt_is_dated_anew_as_of_soon_after_it_was_seen_to_lie() -> None:
    film, seat, told = doubted(*[Landing(50.0, 0.5)] * 3)
    ((since, ago),) = film.asked_soon
    assert since - ago == 70 - 30, "it was told to land 30 frames before the hundredth"
    assert told == pytest.approx(100 + ago - 30 - 50.0)
    assert seat.soon is not None
    assert seat.soon.steps is None


def test_what_is_in_doubt_still_stays_as_it_was_told() -> None:
    assert doubted()[2] == pytest.approx(70.0)


@pytest.mark.parametrize(("lay", "believed"), [(None, False), (12.0, False), (16.0, True)])
def test_sharp_edges_far_from_there_are_believed_unless_it_was_seen_to_lie_before(
    lay: float | None, believed: bool
) -> None:
    film = Film(Landing(30.0, 20.0), soon=(Landing(60.0, 0.5),) * 3)
    _, hand, _ = dated(film, 40, first=Landing(10.0, 0.0), lay=lay)
    assert film.asked_soon
    assert (hand.within_s * FPS < 1.0) == believed


@pytest.mark.parametrize(("flew", "believed"), [(None, True), (48.0, True), (30.0, False)])
def test_who_was_seen_in_the_air_long_after_that_may_have_landed_then(flew: float | None, believed: bool) -> None:
    film = Film(Landing(30.0, 20.0), soon=(Landing(60.0, 0.5),) * 3)
    _, hand, _ = dated(film, 40, flew=flew)
    assert film.asked_soon
    assert (hand.within_s * FPS < 1.0) == believed


def test_it_is_dated_anew_only_where_it_was_looked_at_and_landed_long_enough_ago() -> None:
    assert not doubted(looks=LOOKED_AT - 1)[0].asked_soon
    assert not doubted(landed=3.0, frames=LONG_ENOUGH - 5)[0].asked_soon
    assert doubted(landed=3.0, frames=LONG_ENOUGH)[0].asked_soon
