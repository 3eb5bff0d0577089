"""A backup: one zip with a list of its parts and the SHA-256 of each; what is read of it is checked first."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from companion import __version__
from companion.core.errors import NotSaved, Unreadable
from companion.core.system_words import why
from companion.core.text import Text
from companion.table.folder import FILE_MODE
from companion.table.journal_layout import STEPS

KIND = "table-companion backup"
FORMAT = 1
"""Version of the file itself; a program reads its own and all earlier ones."""
MANIFEST = "manifest.json"
JOURNAL_PART, SETTINGS_PART = "journal.sqlite", "settings.toml"
PART_NAME = re.compile(
    r"journal\.sqlite|settings\.toml|statistics\.json|lobby\.json|phones-\d{1,9}\.json|learned[a-z0-9-]{0,40}\.json"
)
"""All names that a part may have: none leads out of the folder that it is unpacked into."""
MOST_MANIFEST_BYTES = 4 * 1024 * 1024
"""A part takes 150 bytes of the list: twenty thousand matches' phones."""
CHUNK = 1024 * 1024


BAD_ZIP: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    EOFError,
    RuntimeError,
    ValueError,
    KeyError,
    TypeError,
)
"""What zipfile and json raise for what is damaged, encrypted, packed in an unknown way, or made of other things."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file of a backup."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself.

    Attributes:
        program: the version of the companion that made it.
        journal: the journal's version.
        made_s: when, seconds since 1970 UTC.
    """

    program: str
    journal: int
    made_s: float
    parts: tuple[Part, ...]


