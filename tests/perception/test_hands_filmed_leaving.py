"""When a filmed hand has left, by all networks together, and what is known of one that leaves early."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from companion.camera.arrays import Pixels
from companion.perception.hands.assessment import VERIFIER_READS
from companion.perception.hands.crop import Affine
from companion.perception.hands.departure import DENIES
from companion.perception.hands.follower import HandFollower
from companion.perception.hands.seat_network import SeatNetwork, SeatPosterior
from tests.games.leprechauns.rounds import seen_in
from tests.games.leprechauns.tally import NAMED, Count
from tests.perception.filmed_hands import (
    READINGS_BEFORE,
    DepartureSays,
    PosteriorAt,
    VerifierSays,
    filmed,
    hand_seen,
    palm_in_input,
)

pytestmark = pytest.mark.whole


def test_a_hand_has_left_when_the_networks_no_longer_see_it() -> None:
    denied, there = [*[5.0] * VERIFIER_READS, DENIES + 1], PosteriorAt(palm_in_input(hand_seen("plain", 5.0)))
    lies, gone = DepartureSays(-9.0), DepartureSays(9.0)
    assert hand_seen("away", *denied, seat=SeatNetwork(), departure=lies).lifted_s is not None
    assert hand_seen("away", 5.0, seat=SeatNetwork(), departure=lies).lifted_s is not None, "whatever the verifier says"
    assert hand_seen("away", 5.0, seat=there, departure=lies).lifted_s is None, "all networks see it lying"
    assert hand_seen("away", 5.0, seat=there).lifted_s is not None, "the departure network sees it"
    assert hand_seen("plain", *denied, seat=SeatNetwork()).lifted_s is None, "the posteriors see it"
    assert hand_seen("plain", 5.0, seat=there, departure=gone).lifted_s is not None


class PosteriorAtThenGone(PosteriorAt):
    """A seat network that has its hand lie for a number of readings after the blind ones, and then gone."""

    def __init__(self, at_xy: tuple[float, float], blind: int, readings: int) -> None:
        super().__init__(at_xy, blind)
        self._left = blind + readings

    def predict(self, moments: Sequence[Pixels], settled: Pixels, transform: Affine) -> SeatPosterior:
        self._left -= 1
        seen = super().predict(moments, settled, transform)
        return seen if self._left >= 0 else SeatPosterior(0 * seen.lies, 0 * seen.flies, 1.0, seen.at_xy)


class LeavesAtOnce(HandFollower):
    """Takes every hand for one that has left as soon as it has landed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._departures.has_left = lambda *_: True


def test_a_hand_that_leaves_before_its_landing_time_is_known_keeps_the_confidence_of_the_readings_that_saw_it() -> None:
    there = palm_in_input(hand_seen("plain", 4.0))
    make = partial(LeavesAtOnce, verifier=VerifierSays(4.0), seat=PosteriorAtThenGone(there, READINGS_BEFORE, 9))
    (hand,) = (one for one in seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), make) if one.seat == 0)
    assert (hand.card, hand.lifted_s is None) == (1, False)
    assert hand.confidence > NAMED
