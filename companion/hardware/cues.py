"""Cues: the few messages that a table gives without words; and `TableDevice`, which plays them and has buttons."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.camera.url import SourceUrl
from companion.core.capabilities.buttons import ButtonPress
from companion.core.errors import Unreadable
from companion.core.text import Text


class Cue(enum.Enum):
    """A message as a sound and lights. `patterns.py` says what each looks and sounds like."""

    READY = "ready"
    """The table waits for this seat, or for a throw."""
    READ = "read"
    """Something was seen and understood."""
    ASK = "ask"
    """A reading is uncertain: look at a phone."""
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
    """A cue that was played, and at which seat; None is all seats."""

    cue: Cue
    seat: int | None


class CuePlayer(Protocol):
    """Plays cues. A device that cannot play must not stop the game: its methods raise nothing."""

    def play(self, cue: Cue, seat: int | None = None) -> None:
        """Start a cue at a seat, or at all seats (None), and return at once."""

    def close(self) -> None:
        """Stop playing and release the device."""


class TableDevice(CuePlayer, Protocol):
    """A cue player with buttons, which may be unplugged at any moment."""

    @property
    def trouble(self) -> Text | None:
        """One sentence on why it does not work now; None: it works, as far as it knows."""

    def listen(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        """Start: report presses and play cues from now on.

        Args:
            pressed: called with each press, in order, from the device's own thread.
            trouble: called with one sentence when the device stops working, and with None when it works again.
        """


class DeviceAway(Unreadable):
    """The address makes sense, and what it names cannot be had now: a pin is taken, a driver missing."""


class SilentDevice:
    """A `TableDevice` without hardware: nobody hears its cues; tests press its buttons with `press`."""

    trouble: Text | None = None

    def __init__(self) -> None:
        self._pressed: Callable[[ButtonPress], None] = lambda _: None
        self._trouble: Callable[[Text | None], None] = lambda _: None

    def listen(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        """See `TableDevice.listen`."""
        self._pressed, self._trouble = pressed, trouble

    def press(self, press: ButtonPress) -> None:
        """Simulate a button press."""
        self._pressed(press)

    def tell(self, trouble: Text | None) -> None:
        """Simulate being unplugged, with the sentence to report, or plugged in again (None)."""
        self.trouble = trouble
        self._trouble(trouble)

    def play(self, cue: Cue, seat: int | None = None) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""


class RecordingCues(SilentDevice):
    """The same for tests: records the cues in `played`, as many as there are."""

    def __init__(self) -> None:
        super().__init__()
        self.played: list[PlayedCue] = []

    def play(self, cue: Cue, seat: int | None = None) -> None:
        """Record a cue."""
        self.played.append(PlayedCue(cue, seat))


def no_device(url: SourceUrl) -> SilentDevice:
    """No hardware: `none://`. Raises `Unreadable` for anything after that."""
    url.known()
    if url.rest:
        raise Unreadable("hardware.none", NOTHING_FOLLOWS.filled(address=url.shown))
    return SilentDevice()


NOTHING_FOLLOWS = Text(
    fr="L'adresse d'appareil « {address} » : écrivez none:// tout court pour jouer sans boutons ni lumières.",
    en="The device address “{address}”: write none:// alone to play without buttons and lights.",
)
NO_SUCH_DEVICE = Text(
    fr="{address} : aucun appareil de ce genre ; commencez l'adresse par {known}.",
    en="{address}: there is no such kind of device; begin the address with {known}.",
)
