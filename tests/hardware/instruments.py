"""Buttons, lights and buzzers of a whole table for tests: opened by the address that a person writes, with fingers at
the buttons and an ear at the buzzers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion import wiring
from companion.core.clock import Clock, ManualClock
from companion.hardware import box_device, gpiozero_device
from companion.hardware.box_device import BoxDevice
from companion.hardware.cues import Cue, PlayedCue
from companion.hardware.gpiozero_device import GpiozeroDevice
from companion.hardware.patterns import PATTERNS
from companion.hardware.pins import Pins
from firmware_bridge.simulated import SimulatedBox

PINS, BOX = "gpiozero://mock", "sim://table-box"
TICK_S = 0.005
"""How finely a moved clock lets a device live: a box is asked as often by its thread."""


class Instrument(Protocol):
    """A device at the table, what was asked of it, and what came of that."""

    device: Any
    played: list[PlayedCue]

    def leave(self) -> None:
        """Stop working, as a pulled cable makes it."""

    def come_back(self) -> None:
        """Work again."""

    def finger(self, seat: int) -> None:
        """Press and let go the button of a seat."""

    def heard(self) -> list[int]:
        """Every tone that sounded, in hertz, once for all seats where it sounded."""

    def lit(self, seat: int) -> bool:
        """Whether a seat's light is on."""

    def step(self) -> None:
        """Let the device do what is due now; only where its threads do not run."""


def _noted(device: Any, played: list[PlayedCue]) -> None:
    play = device.play

    def noted(cue: Cue, seat: int | None = None) -> None:
        played.append(PlayedCue(cue, seat))
        play(cue, seat)

    device.play = noted


class HearingPin(MockPWMPin):
    """Writes down every tone that it is told to make."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self.tones: list[int] = []
        self.broken = False

    def _set_frequency(self, value: float | None) -> None:
        self._fail()
        super()._set_frequency(value)
        if value is not None and self._function == "output":
            self.tones.append(round(value))

    def _set_state(self, value: float) -> None:
        self._fail()
        super()._set_state(value)

    def _fail(self) -> None:
        if self.broken:
            raise OSError("bad file descriptor")


class PinsInstrument:
    """`gpiozero://mock`."""

    def __init__(self, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pins = Pins()
        self._factory = MockFactory(pin_class=HearingPin)
        monkeypatch.setattr(gpiozero_device, "_factory", lambda module, name: self._factory)
        self.device: Any = wiring.open_device(PINS, self.pins, clock)
        assert isinstance(self.device, GpiozeroDevice)
        self.buzzer: Any = self._pin(self.pins.buzzer)
        self.buzzer.tones.clear()
        self.played: list[PlayedCue] = []
        _noted(self.device, self.played)

    def leave(self) -> None:
        self._break(True)

    def come_back(self) -> None:
        self._break(False)

    def _break(self, broken: bool) -> None:
        for _, number in self.pins.named():
            self._pin(number).broken = broken

    def finger(self, seat: int) -> None:
        pin = self._pin(self.pins.buttons[seat])
        pin.drive_low()
        pin.drive_high()

    def heard(self) -> list[int]:
        return list(self.buzzer.tones)

    def lit(self, seat: int) -> bool:
        return bool(self._pin(self.pins.lights[seat]).state)

    def step(self) -> None:
        self.device.sequencer.due()

    def _pin(self, number: int) -> Any:
        return self._factory.pin(f"GPIO{number}")


class BoxInstrument:
    """`sim://table-box`."""

    def __init__(self, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
        made: list[SimulatedBox] = []

        def simulated(*given: Any, **how: Any) -> SimulatedBox:
            made.append(SimulatedBox(*given, **how))
            return made[-1]

        monkeypatch.setattr(box_device, "SimulatedBox", simulated)
        self.device: Any = wiring.open_device(BOX, Pins(), clock)
        assert isinstance(self.device, BoxDevice)
        (self.box,) = made
        self._earlier: list[int] = []
        self.played: list[PlayedCue] = []
        _noted(self.device, self.played)

    def leave(self) -> None:
        self._earlier = self.heard()
        self.box.unplug()
        self.box.lamps.done.clear()

    def come_back(self) -> None:
        self.box.plug_in()

    def finger(self, seat: int) -> None:
        self.box.press(seat)

    def heard(self) -> list[int]:
        """A tone at several seats comes seat by seat; it is one until it ends at one of them."""
        found, sounding, at = list(self._earlier), 0, set[int]()
        for kind, seat, values in list(self.box.lamps.done):
            if kind != "tone":
                continue
            (hertz,) = values
            if not hertz:
                sounding = 0 if seat in at else sounding
            elif hertz == sounding and seat not in at:
                at.add(seat)
            else:
                found.append(hertz)
                sounding, at = hertz, {seat}
        return found

    def lit(self, seat: int) -> bool:
        return any(self.box.lamps.lights[seat])

    def step(self) -> None:
        self.device.sequencer.due()
        self.device.box.step()


Makes = Callable[[Clock, pytest.MonkeyPatch], PinsInstrument | BoxInstrument]
INSTRUMENTS: dict[str, Makes] = {PINS: PinsInstrument, BOX: BoxInstrument}


class LivingClock(ManualClock):
    """A clock that is moved, and lets a device without threads live while it is."""

    def __init__(self) -> None:
        super().__init__(100.0)
        self.live: Callable[[], None] = lambda: None

    def wait_s(self, duration_s: float) -> None:
        end_s = self.now_s() + max(0.0, duration_s)
        while self.now_s() < end_s:
            super().wait_s(min(TICK_S, end_s - self.now_s()))
            self.live()


def tones_of(cues: Iterable[PlayedCue]) -> list[int]:
    """What is heard of cues that are played to their ends, one after the other."""
    return [step.hertz for played in cues for step in PATTERNS[played.cue].steps if step.hertz]