def pack(target: IO[bytes], journal: int, made_s: float, files: Mapping[str, Path]) -> Manifest:
    """Write a backup of these files, by the names of their parts: each is read once, and the manifest last, so that it
    tells what was packed though a file changes meanwhile. Raises OSError.

    journal, made_s: as in `Manifest`.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        parts = tuple(_packed(file, name, path) for name, path in files.items())
        manifest = Manifest(__version__, journal, made_s, parts)
        head = {"kind": KIND, "format": FORMAT, **asdict(manifest)}
        file.writestr(MANIFEST, json.dumps(head, indent=1))
    return manifest


def _packed(file: zipfile.ZipFile, name: str, path: Path) -> Part:
    """Put the file at `path` into a backup. Returns its part as it was read."""
    digest, length = hashlib.sha256(), 0
    info = zipfile.ZipInfo.from_file(path, name, strict_timestamps=False)
    info.compress_type = zipfile.ZIP_DEFLATED
    with path.open("rb") as source, file.open(info, "w") as packed:
        while chunk := source.read(CHUNK):
            packed.write(chunk)
            digest.update(chunk)
            length += len(chunk)
    return Part(name, length, digest.hexdigest())


def not_written(path: Path, error: OSError | sqlite3.Error) -> NotSaved:
    """The refusal of whoever could not write `path`."""
    return NotSaved("backup.not-written", NOT_WRITTEN.filled(path=path, why=why(error)))


def read_manifest(path: Path) -> Manifest:
    """What the backup at `path` says of itself.

    Raises:
        Unreadable: it is no backup, damaged, names what no backup holds, or was made by a later program.
    """
    with _opened(path) as (_, manifest):
        return manifest


def unpack(path: Path, folder: Path | None) -> Manifest:
    """Check every part of a backup, and write them into `folder` (None: check alone); they are on disk at the end.

    Raises:
        Unreadable: as `read_manifest`, or a part is not as the list says. What was written until then stays.
        OSError: the folder does not take it.
    """
    with _opened(path) as (file, manifest):
        for part in manifest.parts:
            if folder is None:
                _copied(path, file, part, None)
                continue
            descriptor = os.open(folder / part.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
            with os.fdopen(descriptor, "wb") as target:
                _copied(path, file, part, target)
                target.flush()
                os.fsync(target.fileno())
    return manifest


def _copied(path: Path, file: zipfile.ZipFile, part: Part, target: IO[bytes] | None) -> None:
    digest, left = hashlib.sha256(), part.bytes
    try:
        with file.open(part.name) as source:
            while chunk := source.read(min(CHUNK, left + 1)):
                left -= len(chunk)
                if left < 0:
                    raise _damaged(path, part.name)
                digest.update(chunk)
                if target is not None:
                    target.write(chunk)
    except BAD_ZIP:
        raise _damaged(path, part.name) from None
    if left or digest.hexdigest() != part.sha256:
        raise _damaged(path, part.name)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    try:
        file = zipfile.ZipFile(path)
    except OSError as error:
        raise Unreadable("backup.unreadable", UNREADABLE.filled(path=path, why=why(error))) from None
    except BAD_ZIP:
        raise Unreadable("backup.unreadable", NO_BACKUP.filled(path=path)) from None
    with file:
        manifest = _manifest(path, file)
        names = sorted(each.filename for each in file.infolist())
        for name in names:
            if name != MANIFEST and not PART_NAME.fullmatch(name):
                raise Unreadable("backup.foreign", FOREIGN.filled(path=path, name=name))
        if names != sorted([MANIFEST, *(part.name for part in manifest.parts)]):
            raise _damaged(path, MANIFEST)
        yield file, manifest


def _manifest(path: Path, file: zipfile.ZipFile) -> Manifest:
    try:
        if file.getinfo(MANIFEST).file_size > MOST_MANIFEST_BYTES:
            raise ValueError(MANIFEST)
        head = json.loads(file.read(MANIFEST))
        if head["kind"] != KIND:
            raise ValueError(KIND)
    except BAD_ZIP:
        raise Unreadable("backup.unreadable", NO_BACKUP.filled(path=path)) from None
    try:
        if head["format"] <= FORMAT:
            parts = tuple(Part(str(each["name"]), int(each["bytes"]), str(each["sha256"])) for each in head["parts"])
            manifest = Manifest(str(head["program"]), int(head["journal"]), float(head["made_s"]), parts)
            datetime.fromtimestamp(manifest.made_s)  # raises where no date can be shown for it
            if manifest.journal <= len(STEPS) and not later(manifest.program, __version__):
                return manifest
    except (KeyError, ValueError, TypeError, OverflowError, OSError):
        raise _damaged(path, MANIFEST) from None
    made_by = head.get("program", "?")
    raise Unreadable("backup.later", LATER.filled(path=path, program=made_by, ours=__version__))


def later(version: str, than: str) -> bool:
    """Whether a version ("0.3.1") comes after another; what is no row of numbers comes after none."""
    numbers = [re.match(r"\d+(?:\.\d+)*", each) for each in (version, than)]
    if any(found is None for found in numbers) or "source" in version + than:
        return False
    first, second = ([int(each) for each in found[0].split(".")] for found in numbers if found is not None)
    return first > second


def _damaged(path: Path, part: str) -> Unreadable:
    return Unreadable("backup.damaged", DAMAGED.filled(path=path, part=part))


UNREADABLE = Text(
    fr="La sauvegarde {path} ne s'ouvre pas ({why}) ; vérifiez son nom et ses droits.",
    en="The backup {path} does not open ({why}); check its name and who may read it.",
)
NO_BACKUP = Text(
    fr="{path} n'est pas une sauvegarde du compagnon, ou elle est abîmée ; rien n'a changé : prenez-en une autre.",
    en="{path} is no backup of the companion, or it is damaged; nothing has changed: take another one.",
)
DAMAGED = Text(
    fr="La sauvegarde {path} est abîmée, à « {part} » ; rien n'a changé : prenez-en une autre.",
    en="The backup {path} is damaged, at “{part}”; nothing has changed: take another one.",
)
FOREIGN = Text(
    fr="{path} contient « {name} », qu'aucune sauvegarde ne contient ; rien n'a changé : prenez-en une autre.",
    en="{path} holds “{name}”, which no backup holds; nothing has changed: take another one.",
)
LATER = Text(
    fr="La sauvegarde {path} vient d'un compagnon plus récent ({program}, celui-ci est le {ours}) ; rien n'a changé : "
    "mettez le programme à jour.",
    en="The backup {path} was made by a later companion ({program}, this one is {ours}); nothing has changed: bring "
    "the program up to date.",
)
NOT_WRITTEN = Text(
    fr="{path} ne s'écrit pas ({why}) ; rien n'a changé : faites de la place, ou choisissez un autre dossier.",
    en="{path} cannot be written ({why}); nothing has changed: make room, or choose another folder.",
)
