"""Films of matches that are over, made when somebody wants one: one at a time, beside the table's work."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from companion.camera.arrays import Pixels
from companion.core.errors import Illegal, Refusal
from companion.core.going_on import survived
from companion.core.text import Text
from companion.drawing.webm import write_webm
from companion.table.folder import FOLDER_MODE

MOST_KEPT = 6
"""Films that stay on the disk, those of an evening or two; older ones are made again when somebody wants them."""
MOST_PICTURES = 240
"""Pictures in a film, each shown for a second: four minutes, and 5 to 8 MB."""
LEAST_FREE_BYTES = 200_000_000
"""With less room on the disk no film is made: what is left is for the journal."""
NICENESS = 15
"""Niceness of the thread that makes a film: the table's own work goes before it. 0 is as other threads, 19 the
least."""
SUFFIX, PART = ".webm", ".part.webm"

Begin = Callable[[Callable[[], None]], None]
"""Begins a piece of work beside whoever asks."""


@dataclass(frozen=True, slots=True)
class FilmPlan:
    """A film to be made.

    Attributes:
        count: how many pictures it will have.
        pictures: makes them, (H, W, 3) uint8 BGR, one after the other.
    """

    count: int
    pictures: Callable[[], Iterable[Pixels]]


@dataclass(frozen=True, slots=True)
class Making:
    """A film that is being made: its name, and how much of it there is, 0 to 1."""

    name: str
    share: float = 0.0


def in_a_thread(work: Callable[[], None]) -> None:
    """Begin `work`, and return at once; it leaves the processor to whatever else is to be done."""

    def patiently() -> None:
        with suppress(OSError, AttributeError):  # a thread has its own niceness on Linux alone
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        work()

    threading.Thread(target=patiently, name="film", daemon=True).start()


class Films:
    """The films that were made of one table's matches. Safe to use from several threads.

    Args:
        folder: where they are kept; made when the first film is. What a killed program left of one goes.
        begin: begins a piece of work beside whoever asks.
    """

    def __init__(self, folder: Path, begin: Begin = in_a_thread) -> None:
        self._folder, self._begin, self._lock = folder, begin, threading.Lock()
        self._making: Making | None = None
        self._unwanted = False
        self._failed: tuple[str, Text] | None = None
        for part in folder.glob(f"*{PART}"):
            part.unlink(missing_ok=True)

    @property
    def making(self) -> Making | None:
        """The film that is being made, or None."""
        with self._lock:
            return self._making

    def made(self, name: str) -> Path | None:
        """The film of this name; None where there is none yet, or none any more."""
        path = self._path(name)
        return path if path.is_file() else None

    def failure(self, name: str) -> Text | None:
        """Why the film of this name could not be made when that was last tried; None: it could, or was not tried."""
        with self._lock:
            return self._failed[1] if self._failed is not None and self._failed[0] == name else None

    def make(self, name: str, plan: FilmPlan) -> None:
        """Begin to make a film, unless there is one of this name, or one in the making. Raises `Illegal` while another
        one is being made, and when the disk has no room for one."""
        with self._lock:
            if self._making is not None and self._making.name != name:
                raise Illegal("film.another", ANOTHER)
            if self._making is not None or self.made(name) is not None:
                return
            self._folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
            if shutil.disk_usage(self._folder).free < LEAST_FREE_BYTES:
                raise Illegal("film.no-room", NO_ROOM)
            self._making, self._unwanted, self._failed = Making(name), False, None
        self._begin(lambda: self._work(name, plan))

    def erase(self, name: str | None = None) -> None:
        """Erase the film of this name, or all; one in the making is given up."""
        with self._lock:
            if self._making is not None and name in (None, self._making.name):
                self._unwanted = True
            for path in self._folder.glob(f"*{SUFFIX}") if name is None else (self._path(name),):
                path.unlink(missing_ok=True)

    def _work(self, name: str, plan: FilmPlan) -> None:
        part = self._folder / f"{token_hex(8)}{PART}"
        why: Text | None = FAILED
        try:
            with survived("film"):
                try:
                    write_webm(part, self._counted(name, plan))
                    self._keep(part, name)
                    why = None
                except Refusal as refusal:
                    why = refusal.what
                except OSError:
                    why = NOT_WRITTEN
        finally:
            part.unlink(missing_ok=True)
            with self._lock:
                self._making = None
                self._failed = None if why is None or self._unwanted else (name, why)

    def _counted(self, name: str, plan: FilmPlan) -> Iterator[Pixels]:
        for number, picture in enumerate(plan.pictures(), 1):
            with self._lock:
                if self._unwanted:
                    return
                self._making = Making(name, number / plan.count)
            yield picture

    def _keep(self, part: Path, name: str) -> None:
        with self._lock:
            if self._unwanted:
                return
            part.replace(self._path(name))
            kept = sorted(self._folder.glob(f"*{SUFFIX}"), key=lambda each: each.stat().st_mtime)
            for path in kept[:-MOST_KEPT]:
                path.unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{SUFFIX}"


ANOTHER = Text(
    fr="Un autre film se prépare ; celui-ci pourra se faire ensuite.",
    en="Another film is being made; this one can be made after it.",
)
NO_ROOM = Text(
    fr="Il ne reste pas assez de place sur le disque pour un film ; faites de la place, puis recommencez.",
    en="There is not enough room left on the disk for a film; make room and do it again.",
)
NOT_WRITTEN = Text(
    fr="Le film n'a pas pu être écrit ; vérifiez qu'il y a de la place sur le disque, puis recommencez.",
    en="The film could not be written; see that there is room on the disk and do it again.",
)
FAILED = Text(
    fr="Le film n'a pas pu être fait ; recommencez dans un moment.",
    en="The film could not be made; try again in a moment.",
)
