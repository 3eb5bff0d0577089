"""Thousands of commands over a bad line: bits turn round, cables are pulled. Counts what became of each."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from firmware_bridge.device.box import Box, Outputs
from firmware_bridge.device.wire import MOST_SEATS
from firmware_bridge.link import AGAIN_S, BoxPress, Link, Outcome
from tests.firmware_bridge.lines import bits_broken

STEP_S = AGAIN_S + 0.0001
"""Nothing happens sooner than a line is sent again, so time goes in such steps."""
AT_ONCE = 3
"""Commands that wait for each other."""


class Ledger(Outputs):
    """Writes down which command was carried out: its number stands in the colour."""

    def __init__(self) -> None:
        self.carried_out = Counter[int]()

    def light(self, seat: int, red: int, green: int, blue: int) -> None:
        if red or green or blue:
            self.carried_out[red << 16 | green << 8 | blue] += 1


@dataclass(frozen=True, slots=True)
class Account:
    """What became of all commands.

    Attributes:
        lost_and_carried_out: of the lost ones, those that were carried out: nobody can know.
        broken_promises: commands carried out twice, or said to be done and not carried out, or never sent;
            presses told twice, in a wrong order, or not told and not counted as missed.
    """

    done: int
    lost: int
    lost_and_carried_out: int
    broken_promises: int
    told: int
    pulled: int
    seconds: float


def carried_over(
    random: Random,
    commands: int,
    *,
    bit_errors: float,
    pulled_every_s: float,
    presses: int = 0,
    box: type[Box] = Box,
    most_s: float = float("inf"),
) -> Account:
    """Send `commands` lights to a box over a line that turns bits round and is pulled out now and then.

    Half of the time a pulled box loses its power too and starts anew, unless its buttons are pressed: then it keeps it.
    """
    ledger, link, now_s, pulled = Ledger(), Link(lambda: random.randrange(10**6)), 0.0, 0
    device, sent = box(MOST_SEATS, random.randrange(10**9), ledger), b""
    outcomes: list[Future[Outcome]] = []
    pressed: list[int] = []
    told: list[BoxPress] = []
    while now_s < most_s and (
        len(outcomes) < commands
        or not all(each.done() for each in outcomes[-AT_ONCE:])
        or max(presses, len(pressed)) > _accounted(told)
    ):
        now_s += STEP_S
        if link.seats is not None and len(outcomes) < commands and all(o.done() for o in outcomes[-AT_ONCE:]):
            for number in range(len(outcomes) + 1, len(outcomes) + 1 + AT_ONCE):
                outcomes.append(link.send("light", number % MOST_SEATS, number >> 16, number >> 8 & 255, number & 255))
        if random.random() < STEP_S / pulled_every_s:
            pulled += 1
            link.broken()
            sent = sent[: random.randrange(len(sent) + 1)]  # the cable was pulled in the middle of a line
            if not presses and random.random() < 0.5:
                device = box(MOST_SEATS, random.randrange(10**9), ledger)
        if len(pressed) < presses and random.random() < 0.01:
            pressed.append(random.randrange(MOST_SEATS))
            device.press(pressed[-1], int(now_s * 1e6))
        now_us = int(now_s * 1e6)
        answers = device.receive(bits_broken(random, sent, bit_errors), now_us) + device.poll(now_us)
        told += link.receive(bits_broken(random, answers, bit_errors), now_s)
        sent = link.poll(now_s)
    results = [each.result(0) for each in outcomes if each.done()]
    carried_out = ledger.carried_out
    return Account(
        done=results.count(Outcome.DONE),
        lost=results.count(Outcome.LOST),
        lost_and_carried_out=sum(o is Outcome.LOST and carried_out[n] > 0 for n, o in enumerate(results, 1)),
        broken_promises=sum(
            carried_out[n] > 1 or (o is Outcome.DONE and carried_out[n] != 1) for n, o in enumerate(results, 1)
        )
        + len(set(carried_out) - set(range(1, len(results) + 1)))
        + _wrongly_told(pressed, told),
        told=len(told),
        pulled=pulled,
        seconds=now_s,
    )


def _accounted(told: list[BoxPress]) -> int:
    return len(told) + sum(press.missed for press in told)


def _wrongly_told(pressed: list[int], told: list[BoxPress]) -> int:
    place, wrong = 0, 0
    for press in told:
        place += press.missed
        wrong += pressed[place : place + 1] != [press.seat]
        place += 1
    wrong += sum(later.at_s <= earlier.at_s for earlier, later in pairwise(told))
    return wrong + abs(len(pressed) - place)
