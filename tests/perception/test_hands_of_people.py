"""Photographed hands of people, which no network was trained on: on the simulated table, and over boards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.games.karo.expected import likely
from companion.perception.boards.reader import BoardReader
from tests.boards_under_hands import counted
from tests.games.leprechauns.rounds import seen_in
from tests.games.leprechauns.staged import made
from tests.games.leprechauns.tally import Count, compare
from tests.photographed_hands import PX_PER_MM, Photographed, flat_hands, worn

pytestmark = pytest.mark.whole

FEWEST_HANDS = 15
SEEDS = (900_001, 900_002)
HALF_WAY_S = 1.0


@pytest.fixture(scope="module")
def people(shared: Path) -> tuple[Photographed, ...]:
    return flat_hands(shared / "frames" / "real" / "hands")


def test_their_hands_are_cut_out_whole(people: tuple[Photographed, ...]) -> None:
    assert len(people) >= FEWEST_HANDS
    for hand in people:
        width = hand.face.shape[1]
        opacity = hand.face[..., 3]
        assert not opacity[0].any(), "nothing is cut off but the arm"
        assert not opacity[-1].any()
        assert not opacity[:, 0].any()
        assert opacity[:, -1].any()
        assert 140 * PX_PER_MM < width < 270 * PX_PER_MM
        x, y = (round(at) for at in hand.palm_xy)
        assert opacity[y - 15 : y + 15, x - 15 : x + 15].min() > 250, "the palm's middle is flesh"
        blue, green, red = (hand.face[y - 15 : y + 15, x - 15 : x + 15, n].mean() for n in range(3))
        assert blue < green < red


def test_worn_on_the_simulated_table_they_are_drawn_and_gone_afterwards(people: tuple[Photographed, ...]) -> None:
    def shot() -> np.ndarray:
        a_round = made(SEEDS[0])
        while a_round.world.elapsed_s < HALF_WAY_S:
            pixels = a_round.source.small().pixels
        return pixels

    drawn = shot()
    with worn(people, 1):
        photographed = shot()
    assert np.abs(drawn.astype(int) - photographed).max() > 40
    assert (shot() == drawn).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_seats_and_cards_of_photographed_hands_are_not_wrong(people: tuple[Photographed, ...], seed: int) -> None:
    count, a_round = Count(), made(seed)
    with worn(people, seed):
        compare(a_round, seen_in(a_round, count), count)
    assert count.slaps >= 2
    assert (count.wrong, count.played_wrong, count.order_wrong, count.hover_called) == (0, 0, 0, 0), count.notes
    assert count.right >= count.slaps / 2


def test_a_board_under_hands_is_not_read(people: tuple[Photographed, ...], shared: Path) -> None:
    found = counted(shared / "frames", people, BoardReader(None, likely), times=1, most=15)
    assert found["board said"] == 0
    assert found["hand seen"] > 10
