"""Parses a Hunspell dictionary's .dic file: one word on each line, with flags and morphological fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deckmaking.kaleidoscope.affixes import Flags, Rules

_LINE = re.compile(r"(?P<word>(?:[^/\\]|\\.)+?)(?:/(?P<flags>\S*))?(?:\s+[a-z]{2}:.*)?\s*")
"""A word, which may contain spaces and slashes (written `\\/`), its flags, and fields such as `po:nom`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A word as the dictionary lists it, with its flags."""

    word: str
    flags: Flags


def read_entries(lines: Iterable[str], rules: Rules) -> Iterator[Entry]:
    """Yields the entries in order; the first line, a count, is skipped.

    Raises:
        ValueError: a line is not an entry.
    """
    for number, line in enumerate(lines):
        if number == 0 or not line.strip():
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"{line!r} is not a word and its flags")
        yield Entry(found["word"].replace("\\/", "/"), rules.flags(found["flags"] or ""))
