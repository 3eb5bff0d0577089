"""When buttons went down: a clock that wraps around, and contacts that bounce."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.device.stamps import BOUNCE_US, Contacts, MonotonicClock
from firmware_bridge.simulated import PERIOD, ticks_difference


@given(st.integers(0, PERIOD - 1), st.lists(st.integers(0, PERIOD // 2 - 1), max_size=30))
def test_the_clock_only_grows_through_every_wrap(start: int, steps: list[int]) -> None:
    growing, us = MonotonicClock(start, ticks_difference), 0
    for step in steps:
        us += step
        assert growing.now((start + us) % PERIOD) == us


@given(st.integers(0, PERIOD - 1), st.integers(0, PERIOD // 2 - 1), st.integers(0, PERIOD // 2 - 1))
def test_a_stamp_just_before_a_wrap_is_before_it(start: int, passed: int, ago: int) -> None:
    growing = MonotonicClock(start, ticks_difference)
    growing.now((start + passed) % PERIOD)
    assert growing.at((start + passed - ago) % PERIOD) == max(0, passed - ago)


def played(edges: list[tuple[int, int, bool]], *, look_every_us: int = 1000) -> list[tuple[int, int]]:
    """The presses found among edges (seat, us, closed) by a program that looks every `look_every_us`."""
    contacts, found = Contacts(3, ticks_difference), []
    closed, left = [False] * 3, sorted(edges, key=lambda edge: edge[1])
    for now_us in range(0, (max(us for _, us, _ in edges) if edges else 0) + 3 * look_every_us, look_every_us):
        while left and left[0][1] <= now_us:
            seat, us, closed[seat] = left.pop(0)
            contacts.edge(seat, us % PERIOD, closed[seat])
        found += contacts.presses(now_us % PERIOD, closed)
    return found


def pressed(seat: int, down_us: int, up_us: int, bounces_us: tuple[int, ...] = ()) -> list[tuple[int, int, bool]]:
    """A press that bounces at both ends. bounces_us: when the contact moves again, from the first touch and release."""
    edges = []
    for start_us, closed in ((down_us, True), (up_us, False)):
        for number, later_us in enumerate((0, *bounces_us)):
            edges.append((seat, start_us + later_us, closed ^ (number % 2 == 1)))
    return edges


def test_a_bouncing_press_is_one_press_at_its_first_touch() -> None:
    assert played(pressed(1, 50_000, 250_000, (300, 700, 2_000, 4_100))) == [(1, 50_000)]


def test_two_presses_of_one_button_are_two() -> None:
    edges = pressed(1, 50_000, 100_000, (300, 700)) + pressed(1, 160_000, 400_000, (300, 700))
    assert played(edges) == [(1, 50_000), (1, 160_000)]


@given(st.permutations([0, 1, 2]), st.lists(st.integers(1, 500), min_size=2, max_size=2))
def test_the_order_of_seats_is_the_order_of_the_contacts(seats: list[int], gaps_us: list[int]) -> None:
    times = [10_000, 10_000 + gaps_us[0], 10_000 + sum(gaps_us)]
    edges = [edge for seat, us in zip(seats, times, strict=True) for edge in pressed(seat, us, us + 90_000, (150, 340))]
    assert played(edges) == list(zip(seats, times, strict=True))


def test_a_button_that_was_left_alone_for_long_is_no_bounce() -> None:
    """Longer than half the clock's period, when differences of ticks turn negative."""
    long_us = PERIOD * 2 // 3
    edges = pressed(0, 50_000, 150_000) + pressed(0, long_us, long_us + 100_000)
    assert played(edges, look_every_us=10_000) == [(0, 50_000), (0, long_us % PERIOD)]


def test_a_release_that_reads_closed_is_no_press() -> None:
    """The contact bounced back before the interrupt read it; at rest it is open."""
    edges = [(0, 50_000, True), (0, 500_000, True), (0, 500_200, False), (0, 700_000, True)]
    assert played(edges) == [(0, 50_000), (0, 700_000)]


def test_a_press_that_reads_open_at_its_end_does_not_block_the_next() -> None:
    contacts = Contacts(1, ticks_difference)
    contacts.edge(0, 1000, True)
    contacts.edge(0, 1100, False)
    contacts.edge(0, 1200, True)
    assert contacts.presses(2000, [True]) == [(0, 1000)]
    assert contacts.presses(1200 + BOUNCE_US, [False]) == []  # it opened, and the edge was missed
    contacts.edge(0, 90_000, True)
    assert contacts.presses(91_000, [True]) == [(0, 90_000)]


def test_more_edges_than_there_is_room_for_lose_no_later_press() -> None:
    contacts = Contacts(2, ticks_difference)
    for number in range(2 * Contacts.ROOM):
        contacts.edge(0, 1000 + 10 * number, number % 2 == 0)
    assert contacts.presses(2000, [True, False]) == [(0, 1000)]
    contacts.presses(50_000, [False, False])
    contacts.edge(1, 60_000, True)
    contacts.edge(0, 60_001, True)
    assert contacts.presses(61_000, [True, True]) == [(1, 60_000), (0, 60_001)]


@pytest.mark.parametrize("bounce_us", [100, 5_000, BOUNCE_US - 1])
def test_what_closes_again_within_the_time_of_a_bounce_is_the_same_press(bounce_us: int) -> None:
    edges = [(0, 30_000, True), (0, 30_000 + bounce_us // 2, False), (0, 30_000 + bounce_us, True)]
    assert played(edges) == [(0, 30_000)]
