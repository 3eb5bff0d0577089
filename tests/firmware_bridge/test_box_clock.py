"""The box's clock in host time: offset, drift, order."""

from __future__ import annotations

from random import Random

import pytest

from firmware_bridge.box_clock import BoxClock
from firmware_bridge.link import BEAT_S

QUICK_S = 0.0004
"""There and back over USB when nothing is in the way."""


def beaten(random: Random, *, for_s: float, fast: float, late_s: float, begin_us: int = 5_000_000) -> BoxClock:
    """A clock that runs `fast` too fast, asked for so long over a line that keeps each way waiting, up to `late_s`."""
    clock = BoxClock()
    for number in range(int(for_s / BEAT_S)):
        sent_s = 1000.0 + number * BEAT_S
        there_s = QUICK_S / 2 + random.random() ** 3 * late_s
        back_s = QUICK_S / 2 + random.random() ** 3 * late_s
        clock.add(sent_s, sent_s + there_s + back_s, int(begin_us + (sent_s + there_s - 1000.0) * 1e6 * (1 + fast)))
    return clock


@pytest.mark.parametrize("fast", [0.0, 50e-6, -50e-6, 200e-6])
@pytest.mark.parametrize("for_s", [1, 10, 30, 120, 600])
def test_times_are_right_within_half_a_beat_and_drift(fast: float, for_s: float) -> None:
    worst_s = 0.0
    for seed in range(10):
        clock = beaten(Random(seed), for_s=for_s, fast=fast, late_s=0.003)
        for ago_s in (0.0, 0.3):
            true_s = 1000.0 + for_s - ago_s
            told_s = clock.host_s(int(5_000_000 + (true_s - 1000.0) * 1e6 * (1 + fast)))
            worst_s = max(worst_s, abs(told_s - true_s))
    assert worst_s < 0.0015 + 20 * abs(fast)  # before it is known, drift adds up for twenty seconds at most
    if for_s >= 120:
        assert worst_s < 0.0006


def test_without_regard_to_drift_ten_minutes_would_be_far_off() -> None:
    """What the estimate is for: the same beats, the first one only."""
    clock = BoxClock()
    clock.add(1000.0, 1000.0 + QUICK_S, 5_000_000)
    assert abs(clock.host_s(int(5_000_000 + 600e6 * (1 + 200e-6))) - 1600.0) > 0.1


def test_a_late_beat_among_quick_ones_changes_nothing() -> None:
    clock = BoxClock()
    for number in range(8):
        late_s = 0.2 if number % 4 == 3 else 0.0
        clock.add(number * 0.5, number * 0.5 + QUICK_S + late_s, int((number * 0.5 + QUICK_S / 2) * 1e6))
    assert clock.uncertainty_s == pytest.approx(QUICK_S / 2)
    assert clock.host_s(5_000_000) == pytest.approx(5.0, abs=0.0001)


def test_a_better_estimate_never_turns_two_presses_round() -> None:
    clock = BoxClock()
    clock.add(0.0, 0.4, 0)  # answered at once and late on its way back: presses are thought 0.2 s later than they are
    first_s = clock.host_s(1_000_000)
    clock.add(5.0, 5.0 + QUICK_S, 5_000_200)
    second_s = clock.host_s(1_000_001)
    assert first_s < second_s
    assert clock.host_s(1_000_001) == second_s  # the same microsecond is the same time


def test_it_knows_that_it_knows_nothing() -> None:
    clock = BoxClock()
    assert not clock.known
    clock.add(0.0, 0.001, 5)
    assert clock.known
