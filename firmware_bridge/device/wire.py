"""One message is one line: `sequence kind argument ...*checksum` and a newline, in plain ASCII.

Runs under MicroPython and CPython. The checksum is CRC-16/CCITT-FALSE over everything before the `*`, as four
capital hexadecimal digits: it catches every burst of up to 16 wrong bits.
"""

SEQUENCES = 1000
"""Sequence numbers run from 0 to 999 and start again: far more than are ever unanswered."""
LONGEST = 96
"""Bytes in a line at most, newline included: the microcontroller's line buffer."""

KINDS = {
    # kind: (from host or device, number of arguments)
    "hello": ("both", 1),  # protocol version
    "ack": ("both", 1),  # sequence number that arrived
    "nak": ("both", 1),  # sequence number that was understood and cannot be done
    "beat": ("both", 1),  # microseconds of the sender's clock
    "light": ("host", 4),  # seat, red, green, blue: 0 to 255
    "tone": ("host", 3),  # seat, hertz (0 is silence), milliseconds
    "press": ("device", 2),  # seat, microseconds of the device's clock
}


def checksum(data: bytes) -> int:
    """CRC-16/CCITT-FALSE of `data`, 0 to 65535 (polynomial 0x1021, start 0xFFFF; "123456789" gives 0x29B1)."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021) & 0xFFFF if crc & 0x8000 else (crc << 1) & 0xFFFF
    return crc


def encode(sequence: int, kind: str, arguments: "tuple[int, ...]") -> bytes:
    """One line. Raises ValueError for a kind, number of arguments or sequence that the table does not have."""
    if kind not in KINDS or KINDS[kind][1] != len(arguments) or not 0 <= sequence < SEQUENCES:
        raise ValueError("no such message")
    if min(arguments) < 0:
        raise ValueError("arguments are 0 or more")
    body = " ".join([str(sequence), kind] + [str(each) for each in arguments]).encode("ascii")
    line = body + b"*%04X\n" % checksum(body)
    if len(line) > LONGEST:
        raise ValueError("line too long")
    return line


def decode(line: bytes) -> "tuple[int, str, tuple[int, ...]] | None":
    """The sequence, kind and arguments of a whole line with its newline; None for anything that is not one."""
    if len(line) > LONGEST or len(line) < 6 or line[-1:] != b"\n" or line[-6:-5] != b"*":
        return None
    body = line[:-6]
    if line[-5:-1] != b"%04X" % checksum(body):
        return None
    parts = body.split(b" ")
    kind = _word(parts[1]) if len(parts) > 1 else ""
    numbers = [_number(part) for part in parts[:1] + parts[2:]]
    if kind not in KINDS or KINDS[kind][1] != len(parts) - 2 or -1 in numbers or numbers[0] >= SEQUENCES:
        return None
    return numbers[0], kind, tuple(numbers[1:])


def _number(part: bytes) -> int:
    """Decimal digits without a sign or a leading zero, or -1: every message has one spelling only."""
    if not part or len(part) > 18 or (len(part) > 1 and part[:1] == b"0"):
        return -1
    value = 0
    for byte in part:
        if not 48 <= byte <= 57:
            return -1
        value = value * 10 + byte - 48
    return value


def _word(part: bytes) -> str:
    for byte in part:
        if not 97 <= byte <= 122:
            return ""
    return part.decode("ascii")
