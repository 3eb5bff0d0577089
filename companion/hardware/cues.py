"""Cues: the few things a table can say without words."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Protocol


class Cue(enum.Enum):
    READY = "ready"
    """The table waits for this seat, or for a throw."""
    READ = "read"
    """Something was seen and understood."""
    ASK = "ask"
    """The eyes are unsure: look at a phone."""
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


class RecordingCues:
    """The driver without hardware: remembers what was played."""

    def __init__(self) -> None:
        self.played: list[PlayedCue] = []

    def play(self, cue: Cue, seat: int | None = None) -> None:
        self.played.append(PlayedCue(cue, seat))

    def close(self) -> None:
        return None
