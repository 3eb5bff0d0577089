"""Table devices for tests: their clock is moved, their threads are not started, and what they do is written down."""

from __future__ import annotations

from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import ManualClock
from companion.core.text import Text
from companion.hardware.box_device import BoxDevice
from companion.hardware.gpiozero_device import GpiozeroDevice
from companion.hardware.patterns import Colour
from companion.hardware.pins import Pins
from companion.hardware.sequencer import Sequencer
from firmware_bridge.simulated import SimulatedBox

TICK_S = 0.005
PINS = Pins(buzzer=18, buttons=(5, 6), lights=(17, 27))


class Written:
    """Outputs that write down what they are told, with the time in milliseconds."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self.lines: list[str] = []

    def light(self, seat: int, colour: Colour) -> None:
        self._write(f"light {seat} {' '.join(map(str, colour))}")

    def sound(self, seats: tuple[int, ...], hertz: int, ms: int) -> None:
        self._write(f"sound {','.join(map(str, seats))} {hertz} {ms}")

    def _write(self, what: str) -> None:
        self.lines.append(f"{self._clock.now_s() * 1000:.0f} {what}")


def played_out(clock: ManualClock, sequencer: Sequencer, for_s: float = 10.0) -> None:
    """Let time pass until all is played, or `for_s` has passed."""
    end_s = clock.now_s() + for_s
    while clock.now_s() < end_s:
        wait_s = sequencer.due()
        if wait_s is None:
            return
        clock.wait_s(min(wait_s, end_s - clock.now_s()))


class MockTable:
    """A gpiozero device on mock pins, and what its pins do as time passes."""

    def __init__(self, pins: Pins = PINS) -> None:
        self.clock = ManualClock()
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.pins = pins
        self.device = GpiozeroDevice(self.factory, pins, self.clock)
        self.presses: list[ButtonPress] = []
        self.troubles: list[Text | None] = []

    def pin(self, number: int) -> Any:
        return self.factory.pin(f"GPIO{number}")

    def lived(self, for_s: float) -> list[tuple[int, float | None, tuple[float, ...]]]:
        """Milliseconds, the buzzer's hertz (None: silent) and every light's pin, whenever one of them changes."""
        told: list[tuple[int, float | None, tuple[float, ...]]] = []
        end_s = self.clock.now_s() + for_s
        while True:
            wait_s = self.device.sequencer.due()
            buzzer = self.pin(self.pins.buzzer)
            now = (
                buzzer.frequency if buzzer.state else None,
                tuple(self.pin(light).state for light in self.pins.lights),
            )
            if not told or told[-1][1:] != now:
                told.append((round(self.clock.now_s() * 1000), *now))
            left_s = end_s - self.clock.now_s()
            if wait_s is None or wait_s > left_s:
                self.clock.wait_s(left_s)
                return told
            self.clock.wait_s(wait_s)


class SimulatedTable:
    """A box device on a simulated box, without threads."""

    def __init__(self, seats: int = 4) -> None:
        self.clock = ManualClock(100.0)
        self.simulated = SimulatedBox(seats, self.clock.now_s)
        self.device = BoxDevice(self.simulated.open_port, self.clock)
        self.presses: list[ButtonPress] = []
        self.troubles: list[Text | None] = []
        self.device.attach(self.presses.append, self.troubles.append)

    def live(self, for_s: float) -> None:
        for _ in range(round(for_s / TICK_S)):
            self.clock.wait_s(TICK_S)
            self.device.sequencer.due()
            self.device.box.step()
