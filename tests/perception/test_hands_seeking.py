"""Hands that the first look lost: when the second one's word is enough, and what it remembers."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from companion.perception.hands.closely import Closely
from companion.perception.hands.seat import Place, Seat, shoulders
from companion.perception.hands.seeking import FOLLOWED_FRAMES, LAY, LOOKS, Sought, sought
from companion.perception.hands.seen import CardPlace
from companion.perception.hands.tracks import PointPx

AT = (320.0, 900.0)
OWN = CardPlace(np.array([(290, 420), (350, 420), (350, 510), (290, 510)], float))
CARDS = (
    *(CardPlace(np.array([(x, 200), (x + 60, 200), (x + 60, 290), (x, 290)], float)) for x in (100, 300, 500)),
    OWN,
)


class Sees:
    """A second look that sees a hand on one card, time after time; on none of them where there is None."""

    def __init__(self, *on: int | None, logit: float) -> None:
        self._on, self._asked, self.logit = on, 0, logit

    def lies_about(self, at: PointPx, beside: float, sits_xy: PointPx) -> tuple[float, PointPx]:
        assert sits_xy == AT
        on = self._on[self._asked // (len(CARDS) - 1)]
        self._asked += 1
        return (self.logit if on is not None and CARDS[on].middle == at else -5.0), at


def followed(frames: int) -> Seat:
    seat = Seat(0, AT, shoulders(AT, (320.0, 240.0), 0.6), (30, 40), 0.6)
    seat.places.extend([Place((320.0, 245.0), 0.1, 1.0, 9.0)] * frames)
    return seat


def seek(seat: Seat, *on: int | None, logit: float = LAY + 1) -> list[Sought | None]:
    closely = cast(Closely, Sees(*on, logit=logit))
    return [sought(seat, closely, CARDS, 0.6) for _ in on]


def test_seen_on_one_card_again_and_again_it_lies_there() -> None:
    seat = followed(FOLLOWED_FRAMES)
    assert seek(seat, *[1] * LOOKS) == [None] * (LOOKS - 1) + [Sought(CARDS[1].middle, LAY + 1)]


@pytest.mark.parametrize("other", [0, None])
def test_what_is_seen_elsewhere_or_nowhere_once_begins_anew(other: int | None) -> None:
    seat = followed(FOLLOWED_FRAMES)
    assert seek(seat, *[1] * (LOOKS - 1), other, *[1] * (LOOKS - 1)) == [None] * (2 * LOOKS - 1)


def test_where_it_was_surely_seen_more_than_once_is_remembered() -> None:
    seat = followed(FOLLOWED_FRAMES)
    seek(seat, 0, 0, None, 2, 1, 1)
    assert seat.lay_on == {0, 1}
    seek(seat, 2, 2, logit=LAY - 0.5)
    assert seat.lay_on == {0, 1}


def test_the_own_card_is_not_looked_at() -> None:
    seat = followed(FOLLOWED_FRAMES)
    assert seek(seat, *[3] * LOOKS) == [None] * LOOKS


def test_a_hand_that_was_not_followed_is_not_sought() -> None:
    seat = followed(FOLLOWED_FRAMES - 1)
    assert seek(seat, *[1] * LOOKS) == [None] * LOOKS
    assert seat.lay_on == set()
