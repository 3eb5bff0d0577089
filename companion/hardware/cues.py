"""Cues: the few things a table can say without words; and the table's device, which plays them and has buttons."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.core.capabilities.buttons import ButtonPress
from companion.core.text import Text


class Cue(enum.Enum):
    READY = "ready"
    """The table waits for this seat, or for a throw."""
    READ = "read"
    """Something was seen and understood."""
    ASK = "ask"
    """The eyes are unsure: look at a phone."""
    REVEAL = "reveal"
    """Now, all together: turn the cards over."""
    FOUL = "foul"
    """What lies there breaks a rule."""
    KEEP = "keep"
    """At the sorting station: keep this one."""
    DISCARD = "discard"
    """At the sorting station: put this one aside."""
    ALARM = "alarm"
    """At the sorting station: stop, and look at the page."""
    CARRY_OUT = "carry-out"
    """The partner at this seat has chosen: carry its turn out, the page says which."""
    WON = "won"
    """The match is over."""


@dataclass(frozen=True, slots=True)
class PlayedCue:
    cue: Cue
    seat: int | None


class CuePlayer(Protocol):
    """A driver. `play` returns at once; a driver that cannot play must not stop the game."""

    def play(self, cue: Cue, seat: int | None = None) -> None: ...

    def close(self) -> None: ...


class TableDevice(CuePlayer, Protocol):
    """A player of cues with buttons, that may be unplugged at any moment."""

    def listen(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        """Begin to work.

        Args:
            pressed: called with each press, in order, from a thread of the device's own.
            trouble: called with one sentence when the device cannot play any more, and with None when it can again.
        """


class RecordingCues:
    """The driver without hardware: remembers what was played, and presses what it is told to."""

    def __init__(self) -> None:
        self.played: list[PlayedCue] = []
        self._pressed: Callable[[ButtonPress], None] = lambda _: None
        self._trouble: Callable[[Text | None], None] = lambda _: None

    def listen(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        self._pressed, self._trouble = pressed, trouble

    def press(self, press: ButtonPress) -> None:
        """Let a button go down."""
        self._pressed(press)

    def tell(self, trouble: Text | None) -> None:
        """Be unplugged, or plugged in again (None)."""
        self._trouble(trouble)

    def play(self, cue: Cue, seat: int | None = None) -> None:
        self.played.append(PlayedCue(cue, seat))

    def close(self) -> None:
        return None
