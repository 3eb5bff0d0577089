"""The simulated table box: the device's own code runs in this process, behind the same `Port` as a real box."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random

from firmware_bridge.device.box import Box, Outputs
from firmware_bridge.device.stamps import Contacts, MonotonicClock
from firmware_bridge.device.wire import LARGEST_COUNT
from firmware_bridge.port import PortGone

PERIOD = 2**30
"""Microseconds after which the Pico's `ticks_us` wraps around: 18 minutes."""

WHITE = (255, 255, 255)
"""The colour that an `eager` simulated person answers with a press; the box walk lights a button like this."""


def ticks_difference(later: int, earlier: int) -> int:
    """Microseconds from `earlier` to `later`, as the Pico's `time.ticks_diff` gives them.

    Both are values of the wrapping clock; the result is correct up to half a `PERIOD` either way.
    """
    return (later - earlier + PERIOD // 2) % PERIOD - PERIOD // 2


class Lamps(Outputs):
    """The simulated box's lights and buzzers.

    Attributes:
        lights: the colour shown at each seat, (red, green, blue), each 0 to 255.
        hertz: the tone sounding at each seat; 0 is silence.
        done: every change in order, as ("light" or "tone", seat, values).
    """

    def __init__(self, seats: int) -> None:
        self.lights: list[tuple[int, int, int]] = [(0, 0, 0)] * seats
        self.hertz = [0] * seats
        self.done: list[tuple[str, int, tuple[int, ...]]] = []

    def light(self, seat: int, red: int, green: int, blue: int) -> None:
        """Show a colour at a seat, each part 0 to 255, and record it."""
        self.done.append(("light", seat, (red, green, blue)))
        self.lights[seat] = (red, green, blue)

    def tone(self, seat: int, hertz: int) -> None:
        """Sound a tone at a seat, 0 hertz for silence, and record it; silence after silence is not recorded."""
        if hertz or self.hertz[seat]:
            self.done.append(("tone", seat, (hertz,)))
        self.hertz[seat] = hertz


class SimulatedBox:
    """A simulated box with its power, cable and buttons. All methods may be called from any thread.

    Args:
        seats: number of seats, 1 to 8.
        now_s: the host's clock, seconds; the box's own clock is derived from it.
        seed: seed of the boot numbers that the box draws at every start.
        drift: how much faster than the host's clock the box's runs, as a share (50e-6 is 50 ppm).
        start_us: the box's clock when it is switched on, microseconds.
        eager: simulate people who press each button as soon as its light turns white.

    Attributes:
        lamps: the box's lights and tones since it was last switched on.
        plugged: whether the cable is in.
    """

    def __init__(
        self,
        seats: int,
        now_s: Callable[[], float],
        *,
        seed: int = 0,
        drift: float = 0.0,
        start_us: int = 0,
        eager: bool = False,
    ) -> None:
        self.seats, self._now_s, self._drift, self._start_us, self._eager = seats, now_s, drift, start_us, eager
        self._random = Random(seed)
        self.plugged = True
        self._cable = 0  # number of the port opening that is still valid
        self._lock = threading.Condition()
        self._switch_on()

    def open_port(self) -> SimulatedPort:
        """Open the port. Raises `PortGone` while the box is unplugged."""
        with self._lock:
            if not self.plugged:
                raise PortGone("the simulated box is unplugged")
            self._cable += 1
            return SimulatedPort(self, self._cable)

    def unplug(self) -> None:
        """Pull the cable: the box is off."""
        with self._lock:
            self.plugged = False
            self._cable += 1
            self._lock.notify_all()

    def plug_in(self) -> None:
        """Put the cable back: the box restarts."""
        with self._lock:
            self._switch_on()
            self.plugged = True

    def press(self, seat: int) -> None:
        """Press and release the button of a seat."""
        with self._lock:
            ticks = self._ticks()
            self._contacts.edge(seat, ticks, True)
            self._lock.notify_all()

    def exchange(self, cable: int, sent: bytes, timeout_s: float = 0.0) -> bytes:
        """Pass bytes to the box and return its answer.

        Args:
            cable: number of the port opening, as given to `SimulatedPort`.
            sent: bytes from the host.
            timeout_s: how long to wait for a press or a `wake` first.

        Raises:
            PortGone: the box has been unplugged since that port was opened.
        """
        with self._lock:
            if timeout_s > 0:
                self._lock.wait(timeout_s)
            if not self.plugged or cable != self._cable:
                raise PortGone("the simulated box was unplugged")
            ticks = self._ticks()
            now_us = self._clock.now(ticks)
            for seat, at in self._contacts.presses(ticks, [False] * self.seats):
                self._box.press(seat, self._clock.at(at))
            lit = len(self.lamps.done)
            answers = self._box.receive(sent, now_us)
            for kind, seat, values in self.lamps.done[lit:] if self._eager else ():
                if (kind, values) == ("light", WHITE):
                    self._box.press(seat, now_us)
            return answers + self._box.poll(now_us)

    def wake(self) -> None:
        """Let a waiting `exchange` go on."""
        with self._lock:
            self._lock.notify_all()

    def _switch_on(self) -> None:
        self.lamps = Lamps(self.seats)
        self._box = Box(self.seats, self._random.randrange(LARGEST_COUNT), self.lamps)
        self._contacts = Contacts(self.seats, ticks_difference)
        self._clock = MonotonicClock(self._ticks(), ticks_difference)

    def _ticks(self) -> int:
        return (self._start_us + int(self._now_s() * 1e6 * (1 + self._drift))) % PERIOD


class SimulatedPort:
    """One opening of the simulated box's port. See `Port`."""

    def __init__(self, box: SimulatedBox, cable: int) -> None:
        self._box, self._cable, self._answers = box, cable, b""

    def read(self, timeout_s: float) -> bytes:
        """What the box has sent, after `timeout_s` at most. Raises `PortGone`."""
        answers = self._answers + self._box.exchange(self._cable, b"")
        self._answers = b""
        return answers or (self._box.exchange(self._cable, b"", timeout_s) if timeout_s > 0 else b"")

    def write(self, data: bytes) -> None:
        """Pass bytes to the box. Raises `PortGone`."""
        self._answers += self._box.exchange(self._cable, data)

    def wake(self) -> None:
        """Let a waiting `read` return."""
        self._box.wake()

    def close(self) -> None:
        """Does nothing: a simulated port holds no resource."""
        return None
