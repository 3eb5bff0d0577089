"""The table box on a Raspberry Pi Pico: which pin is what, and nothing else.

Seat n (0 to 7) has its buzzer on GP(2n) and its button on GP(2n + 1), from the pin to ground. Two buzzers on one of the
chip's eight PWM slices would have to sound alike, and this way each has its own. The lights are one chain of WS2812
pixels, one a seat, on GP16.
"""

import os
from time import ticks_diff, ticks_us  # type: ignore[attr-defined]

import machine
import micropython
import neopixel

from .box import Box, Outputs
from .loop import serve
from .stamps import Contacts, Growing
from .stdio import reader, write
from .wire import COUNT, MOST_SEATS

PIXELS_PIN = 16
HALF_LOUD = 32768
"""Of 65,535: a square wave, the loudest that a passive buzzer can be."""


class Pins(Outputs):
    """Pixels and buzzers."""

    def __init__(self) -> None:
        self._pixels = neopixel.NeoPixel(machine.Pin(PIXELS_PIN), MOST_SEATS)
        self._pixels.write()
        self._buzzers = [machine.PWM(machine.Pin(2 * seat), freq=440, duty_u16=0) for seat in range(MOST_SEATS)]

    def light(self, seat: int, red: int, green: int, blue: int) -> None:
        self._pixels[seat] = (red, green, blue)
        self._pixels.write()

    def tone(self, seat: int, hertz: int) -> None:
        if hertz:
            self._buzzers[seat].freq(max(8, hertz))  # the chip's lowest
        self._buzzers[seat].duty_u16(HALF_LOUD if hertz else 0)


def watch(pin: machine.Pin, seat: int, contacts: Contacts) -> None:
    """Stamp every edge of a button's pin. A hard interrupt: only a change of the lights, which stops interrupts for the
    quarter of a millisecond that eight pixels take, can make the stamp late."""
    edge, ticks = contacts.edge, ticks_us

    def on_edge(pin: machine.Pin) -> None:
        edge(seat, ticks(), pin.value() == 0)

    pin.irq(on_edge, machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING, hard=True)


def run() -> None:
    """Serve until the host says leave. With the first seat's button held down at the start, do not begin at all."""
    buttons = [machine.Pin(2 * seat + 1, machine.Pin.IN, machine.Pin.PULL_UP) for seat in range(MOST_SEATS)]
    if buttons[0].value() == 0:
        return
    contacts, growing = Contacts(MOST_SEATS, ticks_diff), Growing(ticks_us(), ticks_diff)
    for seat in range(MOST_SEATS):
        watch(buttons[seat], seat, contacts)
    box = Box(MOST_SEATS, int.from_bytes(os.urandom(4), "big") % COUNT, Pins())
    micropython.kbd_intr(-1)  # a broken line may hold the byte that stops a program
    try:
        serve(
            box,
            contacts,
            growing,
            ticks_us,
            lambda: [button.value() == 0 for button in buttons],
            reader(),
            write,
        )
    finally:
        micropython.kbd_intr(3)
        for button in buttons:
            button.irq(None)
