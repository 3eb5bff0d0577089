"""A walk round the table box: every light, every tone, every button, with somebody who looks, listens and presses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.hardware.box_device import OpenPort
from companion.hardware.patterns import AMBER, BLUE, DARK, GREEN, RED, Colour
from firmware_bridge.link import BoxPress, Outcome
from firmware_bridge.table_box import TableBox

COLOURS: tuple[Colour, ...] = (RED, GREEN, BLUE, AMBER)
FULL_WHITE: Colour = (255, 255, 255)
LOOK_S = 0.4
"""How long each colour is shown: long enough to see, short enough for eight seats."""
TONES_HZ = (440, 880)
TONE_MS = 200
FIND_S = 5.0
PRESS_S = 20.0
"""How long the walk waits at a button."""


@dataclass(frozen=True, slots=True)
class Walked:
    """What came of it.

    Attributes:
        silent: seats whose lights or tones the box did not do.
        unpressed: seats whose button was not pressed in time.
    """

    seats: int
    silent: tuple[int, ...] = ()
    unpressed: tuple[int, ...] = ()

    @property
    def well(self) -> bool:
        return not self.silent and not self.unpressed


def find(box: TableBox, clock: Clock) -> int:
    """Wait for a box that was not started: how many seats it has. Raises `Unreadable` when it does not answer."""
    if not box.until(lambda: box.seats is not None, FIND_S, clock.wait_s):
        raise Unreadable("hardware.box-away", NOT_FOUND.filled(why=box.why or "…"))
    assert box.seats is not None
    return box.seats


def walk(open_port: OpenPort, clock: Clock, tell: Callable[[Text], None]) -> Walked:
    """Walk round a box.

    Args:
        tell: called with what to look at and what to do.

    Raises:
        Unreadable: there is no box.
    """
    presses: list[BoxPress] = []
    box = TableBox(open_port, clock.now_s, pressed=presses.append)
    try:
        return _walk(box, presses, clock, tell)
    finally:
        box.close()


def _walk(box: TableBox, presses: list[BoxPress], clock: Clock, tell: Callable[[Text], None]) -> Walked:
    seats = find(box, clock)
    silent, unpressed = [], []
    for seat in range(seats):
        tell(LOOK.filled(seat=seat + 1, seats=seats))
        if not _shown(box, seat, clock):
            silent.append(seat)
        tell(PRESS.filled(seat=seat + 1, most=f"{PRESS_S:.0f}"))
        presses.clear()
        box.send("light", seat, *FULL_WHITE)
        if box.until(partial(_pressed, presses, seat), PRESS_S, clock.wait_s):
            tell(PRESSED)
        else:
            unpressed.append(seat)
            tell(NOT_PRESSED)
        box.send("light", seat, *DARK)
    box.until(lambda: False, LOOK_S, clock.wait_s)
    return Walked(seats, tuple(silent), tuple(unpressed))


def _pressed(presses: list[BoxPress], seat: int) -> bool:
    return any(press.seat == seat for press in presses)


def _shown(box: TableBox, seat: int, clock: Clock) -> bool:
    done = []
    for colour in COLOURS:
        done.append(box.send("light", seat, *colour))
        box.until(lambda: False, LOOK_S, clock.wait_s)
    for hertz in TONES_HZ:
        done.append(box.send("tone", seat, hertz, TONE_MS))
        box.until(lambda: False, LOOK_S, clock.wait_s)
    return all(each.done() and each.result() is Outcome.DONE for each in done)


NOT_FOUND = Text(
    fr="la boîte de table ne répond pas ({why}) ; branchez-la, ou lancez companion box flash.",
    en="the table box does not answer ({why}); plug it in, or run companion box flash.",
)
LOOK = Text(
    fr="Place {seat} sur {seats} : rouge, vert, bleu, orange, puis deux notes, la seconde plus haute.",
    en="Seat {seat} of {seats}: red, green, blue, amber, then two tones, the second one higher.",
)
PRESS = Text(
    fr="Place {seat} : appuyez sur le bouton dont la lumière est blanche ({most} s).",
    en="Seat {seat}: press the button whose light is white ({most} s).",
)
PRESSED = Text(fr="  bouton vu", en="  button seen")
NOT_PRESSED = Text(fr="  aucun appui de cette place", en="  no press from this seat")
