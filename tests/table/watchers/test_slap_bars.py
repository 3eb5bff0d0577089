"""How sure the eyes must be of a hand before it is played without a question, and when it is reported."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.perception.hands.seen import HandSeen
from companion.table.session import Session
from tests.table.watchers.test_slaps import FRAME_S, hand, lying, opened, told

SEEN_AT, LANDED_AT = 30, 20.0
"""Frames."""
HAND_MM = 190.0
"""Length of a grown-up's hand, from the wrist to the tip."""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return opened(tmp_path, 4)


def report(session: Session, seen: HandSeen, frames: int = 120) -> None:
    told(session, {SEEN_AT: (seen,)}, frames)


@pytest.mark.parametrize(("confidence", "is_played"), [(0.98, False), (0.99, True)])
def test_one_wrong_hand_in_fifty_is_asked_about_and_one_in_a_hundred_is_played(
    session: Session, confidence: float, is_played: bool
) -> None:
    report(session, hand(1, 2, LANDED_AT, confidence=confidence))
    assert (lying(session) == [(1, 2, 1)]) == is_played
    assert bool(session.questions) != is_played


@pytest.mark.parametrize(("confidence", "is_asked"), [(0.75, True), (0.85, False)])
def test_a_hand_beside_the_chests_is_asked_about_when_one_in_four_lies_on_one(
    session: Session, confidence: float, is_asked: bool
) -> None:
    report(session, hand(1, None, LANDED_AT, confidence=confidence))
    assert lying(session) == []
    assert bool(session.questions) == is_asked


@pytest.mark.parametrize(("hidden", "is_asked"), [(0.8, True), (0.9, False)])
def test_a_motif_of_which_a_fifth_is_seen_may_be_uncovered(session: Session, hidden: float, is_asked: bool) -> None:
    """People say whether it was; a tenth is the eyes' own slip."""
    report(session, hand(1, 2, LANDED_AT, hidden=(1.0, hidden)))
    assert lying(session) == [(1, 2, 1)]
    assert bool(session.questions) == is_asked


@pytest.mark.parametrize(("after_s", "is_told"), [(0.65, False), (0.85, True)])
def test_a_hand_is_reported_when_those_before_it_are_known_and_before_people_wonder(
    session: Session, after_s: float, is_told: bool
) -> None:
    """The network that says when it landed is sure after half a second; at one second the table has moved on."""
    report(session, hand(1, 2, LANDED_AT), int(LANDED_AT + after_s / FRAME_S))
    assert (lying(session) == [(1, 2, 1)]) == is_told


def test_a_question_shows_the_whole_hand_and_not_the_whole_table(session: Session) -> None:
    watcher = told(session, {SEEN_AT: (hand(1, 2, LANDED_AT, confidence=0.5),)})
    (question,) = session.questions
    assert question.crop_jpeg is not None
    picture = cv2.imdecode(np.frombuffer(question.crop_jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert watcher._view is not None
    (left, _), (right, _) = watcher._view.pixels(np.array([[0.0, 0.0], [100.0, 0.0]]))
    across_mm = picture.shape[1] / (right - left) * 100.0
    assert HAND_MM < across_mm < 2 * HAND_MM
