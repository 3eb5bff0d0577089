"""Which filmed hands are asked about, or played with less confidence, because something else may be true."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from companion.perception.hands.assessment import DOUBTFUL, HOVERED
from companion.perception.hands.follower import HandFollower
from companion.table.watchers.slaps import CONFIDENT
from tests.games.leprechauns.rounds import seen_in
from tests.games.leprechauns.tally import NAMED, Count
from tests.perception.filmed_hands import (
    NeverLanded,
    VerifierSays,
    filmed,
)

pytestmark = pytest.mark.whole


class FoundByPosteriorAlone(HandFollower):
    """Detects no landing by tracking, and takes every hand for one that drifts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._context.stillness.has_drifted = lambda *_: True
        self._landings.detect = lambda *_: None


def test_a_hand_that_only_the_posterior_finds_and_that_drifts_is_asked_about_until_its_landing_time_is_known() -> None:
    a_round = partial(filmed, ((0, 1, "plain", 1.0),), 3)
    (dated,) = seen_in(a_round(), Count(), partial(FoundByPosteriorAlone, verifier=VerifierSays(-1.0)))
    assert (dated.seat, dated.card) == (0, 1)
    assert dated.confidence > NAMED
    never = partial(FoundByPosteriorAlone, verifier=VerifierSays(-1.0), landing=NeverLanded())
    assert [hand.confidence for hand in seen_in(a_round(), Count(), never)] == [DOUBTFUL]


class LeftInDoubt(HandFollower):
    """Has retracted a landing of a hand that left in doubt."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._context.seats[0].cards_left_in_doubt.add(2)


def test_a_hand_that_may_have_landed_elsewhere_before_is_asked_about() -> None:
    (hand,) = seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), LeftInDoubt)
    assert (hand.seat, hand.card, hand.confidence) == (0, 1, DOUBTFUL)


class Hovered(HandFollower):
    """Has retracted a landing of a hand that hovered over these cards."""

    def __init__(self, over: set[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._context.seats[0].cards_hovered_over |= over


@pytest.mark.parametrize(("over", "tapped"), [({1}, False), ({2}, True)])
def test_a_hand_that_hovered_over_another_card_is_not_played_without_a_tap(over: set[int], tapped: bool) -> None:
    (hand,) = seen_in(filmed(((0, 1, "plain", 1.0),), 3), Count(), partial(Hovered, over))
    assert (hand.seat, hand.card, hand.confidence == HOVERED) == (0, 1, tapped)
    assert NAMED <= HOVERED < CONFIDENT


class MayHaveLainElsewhere(HandFollower):
    """Takes every hand for one that lay on another card before."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._context.card_evidence.lay_on_another = lambda seat, card: True


def test_a_hand_that_leaves_while_its_first_card_is_in_doubt_is_asked_about() -> None:
    (hand,) = seen_in(filmed(((0, 1, "away", 1.0),), 3), Count(), MayHaveLainElsewhere)
    assert (hand.seat, hand.card, hand.confidence) == (0, 1, DOUBTFUL)
    assert hand.lifted_s is not None
    assert not hand.known, "so it was not reported before"
