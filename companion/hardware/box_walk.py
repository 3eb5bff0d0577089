"""An interactive test of the table box: every light, tone and button, with a person who looks, listens and presses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.hardware.box_device import OpenPort, not_found
from companion.hardware.patterns import AMBER, BLUE, DARK, GREEN, RED, Colour
from firmware_bridge.link import BoxPress, Outcome
from firmware_bridge.table_box import TableBox

COLOURS: tuple[Colour, ...] = (RED, GREEN, BLUE, AMBER)
"""Shown at each seat in this order, which the sentence `LOOK` tells."""
FULL_WHITE: Colour = (255, 255, 255)
"""Shown while a button is to be pressed; `SimulatedBox` can answer it by itself."""
LOOK_S = 0.4
"""Seconds that each colour is shown: long enough to see, short enough for eight seats."""
TONES_HZ = (440, 880)
"""Sounded at each seat; an octave apart, so that anybody hears which is higher."""
TONE_MS = 200
"""Length of each tone, milliseconds."""
FIND_S = 5.0
"""Seconds that the box gets to answer."""
ANSWER_S = 3.0
"""Seconds that the box gets for its last answer: after as many its line counts as broken."""
PRESS_S = 20.0
"""Seconds that the test waits for a press at each seat."""


@dataclass(frozen=True, slots=True)
class WalkResult:
    """The result of the test.

    Attributes:
        seats: number of seats of the box.
        silent: seats whose lights or tones the box did not carry out.
        unpressed: seats whose button was not pressed in time.
    """

    seats: int
    silent: tuple[int, ...] = ()
    unpressed: tuple[int, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every seat passed."""
        return not self.silent and not self.unpressed


def find(box: TableBox, clock: Clock) -> int:
    """Wait for a box whose thread is not running, and return its number of seats, 1 to 8.

    Raises:
        Unreadable: the box does not answer within `FIND_S`.
    """
    if not box.until(lambda: box.seats is not None, FIND_S, clock.wait_s):
        raise Unreadable("hardware.box-away", not_found(box))
    assert box.seats is not None
    return box.seats


def walk(open_port: OpenPort, clock: Clock, tell: Callable[[Text], None]) -> WalkResult:
    """Test every seat of a box with a person.

    Args:
        open_port: opens the port of the box.
        clock: the table's clock.
        tell: called with sentences that say what to look at and what to do.

    Raises:
        Unreadable: the box does not answer.
    """
    presses: list[BoxPress] = []
    box = TableBox(open_port, clock.now_s, pressed=presses.append)
    try:
        return _walk(box, presses, clock, tell)
    finally:
        box.close()


def _walk(box: TableBox, presses: list[BoxPress], clock: Clock, tell: Callable[[Text], None]) -> WalkResult:
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
    return WalkResult(seats, tuple(silent), tuple(unpressed))


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
    answered = box.until(lambda: all(each.done() for each in done), ANSWER_S, clock.wait_s)
    return answered and all(each.result() is Outcome.DONE for each in done)


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
