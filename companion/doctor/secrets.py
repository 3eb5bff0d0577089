"""Strikes out of texts what a table's settings hold in confidence: names and passwords in addresses, keys, tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, unquote_plus

from companion.core.shown_address import CONFIDENTIAL, STRUCK, shown_address
from companion.core.text import Text
from companion.settings import Settings

PEM = re.compile(r"-----BEGIN [^-]*-----.*?(?:-----END [^-]*-----|\Z)", re.DOTALL)
"""A key or certificate written out."""
USER_INFO = re.compile(r"(?<=://)[^\s/]*@")
"""A name and password in an address that stands in some other text; a password may hold further "@"."""
SHORTEST = 4
"""Letters of a piece that is looked for by itself: shorter ones would strike letters out of every other word."""
SEPARATOR = re.compile(r"[^\w%]")
"""What may separate the pieces of an address, or stand within one: a password may hold any of these."""
MOST_SEPARATORS = 60
"""In longer addresses only the first ones are looked at; what comes after them is one piece."""


def shown_settings(settings: Settings) -> dict[str, Any]:
    """The settings as JSON data, with their secrets struck out."""
    found = _shown("", settings.model_dump(mode="json"))
    assert isinstance(found, dict)
    return found


def _shown(name: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _shown(str(key), each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_shown(name, each) for each in value]
    if not isinstance(value, str):
        return value
    if CONFIDENTIAL.search(name):
        return STRUCK
    return shown_address(value) if "://" in value or "@" in value else PEM.sub(STRUCK, value)


@dataclass(frozen=True, slots=True)
class Striker:
    """Strikes secrets out of any text.

    Attributes:
        addresses: addresses as they may be written, and what stands in their place; the longest first.
        pieces: secrets to be struck wherever they stand; the longest first.
    """

    addresses: tuple[tuple[str, str], ...] = ()
    pieces: tuple[str, ...] = ()

    def line(self, text: str) -> str:
        """The text without secrets."""
        for address, shown in self.addresses:
            text = text.replace(address, shown)
        for piece in self.pieces:
            text = text.replace(piece, STRUCK)
        return USER_INFO.sub(f"{STRUCK}@", PEM.sub(STRUCK, text))

    def text(self, text: Text) -> Text:
        """The sentence without secrets, in every language."""
        return Text(fr=self.line(text.fr), en=self.line(text.en))

    def data(self, value: Any) -> Any:
        """JSON data without secrets."""
        if isinstance(value, Mapping):
            return {self.line(str(key)): self.data(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.data(each) for each in value]
        return self.line(value) if isinstance(value, str) else value


def striker_of(settings: Settings, more: Iterable[str] = ()) -> Striker:
    """Strikes out what these settings hold in confidence.

    Args:
        more: other words to be struck out, such as the names of players.
    """
    addresses, pieces = dict[str, str](), {each for each in more if each}
    for name, value in _strings("", settings.model_dump(mode="json")):
        if CONFIDENTIAL.search(name):
            pieces.add(value)
        elif "://" in value or "@" in value:
            shown = shown_address(value)
            if shown != value.strip():
                addresses[value] = addresses[value.strip()] = shown
                pieces |= _pieces(value, shown)
    home = str(Path.home()) if len(Path.home().parts) > 1 else ""
    if home:
        addresses.setdefault(home, "~")
    longest = sorted((each for each in pieces if len(each) >= SHORTEST), key=len, reverse=True)
    return Striker(tuple(sorted(addresses.items(), key=lambda each: -len(each[0]))), tuple(longest))


def _strings(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _strings(str(key), each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(name, each)
    elif isinstance(value, str) and value:
        yield name, value


def _pieces(address: str, shown: str) -> set[str]:
    """All that stands between any two separators of an address and is not shown, as it is written and unescaped."""
    _, mark, rest = address.partition("://")
    rest = rest if mark else address
    ends = [*[found.start() for found in SEPARATOR.finditer(rest)][:MOST_SEPARATORS], len(rest)]
    begins = [0, *(end + 1 for end in ends)]
    words = {rest[begin:end] for begin in begins for end in ends if end - begin >= SHORTEST}
    told = {each for word in words for each in (word, unquote(word), unquote_plus(word))}
    return {each for each in told if each not in shown}
