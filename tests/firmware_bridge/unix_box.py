"""The table box under MicroPython's unix port: the device files without pins. Not a module of CPython's.

Called with the folder of the device files' package, the number of seats and two file descriptors: presses come in on
the first, a byte each, the seat's digit; what is lit and sounded goes out on the second, a line each.
"""

import os
import select
import sys
import time

sys.path.insert(0, sys.argv[1])

from device.box import Box, Outputs
from device.loop import serve
from device.stamps import Contacts, MonotonicClock
from device.stdio import reader, write
from device.wire import LARGEST_COUNT

seats = int(sys.argv[2])
buttons = open(int(sys.argv[3]), "rb")
told = open(int(sys.argv[4]), "wb")
poller = select.poll()
poller.register(buttons, select.POLLIN)
contacts = Contacts(seats, time.ticks_diff)


class Told(Outputs):
    def light(self, seat, red, green, blue):
        told.write(b"light %d %d %d %d\n" % (seat, red, green, blue))

    def tone(self, seat, hertz):
        told.write(b"tone %d %d\n" % (seat, hertz))


def closed():
    """A finger that comes and goes at once."""
    while poller.poll(0):
        byte = buttons.read(1)
        if not byte:
            poller.unregister(buttons)
            break
        contacts.edge(byte[0] - 48, time.ticks_us(), True)
    return [False] * seats


box = Box(seats, int.from_bytes(os.urandom(4), "big") % LARGEST_COUNT, Told())
serve(box, contacts, MonotonicClock(time.ticks_us(), time.ticks_diff), time.ticks_us, closed, reader(), write)
