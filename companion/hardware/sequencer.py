"""Plays the patterns of cues in time. All devices share this code, so that cues are the same on each."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.core.clock import Clock
from companion.core.going_on import survived
from companion.hardware.cues import Cue
from companion.hardware.patterns import DARK, GREEN, PATTERNS, Colour

TURN: Colour = GREEN
"""The colour that stays on at the seat whose turn it is."""


class Outputs(Protocol):
    """What a device must provide to have cues played: its lights and buzzers."""

    def light(self, seat: int, colour: Colour) -> None:
        """Show a colour at a seat until the next call."""

    def sound(self, seats: tuple[int, ...], hertz: int, ms: int) -> None:
        """Sound a tone at these seats, or at the table's one buzzer, for `ms` milliseconds or until the next call.

        0 hertz is silence.
        """


@dataclass(frozen=True, slots=True)
class _Event:
    """A change of lights or tones at a time, seconds."""

    at_s: float
    seats: tuple[int, ...]
    colour: Colour | None = None
    tone: tuple[int, int] | None = None  # hertz, milliseconds


class Sequencer:
    """Plays cues on one device. `start` plays them in a thread; without it, tests call `due`.

    Args:
        clock: the table's clock.
        outputs: the device's lights and buzzers.
        seats: number of seats that have a light.
        done: called after each `due`, when other threads may play cues again; it may wait for them.
    """

    def __init__(self, clock: Clock, outputs: Outputs, seats: int, done: Callable[[], None] = lambda: None) -> None:
        self._clock, self._outputs, self._done = clock, outputs, done
        self._events: list[_Event] = []
        self._resting: list[Colour] = [DARK] * seats
        self._shown: list[Colour] = [DARK] * seats
        self._changed = threading.Condition()
        self._stopped = False
        self._thread: threading.Thread | None = None

    def play(self, cue: Cue, seat: int | None = None) -> None:
        """Start a cue at a seat, or at all seats (None), and return at once; an older cue there is cut off."""
        pattern = PATTERNS[cue]
        every = tuple(range(len(self._resting)))
        seats = every if seat is None else (seat,) if seat in every else ()
        with self._changed:
            at_s = self._clock.now_s()
            if pattern.turn:
                self._resting = [TURN if each == seat else DARK for each in every]
                concerned: tuple[int, ...] = every
            else:
                concerned = seats
            self._break_off(concerned)
            self._add(_Event(at_s, tuple(each for each in concerned if each not in seats), DARK))
            for step in pattern.steps:
                self._add(_Event(at_s, seats, step.colour, (step.hertz, step.ms)))
                at_s += step.ms / 1000
            self._add(_Event(at_s, seats, tone=(0, 0)))
            for each in seats:
                self._add(_Event(at_s, (each,), self._resting[each]))
            self._changed.notify_all()

    def due(self) -> float | None:
        """Do what is due now. Returns the seconds until the next change, or None when there is none."""
        with self._changed:
            now_s = self._clock.now_s()
            while self._events and self._events[0].at_s <= now_s:
                event = self._events.pop(0)
                with survived("cues"):
                    if event.colour is not None:
                        self._light(event.seats, event.colour)
                    if event.tone is not None and event.seats:
                        self._outputs.sound(event.seats, *event.tone)
            left_s = self._events[0].at_s - now_s if self._events else None
        with survived("cues"):
            self._done()
        return left_s

    def show_again(self) -> None:
        """Send all lights again, after the device was away."""
        with self._changed:
            for seat, colour in enumerate(self._shown):
                self._outputs.light(seat, colour)

    def start(self) -> None:
        """Play in a thread until `close`."""
        self._thread = threading.Thread(target=self._run, name="cues", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop playing and end the thread; lights stay as they are."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            self.due()
            with self._changed:
                if self._stopped:
                    return
                next_s = self._events[0].at_s - self._clock.now_s() if self._events else None
                self._changed.wait(None if next_s is None else max(0.0, next_s))

    def _light(self, seats: tuple[int, ...], colour: Colour) -> None:
        for seat in seats:
            if self._shown[seat] != colour:
                self._shown[seat] = colour
                self._outputs.light(seat, colour)

    def _add(self, event: _Event) -> None:
        self._events.append(event)
        self._events.sort(key=lambda each: each.at_s)  # stable: what was added first is done first

    def _break_off(self, seats: tuple[int, ...]) -> None:
        """Cut off what still plays: the tones of older cues at all seats, their lights at `seats` only."""
        left = [
            _Event(event.at_s, tuple(seat for seat in event.seats if seat not in seats), event.colour)
            for event in self._events
            if event.colour is not None
        ]
        self._events = [event for event in left if event.seats]
