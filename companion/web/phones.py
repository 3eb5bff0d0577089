"""Which phone holds which seat: one phone a seat, remembered on disk so that a restart sends nobody away."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex
from threading import Lock

from companion.core.errors import Unreadable
from companion.core.files import OWNER_ONLY, write_whole
from companion.core.text import Text
from companion.table.saving import not_saved

TOKEN_BYTES = 16
"""Of each secret: 128 bits cannot be guessed over a network."""


class Phones:
    """Seats and the secrets of the phones that hold them.

    Args:
        path: a file that only this program reads; None keeps everything in memory, for a demo or a test.
        saving: around each writing, to have a failure shown on every page (`Session.saving`).

    Raises:
        Unreadable: the file exists and is not one of ours; it is left untouched.
        NotSaved: it does not exist and cannot be written.
    """

    def __init__(
        self, path: Path | None = None, saving: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        self._path, self._saving = path, saving
        self._lock = Lock()
        self._key, self._tokens = token_hex(TOKEN_BYTES), dict[int, str]()
        if path is not None and path.exists():
            self._key, self._tokens = _read(path)
        else:
            self._keep({})

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
        """Give `seat` to a phone.

        Returns:
            The phone's secret, or None when another phone has the seat.

        Raises:
            NotSaved: the disk did not take it; the seat is as free as before.
        """
        with self._lock:
            if seat in self._tokens:
                return None
            token = token_hex(TOKEN_BYTES)
            self._keep({**self._tokens, seat: token})
            return token

    def holds(self, seat: int, token: str) -> bool:
        """Whether the phone with this secret has the seat."""
        with self._lock:
            return compare_digest(self._tokens.get(seat, ""), token) and token != ""

    def free(self, seat: int) -> None:
        """Take the seat from whoever has it. Raises `NotSaved` when the disk did not take it; nothing has changed."""
        with self._lock:
            if seat in self._tokens:
                self._keep({each: token for each, token in self._tokens.items() if each != seat})

    def _keep(self, tokens: dict[int, str]) -> None:
        """On disk first: whoever is told of a seat has it after a power cut, too."""
        if self._path is not None:
            with self._saving():
                try:
                    self._path.parent.mkdir(parents=True, exist_ok=True)
                    kept = json.dumps({"key": self._key, "seats": tokens})
                    write_whole(self._path, kept.encode(), mode=OWNER_ONLY)
                except OSError as error:
                    raise not_saved(self._path, error) from None
        self._tokens = tokens


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
