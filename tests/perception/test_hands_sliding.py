"""Hands that are drawn back: looks that agree see them nearer to their player by a step, and nothing less will do."""

from __future__ import annotations

import numpy as np
import pytest

from companion.perception.hands.seat import Seat
from companion.perception.hands.seeking import SLIDES_MM, Seeking
from companion.perception.hands.seen import CardPlace
from companion.perception.hands.sliding import EARLY_LOOKS, FEWEST_LOOKS, LATE_LOOKS, SPREAD_MM, STEP_MM, drawn_back
from companion.perception.hands.whose import Whereabouts

FAR = STEP_MM + 5
X, Y = 300.0, 150.0
CARD = CardPlace(np.array([(X - 9, Y - 9), (X + 9, Y - 9), (X + 9, Y + 9), (X - 9, Y + 9)]))


@pytest.mark.parametrize(
    ("early", "late", "says"),
    [
        ([0.0] * FEWEST_LOOKS, [FAR] * LATE_LOOKS, True),
        ([0.0] * (FEWEST_LOOKS - 1), [FAR] * LATE_LOOKS, False),
        ([0.0] * FEWEST_LOOKS, [FAR] * (LATE_LOOKS - 1), False),
        ([0.0] * FEWEST_LOOKS, [STEP_MM - 1] * LATE_LOOKS, False),
        ([0.0] * FEWEST_LOOKS, [-FAR] * LATE_LOOKS, False),
        ([-2.0 * FAR] * LATE_LOOKS + [0.0] * EARLY_LOOKS, [5.0] * LATE_LOOKS, False),
        ([0.0, 3 * SPREAD_MM, -3 * SPREAD_MM], [FAR] * LATE_LOOKS, False),
        ([0.0] * FEWEST_LOOKS, [FAR - 3 * SPREAD_MM, FAR + 3 * SPREAD_MM] * 2, False),
        ([], [], False),
    ],
    ids=[
        "a step", "too few before", "too few since", "too short", "pushed on", "long ago", "unsteady before",
        "unsteady since", "no look",
    ],
)  # fmt: skip
def test_it_is_drawn_back_that_lies_nearer_by_a_step(early: list[float], late: list[float], says: bool) -> None:
    assert drawn_back([*early, *late]) is says


def look(x: float, y: float, lies: float = 1.0) -> Whereabouts:
    """One that sees it lie there so likely, and else gone."""
    share = np.array([[lies]], np.float32)
    return Whereabouts(share, np.zeros_like(share), 1.0 - lies, np.array([[(x, y)]]))


def seat(*looks: Whereabouts) -> Seat:
    """Who sits below the card."""
    made = Seat(0, (X, 600.0), ((200.0, 600.0), (400.0, 600.0)), (30, 40), 1.0)
    made.whose.extend((8 * n, each) for n, each in enumerate(looks))
    return made


LAY, NEARER = [look(X, Y)] * FEWEST_LOOKS, [look(X, Y + FAR)] * LATE_LOOKS


@pytest.mark.parametrize(
    ("looks", "says"),
    [
        ([*LAY, *NEARER], True),
        ([look(X, Y, 0.0), *LAY, *NEARER], True),
        ([*LAY, look(X, Y, 0.4), *NEARER], True),
        ([*LAY, *[look(X + FAR, Y)] * LATE_LOOKS], False),
        ([*LAY, *[look(X, Y - FAR)] * LATE_LOOKS], False),
        ([*LAY, *[look(X, Y + SLIDES_MM + 1)] * LATE_LOOKS], False),
        ([*LAY, *[look(X, Y + FAR, 0.4)] * LATE_LOOKS], False),
        ([], False),
    ],
    ids=["back", "after it came", "one in doubt", "aside", "on", "away", "hardly seen", "never seen"],
)
def test_looks_from_its_seat_tell_of_a_hand_that_is_drawn_back(looks: list[Whereabouts], says: bool) -> None:
    assert Seeking([CARD], 1.0).slid(seat(*looks), 0) is says


def test_where_it_lies_counts_in_millimetres() -> None:
    assert not Seeking([CARD], 2.0).slid(seat(*LAY, *NEARER), 0)
    assert Seeking([CARD], 2.0).slid(seat(*LAY, *[look(X, Y + 2 * FAR)] * LATE_LOOKS), 0)


def test_a_hand_on_no_card_is_not_told_to_slide() -> None:
    assert not Seeking([CARD], 1.0).slid(seat(*LAY, *NEARER), None)
