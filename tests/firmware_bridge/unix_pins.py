"""The Pico's own program with stand-ins for its pins, under MicroPython's unix port. Not a module of CPython's.

Called with the folder of the device files' package and which pin is held to ground at the start (-1: none). Whenever
the first seat's light is full red, the second seat's button is pressed and let go. Standard error tells what pins did.
"""

import sys

sys.path.insert(0, sys.argv[1])
held = int(sys.argv[2])


def tell(*words):
    print(*words, file=sys.stderr)


class Pin:
    IN, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 4, 8
    of = {}

    def __init__(self, number, mode=-1, pull=-1):
        self.number, self.handler, self.level = number, None, 0 if number == held else 1
        Pin.of[number] = self

    def value(self):
        return self.level

    def irq(self, handler, trigger=0, hard=False):
        assert handler is None or (hard and trigger == self.IRQ_FALLING | self.IRQ_RISING)
        self.handler = handler

    def move(self, level):
        self.level = level
        self.handler(self)


class PWM:
    def __init__(self, pin, freq, duty_u16):
        self.number = pin.number

    def freq(self, hertz):
        tell("pin", self.number, "hertz", hertz)

    def duty_u16(self, duty):
        tell("pin", self.number, "duty", duty)


class NeoPixel:
    def __init__(self, pin, count):
        self.colours = [(0, 0, 0)] * count
        tell("pixels", count, "on pin", pin.number)

    def __setitem__(self, seat, colour):
        self.colours[seat] = colour

    def write(self):
        if self.colours[0] == (255, 0, 0):
            Pin.of[3].move(0)
            Pin.of[3].move(1)
        tell("pixels", *[colour for colour in self.colours if colour != (0, 0, 0)])


class Module:
    def __init__(self, **members):
        for name in members:
            setattr(self, name, members[name])


sys.modules["machine"] = Module(Pin=Pin, PWM=PWM)
sys.modules["neopixel"] = Module(NeoPixel=NeoPixel)
sys.modules["micropython"] = Module(kbd_intr=lambda byte: tell("stopped by byte", byte))

from device.main import run

run()
tell("ended", [pin.handler for pin in Pin.of.values() if pin.handler])
