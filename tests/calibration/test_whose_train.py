"""What the network that tells where a hand is learns to be told of the others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.hands.films import FILM, FRAME, HEIGHT_MM, PALM, PX_PER_MM, SITS
from calibration.hands.whose_train import ALONE_SHARE, KNOWN_MOMENTS, MISSED, Views, known

SEATS = ((160.0, 400.0), (-100.0, 120.0))
LIES, FLIES = 0.0, 60.0


def hands(*heights: tuple[float, float], film: int = 0, first: int = 0) -> np.ndarray:
    """Two seats' hands, moment by moment: where they lie they stay."""
    rows = []
    for moment, each in enumerate(heights):
        for number, (sits, height) in enumerate(zip(SEATS, each, strict=True)):
            row = np.zeros(10, np.float32)
            row[FRAME], row[FILM], row[SITS], row[PX_PER_MM] = first + moment, film, sits, 0.3
            row[PALM], row[HEIGHT_MM] = (100.0 + 50 * number, 120.0), height
            rows.append(row)
    return np.stack(rows)


def test_a_hand_is_known_that_has_lain_there_for_long_enough() -> None:
    lain = hands(*[(LIES, FLIES)] * 2, *[(LIES, LIES)] * 3)
    assert known(lain)[0::2].tolist() == [n + 1 >= KNOWN_MOMENTS for n in range(5)]
    assert known(lain)[1::2].tolist() == [n - 1 >= KNOWN_MOMENTS for n in range(5)]


def test_who_slides_or_is_in_another_film_is_known_anew() -> None:
    slid = hands(*[(LIES, LIES)] * 6)
    slid[6:, PALM] += 20.0
    assert not known(slid)[6:10].any()
    both = np.concatenate([hands(*[(LIES, LIES)] * 2), hands(*[(LIES, LIES)] * 2, film=1, first=2)])
    assert not known(both).any()


@pytest.fixture
def views(tmp_path: Path) -> Views:
    filmed = hands(*[(LIES, LIES)] * 4)
    frames = np.zeros((4, 240, 320, 3), np.uint8)
    np.savez(tmp_path / "w.npz", frames=frames, settled=frames[:1], hands=filmed)
    made = Views([tmp_path / "w.npz"], 1)
    made.batch()
    return made


def test_mostly_it_is_told_where_the_other_hand_lies_and_always_where_that_player_sits(views: Views) -> None:
    told = [views._others(*views._rows[0], 6) for _ in range(2000)]
    assert all(sit == [SEATS[1]] for sit, _ in told)
    lie = [arms[0] for _, arms in told if arms]
    assert len(lie) / len(told) == pytest.approx((1 - MISSED) * (1 - ALONE_SHARE), abs=0.04)
    assert all(sits == SEATS[1] for _, sits in lie)
    assert np.abs(np.array([palm for palm, _ in lie]) - (150.0, 120.0)).mean() < 3.0


def test_of_hands_that_are_not_known_it_is_told_nothing_but_now_and_then_something_wrong(views: Views) -> None:
    told = [arms[0][0] for _ in range(2000) if (arms := views._others(*views._rows[0], 0)[1])]
    assert 0 < len(told) < 0.06 * 2000
    assert np.abs(np.array(told) - (100.0, 120.0)).mean() < 3.0, "the hand that is sought, as if it were the other's"
