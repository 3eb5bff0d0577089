"""The device's end of the protocol: takes bytes and presses, gives answers, and drives lights and tones.

Runs under MicroPython and CPython; knows no pins and reads no clock. Within a session every command is carried out
once, however often its line arrives.
"""

from .wire import SEQUENCES, VERSION, LineReader, encode

SILENT_US = 3000000
"""Microseconds of silence after which the host counts as gone: lights and tones end, and it must say hello again."""
AGAIN_US = 20000
"""Microseconds after which an unacknowledged press is sent again: ten times the USB round trip."""
MOST_WAITING = 64
"""Most presses that are kept for a host that is away. Later ones are dropped; the gap in the press numbers shows it."""


class Outputs:
    """Interface to the lights and buzzers. This base class does nothing."""

    def light(self, seat: int, red: int, green: int, blue: int) -> None:
        """Show a colour at a seat, each part from 0 to 255; (0, 0, 0) is dark."""

    def tone(self, seat: int, hertz: int) -> None:
        """Sound a tone at a seat until the next call; 0 hertz is silence."""


class Box:
    """One table box.

    Args:
        seats: number of seats, 1 to 8.
        boot: a number that differs each time the box is switched on, 0 to 999,999,999.
        outputs: the lights and buzzers to drive.
    """

    def __init__(self, seats: int, boot: int, outputs: Outputs) -> None:
        self.leaving = False
        """Whether the host has asked the program to end."""
        self._seats, self._boot, self._outputs = seats, boot, outputs
        self._reader = LineReader("host")
        self._session = -1
        self._heard_us = 0
        self._done = -1  # sequence number of the last command, and the answer to it
        self._answer = ""
        self._ends_us: list[int | None] = [None] * seats  # when each seat's tone is over
        self._presses: list[tuple[int, int, int]] = []
        self._pressed = 0
        self._sequence = 0
        self._sent_us: int | None = None  # when the first of the waiting presses was last sent

    def receive(self, data: bytes, now_us: int) -> bytes:
        """Process the bytes that arrived at `now_us`, microseconds; returns the bytes to send back."""
        answers = b""
        for sequence, kind, arguments in self._reader.feed(data):
            if kind == "hello":
                answers += self._hello(sequence, arguments[0], arguments[1])
            elif kind == "leave":  # in every version and without a session, so that a newer program can be copied
                self.leaving = True
                self._all_off()
                answers += encode(sequence, "ack")
            elif self._session < 0:
                continue
            elif kind == "beat":
                answers += encode(sequence, "tick", (now_us,))
            elif kind == "ack":
                self._acknowledged(sequence)
            else:
                if sequence != self._done:
                    self._done, self._answer = sequence, self._carry_out(kind, arguments, now_us)
                answers += encode(sequence, self._answer)
            self._heard_us = now_us
        return answers

    def press(self, seat: int, us: int) -> None:
        """Record that a button went down at `us`, microseconds; called with times that never decrease."""
        if len(self._presses) < MOST_WAITING:
            self._presses.append((seat, us, self._pressed))
        self._pressed += 1

    def poll(self, now_us: int) -> bytes:
        """End tones and sessions that are over at `now_us`, microseconds; returns what to send (a press)."""
        for seat in range(self._seats):
            end_us = self._ends_us[seat]
            if end_us is not None and now_us >= end_us:
                self._sound(seat, 0, None)
        if self._session < 0:
            return b""
        if now_us - self._heard_us >= SILENT_US:
            self._session = -1
            self._all_off()
            return b""
        if not self._presses or (self._sent_us is not None and now_us - self._sent_us < AGAIN_US):
            return b""
        self._sent_us = now_us
        return encode(self._sequence, "press", self._presses[0])

    def _hello(self, sequence: int, version: int, session: int) -> bytes:
        if version == VERSION and session != self._session:
            self._session, self._done, self._sent_us = session, -1, None
            self._all_off()
        return encode(sequence, "box", (VERSION, session, self._boot, self._seats))

    def _acknowledged(self, sequence: int) -> None:
        if self._presses and self._sent_us is not None and sequence == self._sequence:
            self._presses.pop(0)
            self._sequence, self._sent_us = (self._sequence + 1) % SEQUENCES, None

    def _carry_out(self, kind: str, arguments: "tuple[int, ...]", now_us: int) -> str:
        seat = arguments[0]
        if seat >= self._seats:
            return "nak"
        if kind == "light":
            self._outputs.light(seat, arguments[1], arguments[2], arguments[3])
        else:
            self._sound(seat, arguments[1], now_us + 1000 * arguments[2])
        return "ack"

    def _sound(self, seat: int, hertz: int, end_us: "int | None") -> None:
        self._outputs.tone(seat, hertz)
        self._ends_us[seat] = end_us if hertz else None

    def _all_off(self) -> None:
        for seat in range(self._seats):
            self._outputs.light(seat, 0, 0, 0)
            self._sound(seat, 0, None)
