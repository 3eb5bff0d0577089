"""The host's end of the protocol, as bytes in and bytes out: it opens no port and reads no clock.

One command is in flight at a time and is sent again until it is answered. A command that was not answered when the line
broke is reported as lost; the box has carried it out once or not at all. The messages are described in PROTOCOL.md.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from firmware_bridge.box_clock import BoxClock
from firmware_bridge.device.wire import SEQUENCES, VERSION, LineReader, encode

HELLO_S = 0.05
"""Seconds between two hellos: short enough that nobody waits for a box that was just plugged in."""
AGAIN_S = 0.02
"""Seconds after which an unanswered command is sent again: ten times the USB round trip."""
BEAT_S = 0.5
"""Seconds between two beats (clock requests); six go unanswered before the box counts as gone (`GONE_S`)."""
GONE_S = 3.0
"""Seconds of silence after which a box counts as gone."""
MOST_WAITING = 256
"""Most commands in the queue; further ones are reported lost at once. No table shows that many cues at a time."""


class Outcome(enum.Enum):
    """What became of a command."""

    DONE = "done"
    """Carried out once."""
    REFUSED = "refused"
    """Understood but impossible: this box has no such seat."""
    LOST = "lost"
    """The line broke first: carried out once or not at all."""


@dataclass(frozen=True, slots=True)
class BoxPress:
    """A button press, reported once.

    Attributes:
        seat: the button's seat, from 0.
        at_s: when the button went down, in seconds of the host's clock.
        uncertainty_s: `at_s` is right to plus or minus this. Presses of one box are always in the right order.
        missed: number of presses before this one that the box had no room to keep.
    """

    seat: int
    at_s: float
    uncertainty_s: float
    missed: int = 0


@dataclass(slots=True)
class _Command:
    """A queued command: its message, the future that its sender waits on, and when its line was last sent."""

    kind: str
    arguments: tuple[int, ...]
    outcome: Future[Outcome]
    line: bytes = b""
    sent_s: float = float("-inf")


class Link:
    """The protocol state of one box, through all its connections.

    Args:
        number: returns a new session number, 0 to 999,999, at each call.
    """

    def __init__(self, number: Callable[[], int]) -> None:
        self.seats: int | None = None
        """Number of seats of the box, 1 to 8; None while no box answers."""
        self.other_version: int | None = None
        """Protocol version of the box if it differs from ours, else None."""
        self._number = number
        self._session = number()
        self._reader = LineReader("device")
        self._commands: deque[_Command] = deque()
        self._sequence = self._beat = 0
        self._said_s = self._heard_s = float("-inf")
        self._beats_s: dict[int, float] = {}
        self._boot = -1
        self._press_count: int | None = None
        self._clock = BoxClock()
        self._answers = b""

    def send(self, kind: str, *arguments: int) -> Future[Outcome]:
        """Queue a command of the message table (`device/wire.py`) for the box.

        Returns:
            A future that `receive`, `poll` or `broken` settles; already settled as LOST while there is no box.

        Raises:
            ValueError: there is no such message, or an argument is out of range.
        """
        encode(0, kind, arguments)
        command = _Command(kind, arguments, Future())
        if self.seats is None or len(self._commands) >= MOST_WAITING:
            command.outcome.set_result(Outcome.LOST)
        else:
            self._commands.append(command)
        return command.outcome

    def receive(self, data: bytes, now_s: float) -> list[BoxPress]:
        """Process the bytes that arrived at `now_s`, seconds.

        Returns:
            The new button presses, each reported once, in the order in which the buttons went down.
        """
        presses: list[BoxPress] = []
        for sequence, kind, arguments in self._reader.feed(data):
            if kind == "box":
                self._begin_session(*arguments)
            elif self.seats is None:
                continue
            elif kind == "press":
                presses += self._new_press(sequence, *arguments)
            elif kind == "tick":
                sent_s = self._beats_s.pop(sequence, None)
                if sent_s is not None:
                    self._clock.add(sent_s, now_s, arguments[0])
            elif self._commands and self._commands[0].line and sequence == self._sequence:
                self._sequence = (self._sequence + 1) % SEQUENCES
                outcome = Outcome.DONE if kind == "ack" else Outcome.REFUSED
                self._commands.popleft().outcome.set_result(outcome)
            self._heard_s = now_s
        return presses

    def poll(self, now_s: float) -> bytes:
        """The bytes to send at `now_s`, seconds; b"" for nothing. Gives up a box that has been silent for `GONE_S`."""
        if self.seats is not None and now_s - self._heard_s >= GONE_S:
            self.broken()
        if self.seats is None:
            if now_s - self._said_s < HELLO_S:
                return b""
            self._said_s = now_s
            return encode(0, "hello", (VERSION, self._session))
        lines, self._answers = self._answers, b""
        if now_s - self._said_s >= self._beat_s:
            lines += self._beats(now_s)
        if self._commands and now_s - self._commands[0].sent_s >= AGAIN_S:
            command = self._commands[0]
            command.line = command.line or encode(self._sequence, command.kind, command.arguments)
            command.sent_s = now_s
            lines += command.line
        return lines

    def due_s(self, now_s: float) -> float:
        """Seconds from `now_s` until `poll` will have something to send if nothing arrives before; 0 or more."""
        if self.seats is None:
            return max(0.0, self._said_s + HELLO_S - now_s)
        due_s = now_s if self._answers else self._said_s + self._beat_s
        if self._commands:
            due_s = min(due_s, self._commands[0].sent_s + AGAIN_S)
        return max(0.0, due_s - now_s)

    def broken(self) -> None:
        """Report that the line broke: unanswered commands are settled as LOST, and a new session begins."""
        self.seats = self.other_version = None
        self._said_s, self._answers = float("-inf"), b""
        self._reader = LineReader("device")
        lost, self._commands = self._commands, deque()
        for command in lost:
            command.outcome.set_result(Outcome.LOST)
        before = self._session
        while self._session == before:
            self._session = self._number()

    @property
    def _beat_s(self) -> float:
        return BEAT_S if self._clock.known else AGAIN_S

    def _begin_session(self, version: int, session: int, boot: int, seats: int) -> None:
        if session != self._session or self.seats is not None:
            return  # the answer to an earlier hello
        if version != VERSION:
            self.other_version = version
            return
        self.seats, self._sequence, self._beats_s = seats, 0, {}
        self._said_s = float("-inf")
        if boot != self._boot:
            self._boot, self._press_count, self._clock = boot, None, BoxClock()

    def _new_press(self, sequence: int, seat: int, us: int, count: int) -> list[BoxPress]:
        """Acknowledge a press once the box's clock is known; until then the box keeps the press and sends it again."""
        if not self._clock.known:
            return []
        self._answers += encode(sequence, "ack")
        last = count - 1 if self._press_count is None else self._press_count
        if count <= last:
            return []
        self._press_count = count
        return [BoxPress(seat, self._clock.host_s(us), self._clock.uncertainty_s, count - last - 1)]

    def _beats(self, now_s: float) -> bytes:
        self._said_s = now_s
        self._beat = (self._beat + 1) % SEQUENCES
        if len(self._beats_s) > GONE_S / BEAT_S:
            self._beats_s.pop(next(iter(self._beats_s)))
        self._beats_s[self._beat] = now_s
        return encode(self._beat, "beat")
