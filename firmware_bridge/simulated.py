"""The simulated table box: the device's own code, in this process, behind a port like any other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random

from firmware_bridge.device.box import Box, Outputs
from firmware_bridge.device.stamps import Contacts, Growing
from firmware_bridge.device.wire import COUNT
from firmware_bridge.port import PortGone

PERIOD = 2**30
"""Of the Pico's `ticks_us`, in microseconds: 18 minutes."""

WHITE = (255, 255, 255)


def ticks_difference(later: int, earlier: int) -> int:
    """`time.ticks_diff` as the Pico has it: right up to half a period."""
    return (later - earlier + PERIOD // 2) % PERIOD - PERIOD // 2


class Lamps(Outputs):
    """What the simulated box shows and sounds, and all that it ever did."""

    def __init__(self, seats: int) -> None:
        self.lights: list[tuple[int, int, int]] = [(0, 0, 0)] * seats
        self.hertz = [0] * seats
        self.done: list[tuple[str, int, tuple[int, ...]]] = []

    def light(self, seat: int, red: int, green: int, blue: int) -> None:
        self.done.append(("light", seat, (red, green, blue)))
        self.lights[seat] = (red, green, blue)

    def tone(self, seat: int, hertz: int) -> None:
        if hertz or self.hertz[seat]:
            self.done.append(("tone", seat, (hertz,)))
        self.hertz[seat] = hertz


class SimulatedBox:
    """A box with its power, cable and buttons.

    Args:
        seats: how many it has.
        now_s: the host's clock, from which the box's own is made.
        seed: of the numbers that it takes at every start.
        fast: how much faster than the host's its clock runs, as a share (50e-6).
        start_us: what its clock says when it is switched on.
        eager: somebody sits at every button, and presses it when its light turns white.
    """

    def __init__(
        self,
        seats: int,
        now_s: Callable[[], float],
        *,
        seed: int = 0,
        fast: float = 0.0,
        start_us: int = 0,
        eager: bool = False,
    ) -> None:
        self.seats, self._now_s, self._fast, self._start_us, self._eager = seats, now_s, fast, start_us, eager
        self._random = Random(seed)
        self.plugged = True
        self._cable = 0  # which opening of the port still holds
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
        """Put the cable back: the box starts anew."""
        with self._lock:
            self._switch_on()
            self.plugged = True

    def press(self, seat: int) -> None:
        """Press a button and let it go."""
        with self._lock:
            ticks = self._ticks()
            self._contacts.edge(seat, ticks, True)
            self._lock.notify_all()

    def exchange(self, cable: int, sent: bytes, timeout_s: float = 0.0) -> bytes:
        """Give the box what was sent; what it sends back. Raises `PortGone` once it was unplugged."""
        with self._lock:
            if timeout_s > 0:
                self._lock.wait(timeout_s)
            if not self.plugged or cable != self._cable:
                raise PortGone("the simulated box was unplugged")
            ticks = self._ticks()
            now_us = self._growing.now(ticks)
            for seat, at in self._contacts.presses(ticks, [False] * self.seats):
                self._box.press(seat, self._growing.at(at))
            lit = len(self.lamps.done)
            answers = self._box.receive(sent, now_us)
            for kind, seat, values in self.lamps.done[lit:] if self._eager else ():
                if (kind, values) == ("light", WHITE):
                    self._box.press(seat, now_us)
            return answers + self._box.poll(now_us)

    def wake(self) -> None:
        with self._lock:
            self._lock.notify_all()

    def _switch_on(self) -> None:
        self.lamps = Lamps(self.seats)
        self._box = Box(self.seats, self._random.randrange(COUNT), self.lamps)
        self._contacts = Contacts(self.seats, ticks_difference)
        self._growing = Growing(self._ticks(), ticks_difference)

    def _ticks(self) -> int:
        return (self._start_us + int(self._now_s() * 1e6 * (1 + self._fast))) % PERIOD


class SimulatedPort:
    """One opening of the simulated box's port."""

    def __init__(self, box: SimulatedBox, cable: int) -> None:
        self._box, self._cable, self._answers = box, cable, b""

    def read(self, timeout_s: float) -> bytes:
        answers = self._answers + self._box.exchange(self._cable, b"")
        self._answers = b""
        return answers or (self._box.exchange(self._cable, b"", timeout_s) if timeout_s > 0 else b"")

    def write(self, data: bytes) -> None:
        self._answers += self._box.exchange(self._cable, data)

    def wake(self) -> None:
        self._box.wake()

    def close(self) -> None:
        return None
