"""Over a bad line every command is carried out once, or reported lost; every press told once, in order."""

from __future__ import annotations

from random import Random

import pytest

from firmware_bridge.device.box import Box
from tests.firmware_bridge.bad_line import carried_over

pytestmark = pytest.mark.whole


def test_ten_thousand_commands_with_one_wrong_bit_in_a_hundred_and_cables_pulled() -> None:
    account = carried_over(Random(1), 10_000, bit_errors=0.01, pulled_every_s=120.0)
    print(account)
    assert account.broken_promises == 0
    assert account.done + account.lost >= 10_000
    assert account.done > 9_000
    assert account.pulled > 50
    assert account.lost_and_carried_out > 0  # what "lost" must be said for


def test_presses_over_a_bad_line_are_told_once_and_in_order() -> None:
    account = carried_over(Random(2), 300, bit_errors=0.005, pulled_every_s=20.0, presses=500)
    assert (account.broken_promises, account.told) == (0, 500)
    assert account.pulled > 5


def test_over_a_good_line_nothing_is_lost() -> None:
    account = carried_over(Random(3), 3000, bit_errors=0.0, pulled_every_s=float("inf"), presses=300)
    assert (account.broken_promises, account.lost, account.told) == (0, 0, 300)


class TwiceIsTwice(Box):
    """Carries out every line that it understands, also those that were sent again."""

    def _carry_out(self, kind: str, arguments: tuple[int, ...], now_us: int) -> str:
        self._done = -1
        return super()._carry_out(kind, arguments, now_us)

    def receive(self, data: bytes, now_us: int) -> bytes:
        self._done = -1
        return super().receive(data, now_us)


class SaysYes(Box):
    """Says that it is done without doing it."""

    def _carry_out(self, kind: str, arguments: tuple[int, ...], now_us: int) -> str:
        return "ack"


class ForgetsPresses(Box):
    """Sends a press once, and takes it for noted."""

    def poll(self, now_us: int) -> bytes:
        line = super().poll(now_us)
        if line:
            self._acknowledged(self._sequence)
        return line


@pytest.mark.parametrize("box", [TwiceIsTwice, SaysYes])
def test_the_account_finds_a_box_that_breaks_its_promise(box: type[Box]) -> None:
    assert carried_over(Random(1), 200, bit_errors=0.01, pulled_every_s=120.0, box=box).broken_promises > 0


def test_the_account_finds_presses_that_nobody_heard_of() -> None:
    assert (
        carried_over(
            Random(1), 200, bit_errors=0.005, pulled_every_s=1e9, presses=100, box=ForgetsPresses, most_s=100.0
        ).broken_promises
        > 0
    )
