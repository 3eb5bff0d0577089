"""The message format. One message is one line: `sequence kind argument ...*checksum` and a newline, in ASCII.

Runs under MicroPython and CPython. The checksum is CRC-32 (IEEE 802.3) over everything before the `*`, as eight capital
hexadecimal digits: both interpreters include it, and a corrupt line passes once in 2^32 times. PROTOCOL.md says what
the messages are for.
"""

import binascii

VERSION = 1
"""Version of all messages except `hello`, `box` and `leave`. Those never change, so that two versions can tell that
they differ and the older program can be replaced."""
SEQUENCES = 1000
"""Sequence numbers run from 0 to 999 and start again; as one command is in flight at a time, two would be enough."""
LONGEST_LINE = 96
"""Most bytes in a line, newline included: more than the longest message has."""
CHECK_DIGITS = 8
"""Hexadecimal digits of the checksum."""
MOST_SEATS = 8
"""Most seats of a box: a Pico has eight PWM slices for buzzers."""
LARGEST_TIME_US = 10**15 - 1
"""Largest time stamp, microseconds since the device was switched on: thirty years."""
LARGEST_COUNT = 10**9 - 1
"""Largest boot number and largest press number."""

KINDS = {
    # kind: (who sends it, the largest value of each argument; the smallest is 0)
    "hello": ("host", (999, 999999)),  # version, session: a number that the host takes anew for every connection
    "box": ("device", (999, 999999, LARGEST_COUNT, MOST_SEATS)),  # answers hello: version, session, boot, seats
    "beat": ("host", ()),
    "tick": ("device", (LARGEST_TIME_US,)),  # answers beat: the device's clock when it was read
    "light": ("host", (MOST_SEATS - 1, 255, 255, 255)),  # seat, red, green, blue
    "tone": ("host", (MOST_SEATS - 1, 20000, 60000)),  # seat, hertz (0 is silence), milliseconds
    "leave": ("host", ()),  # end the program, so that files can be copied
    # seat, clock when the button went down, number of the press since boot
    "press": ("device", (MOST_SEATS - 1, LARGEST_TIME_US, LARGEST_COUNT)),
    "ack": ("both", ()),  # the line with this sequence has been carried out, or noted
    "nak": ("device", ()),  # the line with this sequence was understood and cannot be carried out
}
"""The message table that both ends share."""


def encode(sequence: int, kind: str, arguments: "tuple[int, ...]" = ()) -> bytes:
    """The line of a message, with checksum and newline. Raises ValueError for a message that `KINDS` does not allow."""
    if kind not in KINDS or not 0 <= sequence < SEQUENCES or not _fits(kind, arguments):
        raise ValueError("no such message")
    body = " ".join([str(sequence), kind] + [str(each) for each in arguments]).encode()
    return body + b"*%08X\n" % binascii.crc32(body)


def decode(line: bytes, sender: str) -> "tuple[int, str, tuple[int, ...]] | None":
    """Parse a line.

    Args:
        line: a whole line with its newline.
        sender: who sent it, "host" or "device".

    Returns:
        Sequence, kind and arguments; None for a corrupt line or a message that `sender` never sends.
    """
    star = len(line) - CHECK_DIGITS - 2
    if len(line) > LONGEST_LINE or star < 1 or line[-1:] != b"\n" or line[star : star + 1] != b"*":
        return None
    body = line[:star]
    if line[star + 1 : -1] != b"%08X" % binascii.crc32(body):
        return None
    parts = body.split(b" ")
    kind = _word(parts[1]) if len(parts) > 1 else ""
    if kind not in KINDS or KINDS[kind][0] not in (sender, "both"):
        return None
    sequence, arguments = _number(parts[0]), tuple([_number(part) for part in parts[2:]])
    if not 0 <= sequence < SEQUENCES or not _fits(kind, arguments):
        return None
    return sequence, kind, arguments


class LineReader:
    """Splits a byte stream into messages; invalid lines are skipped.

    Args:
        sender: who is at the other end, "host" or "device".
    """

    def __init__(self, sender: str) -> None:
        self._sender, self._rest = sender, b""

    def feed(self, data: bytes) -> "list[tuple[int, str, tuple[int, ...]]]":
        """Add bytes; returns the messages that are now complete, as `decode` gives them."""
        if not data:
            return []
        pieces = (self._rest + data).split(b"\n")
        # Keep the tail only: an over-long line stays invalid and takes no more memory.
        self._rest = pieces.pop()[-LONGEST_LINE:]
        messages = [decode(piece + b"\n", self._sender) for piece in pieces]
        return [message for message in messages if message is not None]


def _fits(kind: str, arguments: "tuple[int, ...]") -> bool:
    most = KINDS[kind][1]
    return len(arguments) == len(most) and all(0 <= arguments[n] <= most[n] for n in range(len(most)))


def _number(part: bytes) -> int:
    """The value of decimal digits without sign or leading zero; -1 for anything else, so that each message has one
    spelling."""
    if not part or len(part) > len(str(LARGEST_TIME_US)) or (len(part) > 1 and part[:1] == b"0"):
        return -1
    for byte in part:
        if not 48 <= byte <= 57:
            return -1
    return int(part)


def _word(part: bytes) -> str:
    for byte in part:
        if not 97 <= byte <= 122:
            return ""
    return part.decode()
