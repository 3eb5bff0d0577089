"""Parses the string that says which camera or table device to open: `scheme://rest?key=value&key=value`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import parse_qsl, unquote

from companion.core.errors import Unreadable
from companion.core.options import nearest
from companion.core.shown_address import STRUCK, address_in_words, holds_no_secret
from companion.core.text import Text, same

NO_MORE = same("")
"""Nothing is to be added to a sentence."""
ADDRESS_SCHEMES = frozenset({"http", "https", "rtsp"})
"""Schemes of other machines' addresses: what follows the question mark belongs to them and is not parsed."""


@dataclass(frozen=True, slots=True)
class SourceUrl:
    """The address of a camera or a table device, parsed.

    Attributes:
        text: as it was written.
        scheme: which driver ("rendered", "usb", "picamera2", "replay", "http", "rtsp", ...).
        rest: what follows "://", up to the question mark: a number, a path, a host.
        values: the keys after the question mark, with their values.
    """

    text: str
    scheme: str
    rest: str
    values: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an address.

        Raises:
            Unreadable: it does not have the form "scheme://rest?key=value", or a key occurs twice.
        """
        scheme, mark, after = text.strip().partition("://")
        if not mark or not scheme.replace("+", "").isalnum():
            raise _bad(
                text,
                Text(
                    fr="il manque « genre:// » au début ; écrivez par exemple rendered:// ou usb://0",
                    en="it lacks “kind://” at its start; write for example rendered:// or usb://0",
                ),
            )
        if scheme.lower() in ADDRESS_SCHEMES:
            return cls(text.strip(), scheme.lower(), after)
        rest, _, query = after.partition("?")
        values: dict[str, str] = {}
        for part in query.split("&") if query else ():
            pairs = parse_qsl(part, keep_blank_values=True)
            key, value = pairs[0] if pairs else (part, "")
            if "=" not in part or not key or key in values:
                written = part if holds_no_secret(text) else STRUCK
                raise _bad(
                    text,
                    Text(
                        fr=f"« {written} » devrait se lire clé=valeur, une fois par clé",
                        en=f"“{written}” should read key=value, once for each key",
                    ),
                )
            values[key] = value
        # a path need not be UTF-8: bytes that are none stay as Python writes them in paths
        return cls(text.strip(), scheme.lower(), unquote(rest, errors="surrogateescape"), values)

    @property
    def shown(self) -> str:
        """The address for messages and logs: without what it may hold in confidence."""
        return address_in_words(self.text)

    def known(self, *keys: str) -> None:
        """Check that there is no other key than `keys`.

        Raises:
            Unreadable: there is one.
        """
        for key in self.values:
            if key not in keys:
                allowed = ", ".join(keys)
                why = Text(
                    fr=f"« {key} » n'y est pas connu"
                    + (f" ; employez {allowed}" if keys else " ; n'ajoutez rien après « ? »"),
                    en=f"“{key}” is not known there" + (f"; use {allowed}" if keys else "; add nothing after “?”"),
                )
                raise _bad(self.text, why, nearest(key, keys))

    def refused(self, key: str, reads: Text) -> Unreadable:
        """The refusal of the value of a key, to be raised. reads: how it reads."""
        written = f"{key}={self.values[key]}"
        return _bad(self.text, Text(fr=f"« {written} » ", en=f"“{written}” ") + reads)

    def number(self, key: str, default: float, least: float, most: float) -> float:
        """Return the value of a key, or `default` when it is absent.

        Raises:
            Unreadable: it is not a number from `least` to `most`.
        """
        written = self.values.get(key)
        if written is None:
            return default
        try:
            value = float(written)
        except ValueError:
            value = math.nan
        if not least <= value <= most:
            raise _bad(
                self.text,
                Text(
                    fr=f"« {key}={written} » n'est pas un nombre de {least:g} à {most:g} ; corrigez-le",
                    en=f"“{key}={written}” is not a number from {least:g} to {most:g}; correct it",
                ),
            )
        return value

    def whole(self, key: str, default: int, least: int, most: int) -> int:
        """Return the value of a key as an integer, or `default` when it is absent.

        Raises:
            Unreadable: it is not a whole number from `least` to `most`.
        """
        value = self.number(key, default, least, most)
        if value != int(value):
            written = self.values[key]
            raise _bad(
                self.text,
                Text(
                    fr=f"« {key}={written} » n'est pas un nombre entier ; corrigez-le",
                    en=f"“{key}={written}” is not a whole number; correct it",
                ),
            )
        return int(value)


def _bad(text: str, why: Text, near: Text = NO_MORE) -> Unreadable:
    what = Text(fr="L'adresse « {text} » : {why}.", en="The address “{text}”: {why}.")
    return Unreadable("camera.url", what.filled(text=address_in_words(text), why=why) + near)
