"""The lobby on disk, and who waits for it to change: what an evening knows between two matches."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from companion.core.files import OWNER_ONLY, write_whole
from companion.core.text import Text
from companion.table.lobby import Lobby, person_of
from companion.table.saving import not_saved
from companion.web.phones import Phone, new_token

VERSION = 1
"""Version of the lobby's file."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Attributes:
    version: of the file.
    salt: of every file of phones of this evening's matches: by it a phone is known in all of them.
    lobby: who is here, and what is chosen.
    host: the phone of the host, or None.
    screens: the table's screens.
    granted: what a café's host lets the seats do; None: nothing was said.
    match: number of the match that is played now; None in the lobby.
    """

    version: int
    salt: str
    lobby: Lobby = field(default_factory=Lobby)
    host: Phone | None = None
    screens: tuple[Phone, ...] = ()
    granted: tuple[str, ...] | None = None
    match: int | None = None


FILE = TypeAdapter(Kept)


class KeptLobby:
    """The one `Kept` value of an evening. Shared by threads; every change is on disk before it holds.

    Args:
        path: the file. One that cannot be read is put aside, and everybody is told: names are soon said again.

    Raises:
        NotSaved: it does not exist, or was put aside, and cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._changed, self._revision = path, threading.Condition(threading.RLock()), 0
        self._notice: Text | None = None
        self._hardware: Text | None = None
        kept = _read(path) if path.exists() else None
        if kept is None and path.exists():
            self._put_aside()
        if kept is None:
            self._write(Kept(VERSION, new_token()))
        else:
            self._now = kept

    @property
    def now(self) -> Kept:
        """What is known now."""
        with self._changed:
            return self._now

    @property
    def revision(self) -> int:
        """Grows with everything that a page of the lobby could show."""
        with self._changed:
            return self._revision

    @property
    def notice(self) -> Text | None:
        """One sentence that stands until the lobby changes."""
        with self._changed:
            return self._notice

    @property
    def hardware(self) -> Text | None:
        """What is wrong with buttons and lights, in one sentence, or None. It is not kept on the disk."""
        with self._changed:
            return self._hardware

    def tell_hardware(self, trouble: Text | None) -> None:
        """Say what is wrong with buttons and lights, or (None) that they work again."""
        with self._changed:
            if trouble != self._hardware:
                self._hardware = trouble
                self.announce()

    def wait(self, revision: int, timeout_s: float) -> int:
        """Block until something newer than `revision` can be shown, or `timeout_s` passed; the revision now."""
        with self._changed:
            self._changed.wait_for(lambda: self._revision > revision, timeout_s)
            return self._revision

    def change(self, step: Callable[[Lobby], Lobby]) -> None:
        """Take a step of `companion.table.lobby`. Raises what it raises, and `NotSaved`; nothing has changed then."""
        with self._changed:
            self.keep(lobby=step(self._now.lobby))

    def keep(self, **changes: object) -> None:
        """Replace attributes of `Kept`. Raises `NotSaved`, and nothing has changed then."""
        with self._changed:
            self._write(replace(self._now, **changes))  # type: ignore[arg-type]
            self._notice = None
            self.announce()

    def announce(self, notice: Text | None = None) -> None:
        """Something that a page shows has changed. notice: to be shown until the next change."""
        with self._changed:
            self._notice = notice or self._notice
            self._revision += 1
            self._changed.notify_all()

    def count_from(self, revision: int) -> None:
        """Let the revision be greater than another one: what was shown at this table before."""
        with self._changed:
            self._revision = max(self._revision, revision + 1)

    def host(self, *, sits: bool) -> Phone | None:
        """The host's phone. sits: the host is one of those who are here: when that phone has left, the next one's."""
        now = self.now
        if not sits or person_of(now.lobby, now.host or "") is not None:
            return now.host
        return next((each.phone for each in now.lobby.people if each.phone), None)

    def knows(self, phone: Phone) -> bool:
        """Whether this phone is somebody's, the host's or a screen."""
        now = self.now
        return bool(phone) and (person_of(now.lobby, phone) is not None or phone in (now.host, *now.screens))

    def _put_aside(self) -> None:
        aside = self._path.with_name(f"{self._path.stem}-damaged.json")
        try:
            self._path.replace(aside)
        except OSError as error:
            raise not_saved(self._path, error) from None
        self._notice = PUT_ASIDE.filled(path=aside)

    def _write(self, then: Kept) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, FILE.dump_json(then), mode=OWNER_ONLY)
        except OSError as error:
            raise not_saved(self._path, error) from None
        self._now = then


def _read(path: Path) -> Kept | None:
    """What the file holds; None when it is none of ours."""
    try:
        kept: Kept = FILE.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None
    return kept if kept.version == VERSION else None


PUT_ASIDE = Text(
    fr="Le fichier de l'accueil ne se lisait plus ; il est gardé dans {path} : dites de nouveau vos noms.",
    en="The lobby's file could not be read any more; it is kept as {path}: say your names again.",
)
