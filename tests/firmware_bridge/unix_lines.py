"""Random and broken lines against the device's code under MicroPython's unix port. Not a module of CPython's.

Called with the folder of the device files' package, a seed, how many lines, and how many seconds at most (0: no limit).
Prints the lines tried, the wrong ones that were carried out, and how often the second whole line after rubbish was not
understood. Ends with a traceback if the code does.
"""

import random
import sys
import time

sys.path.insert(0, sys.argv[1])

from device.box import Box, Outputs
from device.wire import KINDS, MOST_SEATS, SEQUENCES, VERSION, LineReader, encode

random.seed(int(sys.argv[2]))
count, most_s = int(sys.argv[3]), int(sys.argv[4])
kinds = [kind for kind in sorted(KINDS) if KINDS[kind][0] != "device" and kind not in ("leave", "hello")]


class Carried(Outputs):
    def __init__(self):
        self.lights = []

    def light(self, seat, red, green, blue):
        self.lights.append((seat, red, green, blue))


def any_line():
    kind = kinds[random.randrange(len(kinds))]
    arguments = tuple(random.randrange(most + 1) for most in KINDS[kind][1])
    return kind, arguments, encode(random.randrange(SEQUENCES), kind, arguments)


def rubbish(size):
    return bytes(random.getrandbits(8) for _ in range(size))


def mutated(line):
    way = random.randrange(6)
    if way == 0:
        return rubbish(random.randrange(150))
    for _ in range(random.randrange(1, 5)):
        place = random.randrange(len(line) + 1)
        head, tail = line[:place], line[place:]
        if way == 1 and tail:
            line = head + bytes([tail[0] ^ 1 << random.randrange(8)]) + tail[1:]
        elif way == 2 and tail:
            line = head + bytes([48 + random.randrange(10)]) + tail[1:]
        elif way == 3:
            line = head + tail[random.randrange(1, 4) :]
        elif way == 4:
            line = head + rubbish(random.randrange(1, 4)) + tail
        elif way == 5:
            line = head + line[random.randrange(len(line) + 1) :] + b"\n -*\r\x03"[random.randrange(6) :][:1]
    return line


carried = Carried()
box = Box(MOST_SEATS, 1, carried)
box.receive(encode(0, "hello", (VERSION, 7)), 0)
answers = LineReader("device")
tried = wrong = late = now_us = 0
end_ms = time.ticks_add(time.ticks_ms(), 1000 * most_s)
while tried < count and not (most_s and tried % 100 == 0 and time.ticks_diff(end_ms, time.ticks_ms()) < 0):
    tried += 1
    now_us += 1000
    carried.lights = []
    kind, arguments, line = any_line()
    first_kind, first_arguments, first = any_line()
    allowed = [each for which, each in ((kind, arguments), (first_kind, first_arguments)) if which == "light"]
    back = box.receive(mutated(line), now_us) + box.receive(first, now_us) + box.poll(now_us)
    wrong += any(each not in allowed for each in carried.lights)
    if len(answers.feed(back)) != back.count(b"\n"):
        wrong += 1
    sequence = tried % SEQUENCES
    late += (sequence, "tick", (now_us,)) not in answers.feed(box.receive(encode(sequence, "beat"), now_us))
print(tried, wrong, late)
