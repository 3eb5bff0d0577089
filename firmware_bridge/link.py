"""The host's end of the line, as bytes in and bytes out: it opens no port and asks no clock.

One command is under way at a time and is sent again until it is answered; what was not answered when the line broke is
reported lost. A command that is lost has been carried out once or not at all.
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
"""Between two hellos: soon enough that nobody waits for a box that was just plugged in."""
AGAIN_S = 0.02
"""An unanswered command is sent again after this time: ten times what USB needs there and back."""
BEAT_S = 0.5
"""Between two beats; six must stay unanswered before the box is given up."""
GONE_S = 3.0
"""A box that has said nothing for so long is gone."""
MOST_WAITING = 256
"""Commands that wait for the line; more are refused as lost, for no table shows so many at once."""


class Outcome(enum.Enum):
    DONE = "done"
    """Carried out once."""
    REFUSED = "refused"
    """Understood, and cannot be: this box has no such seat."""
    LOST = "lost"
    """The line broke first: carried out once or not at all."""


@dataclass(frozen=True, slots=True)
class BoxPress:
    """A button that went down.

    Attributes:
        seat: which, from 0.
        at_s: when, in the host's time.
        within_s: what that is uncertain by; two presses of one box are in order however close they are.
        missed: how many presses before this one the box could not keep.
    """

    seat: int
    at_s: float
    within_s: float
    missed: int = 0


@dataclass(slots=True)
class _Command:
    kind: str
    arguments: tuple[int, ...]
    outcome: Future[Outcome]
    line: bytes = b""
    sent_s: float = float("-inf")


class Link:
    """The conversation with one box, over and over.

    Args:
        number: gives a number from 0 to 999,999, another one each time: the session's.
    """

    def __init__(self, number: Callable[[], int]) -> None:
        self.seats: int | None = None
        """How many seats the box has; None while there is no box."""
        self.other_version: int | None = None
        """The version that the box speaks, if it is not ours."""
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
        """Have the box carry out a command of the message table. Raises ValueError for any other.

        The future is settled by `receive`, `poll` or `broken`; while there is no box, at once.
        """
        encode(0, kind, arguments)
        command = _Command(kind, arguments, Future())
        if self.seats is None or len(self._commands) >= MOST_WAITING:
            command.outcome.set_result(Outcome.LOST)
        else:
            self._commands.append(command)
        return command.outcome

    def receive(self, data: bytes, now_s: float) -> list[BoxPress]:
        """Take what came over the line at `now_s`; every press once, in the order in which the buttons went down."""
        presses: list[BoxPress] = []
        for sequence, kind, arguments in self._reader.feed(data):
            if kind == "box":
                self._greeted(*arguments)
            elif self.seats is None:
                continue
            elif kind == "press":
                presses += self._noted(sequence, *arguments)
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
        """What is to be sent at `now_s`."""
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
        """Seconds until `poll` has something to send, if nothing comes before; 0 or more."""
        if self.seats is None:
            return max(0.0, self._said_s + HELLO_S - now_s)
        due_s = now_s if self._answers else self._said_s + self._beat_s
        if self._commands:
            due_s = min(due_s, self._commands[0].sent_s + AGAIN_S)
        return max(0.0, due_s - now_s)

    def broken(self) -> None:
        """The line is gone: what was not answered is lost, and the next box that answers begins a new session."""
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

    def _greeted(self, version: int, session: int, boot: int, seats: int) -> None:
        if session != self._session or self.seats is not None:
            return  # the answer to an earlier hello
        if version != VERSION:
            self.other_version = version
            return
        self.seats, self._sequence, self._beats_s = seats, 0, {}
        self._said_s = float("-inf")
        if boot != self._boot:
            self._boot, self._press_count, self._clock = boot, None, BoxClock()

    def _noted(self, sequence: int, seat: int, us: int, count: int) -> list[BoxPress]:
        """A press is noted only when its time can be told: until then the box keeps it."""
        if not self._clock.known:
            return []
        self._answers += encode(sequence, "ack")
        last = count - 1 if self._press_count is None else self._press_count
        if count <= last:
            return []
        self._press_count = count
        return [BoxPress(seat, self._clock.host_s(us), self._clock.within_s, count - last - 1)]

    def _beats(self, now_s: float) -> bytes:
        self._said_s = now_s
        self._beat = (self._beat + 1) % SEQUENCES
        if len(self._beats_s) > GONE_S / BEAT_S:
            self._beats_s.pop(next(iter(self._beats_s)))
        self._beats_s[self._beat] = now_s
        return encode(self._beat, "beat")
