"""Which phone holds which seat: one phone a seat, remembered on disk so that a restart sends nobody away."""

from __future__ import annotations

import json
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex
from threading import Lock

from companion.core.errors import Unreadable
from companion.core.text import Text

TOKEN_BYTES = 16
"""Of each secret: 128 bits cannot be guessed over a network."""


class Phones:
    """Seats and the secrets of the phones that hold them.

    Args:
        path: a file that only this program reads; None keeps everything in memory, for a demo or a test.

    Raises:
        Unreadable: the file exists and is not one of ours; it is left untouched.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = Lock()
        self._key, self._tokens = token_hex(TOKEN_BYTES), dict[int, str]()
        if path is not None and path.exists():
            self._key, self._tokens = _read(path)
        else:
            self._write()

    @property
    def key(self) -> str:
        """Signs the cookies."""
        return self._key

    @property
    def taken(self) -> frozenset[int]:
        """The seats that some phone holds."""
        with self._lock:
            return frozenset(self._tokens)

    def claim(self, seat: int) -> str | None:
        """Give `seat` to a phone. Returns the phone's secret, or None when another phone has the seat."""
        with self._lock:
            if seat in self._tokens:
                return None
            self._tokens[seat] = token_hex(TOKEN_BYTES)
            self._write()
            return self._tokens[seat]

    def holds(self, seat: int, token: str) -> bool:
        """Whether the phone with this secret has the seat."""
        with self._lock:
            return compare_digest(self._tokens.get(seat, ""), token) and token != ""

    def free(self, seat: int) -> None:
        """Take the seat from whoever has it."""
        with self._lock:
            if self._tokens.pop(seat, None) is not None:
                self._write()

    def _write(self) -> None:
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(".new")
        fresh.touch(mode=0o600)
        fresh.write_text(json.dumps({"key": self._key, "seats": self._tokens}), encoding="utf-8")
        fresh.replace(self._path)  # all or nothing, should the power fail


def _read(path: Path) -> tuple[str, dict[int, str]]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return str(kept["key"]), {int(seat): str(token) for seat, token in kept["seats"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise Unreadable(
            "web.phones-unreadable",
            Text(
                fr="Le fichier des téléphones {path} ne se lit pas ; supprimez-le, chacun reprendra sa place.",
                en="The file of phones {path} cannot be read; delete it, and everyone can take a seat again.",
            ).filled(path=path),
        ) from None
