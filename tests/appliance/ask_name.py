"""Ask by multicast DNS on this network namespace's loopback who has a name: `ask_name.py companion.local`.

Prints the address. Leaves with 1 when nobody answers.
"""

from __future__ import annotations

import socket
import struct
import sys
from contextlib import closing

GROUP = ("224.0.0.251", 5353)
TRIES = 30
"""Avahi asks for a second whether somebody else has the name before it answers."""
ADDRESS, INTERNET = 1, 1
"""Type and class of the question (RFC 1035)."""


def address_of(name: str) -> str | None:
    """The address that is answered, as "127.0.0.1"."""
    words = b"".join(bytes([len(word)]) + word.encode() for word in name.split("."))
    question = struct.pack(">6H", 1, 0, 1, 0, 0, 0) + words + b"\0" + struct.pack(">2H", ADDRESS, INTERNET)
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as line:
        line.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        line.bind(("127.0.0.1", 0))
        line.settimeout(1.0)
        for _ in range(TRIES):
            line.sendto(question, GROUP)
            try:
                answer = line.recv(4096)
            except TimeoutError:
                continue
            if struct.unpack(">H", answer[6:8])[0]:
                return socket.inet_ntoa(answer[-4:])
    return None


if __name__ == "__main__":
    found = address_of(sys.argv[1])
    print(found)
    sys.exit(0 if found else 1)
