"""The walk round the table box: what works is seen to work, and what does not is named."""

from __future__ import annotations

import pytest

from companion.core.clock import ManualClock
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.hardware.box_walk import PRESS_S, WalkResult, walk
from firmware_bridge.port import PortGone
from firmware_bridge.simulated import SimulatedBox


def walked(box: SimulatedBox, clock: ManualClock) -> tuple[WalkResult, list[str]]:
    told: list[Text] = []
    return walk(box.open_port, clock, told.append), [words.en for words in told]


def test_every_light_tone_and_button_is_walked() -> None:
    clock = ManualClock()
    box = SimulatedBox(2, clock.now_s, eager=True)
    result, told = walked(box, clock)
    assert result == WalkResult(2)
    assert result.passed
    assert [each for each in box.lamps.done if each[2] != (0, 0, 0)] == [
        step
        for seat in (0, 1)
        for step in (
            ("light", seat, (200, 0, 0)),
            ("light", seat, (0, 120, 0)),
            ("light", seat, (0, 0, 160)),
            ("light", seat, (150, 70, 0)),
            ("tone", seat, (440,)),
            ("tone", seat, (0,)),
            ("tone", seat, (880,)),
            ("tone", seat, (0,)),
            ("light", seat, (255, 255, 255)),
        )
    ]
    assert box.lamps.lights == [(0, 0, 0)] * 2
    assert told == [
        "Seat 1 of 2: red, green, blue, amber, then two tones, the second one higher.",
        "Seat 1: press the button whose light is white (20 s).",
        "  button seen",
        "Seat 2 of 2: red, green, blue, amber, then two tones, the second one higher.",
        "Seat 2: press the button whose light is white (20 s).",
        "  button seen",
    ]


def test_a_button_that_nobody_presses_is_named_in_the_end() -> None:
    clock = ManualClock()
    result, told = walked(SimulatedBox(2, clock.now_s), clock)
    assert (result, result.passed) == (WalkResult(2, unpressed=(0, 1)), False)
    assert "  no press from this seat" in told
    assert clock.now_s() > 2 * PRESS_S


def test_a_box_that_goes_away_on_the_way_is_no_box_that_works() -> None:
    clock = ManualClock()
    box = SimulatedBox(3, clock.now_s, eager=True)

    def pull(words: Text) -> None:
        if words.en.startswith("Seat 2 of"):
            box.unplug()

    result = walk(box.open_port, clock, pull)
    assert (result.silent, result.unpressed, result.passed) == ((1, 2), (1, 2), False)


def test_no_box_no_walk() -> None:
    def nowhere() -> None:
        raise PortGone("no Raspberry Pi Pico is plugged in")

    with pytest.raises(Unreadable, match=r"plug it in again \(no Raspberry Pi Pico is plugged in\)"):
        walk(nowhere, ManualClock(), lambda _: None)  # type: ignore[arg-type]
