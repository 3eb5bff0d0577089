"""The table box on a Raspberry Pi Pico: what each pin does, and nothing else.

Seat n (0 to 7) has its buzzer on GP(2n) and its button on GP(2n + 1), from the pin to ground. Two buzzers on one of the
chip's eight PWM slices would have to share a frequency; with this wiring each has its own. The lights are one
chain of WS2812 pixels, one a seat, on GP16.
"""

import os
from time import ticks_diff, ticks_us  # type: ignore[attr-defined]

import machine
import micropython
import neopixel

from .box import Box, Outputs
from .loop import serve
from .stamps import Contacts, MonotonicClock
from .stdio import reader, write
from .wire import LARGEST_COUNT, MOST_SEATS

PIXELS_PIN = 16
"""GP number of the WS2812 chain's data line."""
HALF_LOUD = 32768
"""PWM duty of 65,535: a square wave, the loudest that a passive buzzer can be."""


class Pins(Outputs):
    """The Pico's WS2812 pixels and PWM buzzers."""

    def __init__(self) -> None:
        self._pixels = neopixel.NeoPixel(machine.Pin(PIXELS_PIN), MOST_SEATS)
        self._pixels.write()
        self._buzzers = [machine.PWM(machine.Pin(2 * seat), freq=440, duty_u16=0) for seat in range(MOST_SEATS)]

    def light(self, seat: int, red: int, green: int, blue: int) -> None:
        """Show a colour at a seat, each part 0 to 255."""
        self._pixels[seat] = (red, green, blue)
        self._pixels.write()

    def tone(self, seat: int, hertz: int) -> None:
        """Sound a tone at a seat until the next call; 0 hertz is silence."""
        if hertz:
            self._buzzers[seat].freq(max(8, hertz))  # the chip's lowest
        self._buzzers[seat].duty_u16(HALF_LOUD if hertz else 0)


def watch(pin: machine.Pin, seat: int, contacts: Contacts) -> None:
    """Record the time of every edge of a button's pin in `contacts`.

    It is a hard interrupt. Only a change of the lights can delay it: writing eight pixels blocks interrupts for a
    quarter of a millisecond.
    """
    edge, ticks = contacts.edge, ticks_us

    def on_edge(pin: machine.Pin) -> None:
        edge(seat, ticks(), pin.value() == 0)

    pin.irq(on_edge, machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING, hard=True)


def run() -> None:
    """Serve until the host sends "leave". Returns at once if the first seat's button is held down at the start."""
    buttons = [machine.Pin(2 * seat + 1, machine.Pin.IN, machine.Pin.PULL_UP) for seat in range(MOST_SEATS)]
    if buttons[0].value() == 0:
        return
    contacts, clock = Contacts(MOST_SEATS, ticks_diff), MonotonicClock(ticks_us(), ticks_diff)
    for seat in range(MOST_SEATS):
        watch(buttons[seat], seat, contacts)
    box = Box(MOST_SEATS, int.from_bytes(os.urandom(4), "big") % LARGEST_COUNT, Pins())
    micropython.kbd_intr(-1)  # a broken line may hold the byte that stops a program
    try:
        serve(
            box,
            contacts,
            clock,
            ticks_us,
            lambda: [button.value() == 0 for button in buttons],
            reader(),
            write,
        )
    finally:
        micropython.kbd_intr(3)
        for button in buttons:
            button.irq(None)
