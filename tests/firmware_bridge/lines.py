"""Lines to try the two ends with: right ones, broken ones, rubbish; and a line that breaks bits."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from firmware_bridge.device.box import Box, Outputs
from firmware_bridge.device.wire import KINDS, SEQUENCES, VERSION, LineReader, encode
from firmware_bridge.link import Link

Message = tuple[int, str, tuple[int, ...]]

KINDS_OF = {
    sender: sorted(kind for kind, (who, _) in KINDS.items() if who in (sender, "both")) for sender in ("host", "device")
}


def any_message(random: Random, sender: str) -> Message:
    """A message that `sender` may send."""
    kind = random.choice(KINDS_OF[sender])
    return random.randrange(SEQUENCES), kind, tuple(random.randrange(most + 1) for most in KINDS[kind][1])


def mutated(random: Random, line: bytes) -> bytes:
    """`line` with something done to it: bits, digits, bytes left out, doubled or put in, cut, joined, or all random."""
    broken = bytearray(line)
    kind = random.randrange(8)
    if kind == 0:
        return random.randbytes(random.randrange(200))
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(broken)) if broken else 0
        if kind == 1:
            broken[place] ^= 1 << random.randrange(8)
        elif kind == 2:
            broken[place] = random.choice(b"0123456789")
        elif kind == 3:
            del broken[place : place + random.randint(1, 3)]
        elif kind == 4:
            broken[place:place] = random.randbytes(random.randint(1, 3))
        elif kind == 5:
            broken[place:place] = broken[place : place + random.randint(1, 6)]
        elif kind == 6:
            broken = broken[:place] + random.choice((b"", b"\n", line))
        else:
            broken[place:place] = random.choice((b" ", b"-", b"*", b"\r", b"\n", b"\x00", b"\x03", b"0"))
        if not broken:
            break
    return bytes(broken)


def an_end(sender: str) -> Callable[[bytes], None]:
    """What listens to `sender`, whole, in the middle of a session with commands and presses waiting."""
    now_us = 0
    if sender == "host":
        box = Box(4, 1, Outputs())
        box.receive(encode(0, "hello", (VERSION, 7)), 0)

        def listen(data: bytes) -> None:
            nonlocal now_us
            now_us += 10_000
            box.press(now_us % 4, now_us)
            box.receive(data, now_us)
            box.poll(now_us)

        return listen
    link = Link(lambda: 7 + now_us % 2)
    link.poll(0.0)
    link.receive(encode(0, "box", (VERSION, 7, 1, 4)), 0.0)

    def hear(data: bytes) -> None:
        nonlocal now_us
        now_us += 10_000
        link.send("light", now_us % 4, 1, 2, 3)
        link.receive(data, now_us / 1e6)
        link.poll(now_us / 1e6)

    return hear


def try_lines(random: Random, sender: str, count: int) -> tuple[int, int]:
    """Break `count` lines, with two whole ones after each: how many wrong ones were accepted, and how often the second
    whole one was not understood. Box or link hear all of it too, and raise nothing."""
    reader, listen, wrong, late = LineReader(sender), an_end(sender), 0, 0
    for _ in range(count):
        message, first, second = (any_message(random, sender) for _ in range(3))
        broken, whole = mutated(random, encode(*message)), encode(*first)
        found = reader.feed(broken) + reader.feed(whole)
        wrong += any(each not in (message, first) for each in found)
        late += reader.feed(encode(*second)) != [second]
        listen(broken + whole)
    return wrong, late


def bits_broken(random: Random, data: bytes, share: float) -> bytes:
    """`data` with every bit turned round with the probability `share`."""
    if not data or not share:
        return data
    broken, bit, per = bytearray(data), -1, math.log(1 - share)
    while True:
        bit += 1 + int(math.log(1 - random.random()) / per)
        if bit >= 8 * len(data):
            return bytes(broken)
        broken[bit // 8] ^= 1 << bit % 8
