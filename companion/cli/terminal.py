"""What goes to the terminal, whatever letters it knows and whatever bytes stand in a path."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

QR_LETTERS = "█▀▄"
"""What a QR code is made of on a terminal."""


def prepare_streams() -> None:
    """Let nothing that is written fail: a letter that the terminal does not know, and a byte of a path that is no
    UTF-8, are written as an escape (\\xe9). Lines come out when they are written: the address of a table must be in a
    service's log while it serves."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace", line_buffering=True)


def can_write(words: str) -> bool:
    """Whether standard output has all letters of `words`."""
    try:
        words.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def json_line(value: Any) -> str:
    """`value` as one line of JSON: with letters as they are where standard output has them, else with JSON's own
    escapes, which any reader of JSON turns back."""
    line = json.dumps(value, ensure_ascii=False)
    return line if can_write(line) else json.dumps(value)


def show_address(address: str) -> None:
    """Print the address of a table's pages, and its QR code where the terminal can show one."""
    import segno  # a command that shows no address is there sooner without it

    print(address)
    if can_write(QR_LETTERS):
        segno.make_qr(address).terminal(compact=True)
