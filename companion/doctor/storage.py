"""The disk, the data folder with its lock, and the journal."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit

from companion.core.system_words import why
from companion.core.text import Text
from companion.doctor.finding import Check, Finding, unknown, well, wrong
from companion.doctor.subject import Subject
from companion.table.folder import FILE_MODE, who_holds
from companion.table.journal_layout import STEPS, version
from companion.table.journal_mending import read_only
from companion.table.restoring import waiting

LEAST_FREE_BYTES = 200 * 1000 * 1000
"""Room for two hundred matches without pictures, the pictures of the last twenty, and what the system writes beside."""
MEGABYTE = 1000 * 1000
PROBE_BYTES = 4096
"""What is written to try the disk: a page, as SQLite writes them."""
WORN_OUT = 0x0A
"""eMMC's own estimate of its wear, in tenths: from here on 90 % of its life is used (JEDEC 84-B51, life time)."""
ANSWERS_S = 2.0
"""How long the page of the table that holds the folder may take to accept a connection from this machine."""


def _disk(subject: Subject) -> Finding:
    place = _nearest(subject.folder)
    free = shutil.disk_usage(place).free
    values = {"free": free // MEGABYTE, "folder": place, "least": LEAST_FREE_BYTES // MEGABYTE}
    return well(ROOM, **values) if free >= LEAST_FREE_BYTES else wrong(FULL, **values)


def _writes(subject: Subject) -> Finding:
    """Writes a page into the data folder, or where it would be made, and waits until the disk has it."""
    place = _nearest(subject.folder)
    probe = place / f".probe-{token_hex(8)}"
    try:
        descriptor = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        try:
            left = bytes(PROBE_BYTES)
            while left:
                left = left[os.write(descriptor, left) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        say = SAYS.get(error.errno or 0, BROKEN)
        return wrong(say, folder=place, why=why(error))
    finally:
        with suppress(OSError):
            probe.unlink()
    return well(WRITES, folder=place)


def _health(subject: Subject) -> Finding:
    """What the kernel has noted of its file systems and memory cards."""
    told = False
    for path in sorted(subject.machine.sys.glob("fs/ext4/*/errors_count")):
        count, told = _number(path, 10), True
        if count:
            return wrong(ERRORS, count=count, disk=path.parent.name)
    for path in sorted(subject.machine.sys.glob("block/mmcblk*/device/life_time")):
        with suppress(OSError, ValueError):
            used, told = max(int(each, 16) for each in path.read_text().split()), True
            if used >= WORN_OUT:
                return wrong(WORN, disk=path.parents[1].name)
    return well(HEALTHY) if told else unknown(NO_HEALTH)


def _data(subject: Subject) -> Finding:
    folder = subject.folder
    if not folder.exists():
        return well(NEW_FOLDER, folder=folder) if _nearest(folder).is_dir() else wrong(NO_FOLDER, folder=folder)
    if not folder.is_dir():
        return wrong(NO_FOLDER, folder=folder)
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return wrong(NOT_OURS, folder=folder)
    return well(FOLDER, folder=folder)


def _lock(subject: Subject) -> Finding:
    held = who_holds(subject.folder)
    if held is None:
        return well(NOT_HELD, folder=subject.folder)
    holder = held.holder
    if held.here and holder is not None:
        return well(HELD_HERE, folder=subject.folder)
    if holder is None:
        return wrong(HELD_BY_SOMEBODY, folder=subject.folder)
    values = {"folder": subject.folder, "command": holder.command, "pid": holder.pid, "address": holder.address}
    return well(HELD, **values) if _answers(holder.address) else wrong(HELD_SILENT, **values)


def _answers(address: str) -> bool:
    """Whether somebody accepts connections at a page's address."""
    try:
        url = urlsplit(address)
        socket.create_connection((url.hostname or "", url.port or 80), ANSWERS_S).close()
    except (OSError, ValueError):
        return False
    return True


def _journal(subject: Subject) -> Finding:
    path = waiting(subject.journal)
    if not path.is_file() or not path.stat().st_size:
        return well(NO_JOURNAL, path=path)
    try:
        with closing(read_only(path)) as file:
            found = version(file)
            (whole,) = file.execute("PRAGMA integrity_check(1)").fetchone()
            if found > len(STEPS):
                return wrong(LATER, path=path, found=found, known=len(STEPS))
            (matches,) = file.execute("SELECT count(*) FROM matches").fetchone()
            (entries,) = file.execute("SELECT count(*) FROM entries").fetchone()
    except sqlite3.DatabaseError as error:
        return wrong(DAMAGED, path=path, why=why(error))
    if whole != "ok":
        return wrong(DAMAGED, path=path, why=whole.splitlines()[0])
    return well(WHOLE, path=path, matches=matches, entries=entries, version=found)


def _nearest(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next((each for each in (folder, *folder.parents) if each.exists()), Path("/"))


def _number(path: Path, base: int) -> int:
    try:
        return int(path.read_text().strip(), base)
    except (OSError, ValueError):
        return 0


CHECKS = (
    Check("disk", _disk),
    Check("disk-writes", _writes),
    Check("disk-health", _health),
    Check("data", _data),
    Check("lock", _lock),
    Check("journal", _journal),
)

ROOM = Text(fr="Il reste {free} Mo sur le disque de {folder}.", en="{free} MB are free on the disk of {folder}.")
FULL = Text(
    fr="Il ne reste que {free} Mo sur le disque de {folder}, il en faut {least} : faites de la place.",
    en="Only {free} MB are free on the disk of {folder}, {least} are needed: make room.",
)
WRITES = Text(fr="Le disque prend ce qui s'écrit dans {folder}.", en="The disk takes what is written in {folder}.")
SAYS = {
    errno.ENOSPC: Text(
        fr="Le disque de {folder} est plein, rien ne s'enregistre : faites de la place.",
        en="The disk of {folder} is full, nothing is saved: make room.",
    ),
    errno.EROFS: Text(
        fr="Le disque de {folder} est en lecture seule, rien ne s'enregistre : redémarrez la machine, et changez la "
        "carte si cela revient.",
        en="The disk of {folder} is read-only, nothing is saved: restart the machine, and change the card if it comes "
        "back.",
    ),
    errno.EACCES: Text(
        fr="Cet utilisateur n'écrit pas dans {folder} : donnez-le-lui, ou choisissez-en un autre sous « data ».",
        en="This user may not write in {folder}: give it the folder, or choose another one as “data”.",
    ),
    errno.ENOTDIR: Text(
        fr="{folder} n'est pas un dossier : déplacez ce fichier, ou choisissez un autre dossier sous « data ».",
        en="{folder} is no folder: move that file away, or choose another folder as “data”.",
    ),
}
"""What keeps the disk from taking a page, by its error number."""
BROKEN = Text(
    fr="Le disque de {folder} ne prend pas ce qui s'écrit ({why}) : sauvegardez, puis changez la carte.",
    en="The disk of {folder} does not take what is written ({why}): back up, then change the card.",
)
HEALTHY = Text(fr="Le système n'a noté aucune erreur des disques.", en="The system has noted no error of the disks.")
NO_HEALTH = Text(
    fr="Ce système ne note pas les erreurs de ses disques.", en="This system does not note errors of its disks."
)
ERRORS = Text(
    fr="Le disque {disk} a eu {count} erreurs : faites companion backup, puis changez la carte.",
    en="The disk {disk} has had {count} errors: run companion backup, then change the card.",
)
WORN = Text(
    fr="La carte {disk} est presque usée : faites companion backup, puis changez-la.",
    en="The card {disk} is nearly worn out: run companion backup, then change it.",
)
FOLDER = Text(fr="Le dossier {folder} s'ouvre.", en="The folder {folder} opens.")
NEW_FOLDER = Text(
    fr="Le dossier {folder} sera créé à la première partie.", en="The folder {folder} will be made by the first match."
)
NO_FOLDER = Text(
    fr="{folder} ne peut pas être un dossier, un fichier est à sa place : déplacez-le, ou choisissez un autre dossier "
    "sous « data ».",
    en="{folder} cannot be a folder, a file is in its place: move it away, or choose another folder as “data”.",
)
NOT_OURS = Text(
    fr="Le dossier {folder} est à un autre utilisateur : rendez-le à celui du compagnon, ou choisissez-en un autre "
    "sous « data ».",
    en="The folder {folder} is another user's: give it to the companion's, or choose another one as “data”.",
)
NOT_HELD = Text(fr="Aucune table ne tient le dossier {folder}.", en="No table holds the folder {folder}.")
HELD_HERE = Text(fr="Cette table tient le dossier {folder}.", en="This table holds the folder {folder}.")
HELD = Text(
    fr="« {command} » (processus {pid}) tient le dossier {folder} ; sa page est à {address}.",
    en="“{command}” (process {pid}) holds the folder {folder}; its page is at {address}.",
)
HELD_SILENT = Text(
    fr="« {command} » (processus {pid}) tient le dossier {folder} et sa page ne répond pas : arrêtez ce processus.",
    en="“{command}” (process {pid}) holds the folder {folder} and its page does not answer: stop that process.",
)
HELD_BY_SOMEBODY = Text(
    fr="Un autre programme tient le dossier {folder} : arrêtez-le, ou choisissez un autre dossier sous « data ».",
    en="Another program holds the folder {folder}: stop it, or choose another folder as “data”.",
)
NO_JOURNAL = Text(
    fr="Il n'y a pas encore de journal {path} ; la première partie l'ouvrira.",
    en="There is no journal {path} yet; the first match begins it.",
)
WHOLE = Text(
    fr="Le journal {path} est entier (parties : {matches}, entrées : {entries}, version {version}).",
    en="The journal {path} is whole (matches: {matches}, entries: {entries}, version {version}).",
)
LATER = Text(
    fr="Le journal {path} est d'une version plus récente ({found}, ce programme connaît {known}) : mettez le "
    "programme à jour.",
    en="The journal {path} is of a later version ({found}, this program knows {known}): bring the program up to date.",
)
DAMAGED = Text(
    fr="Le journal {path} est abîmé ({why}) : relancez la table avec --resume, elle garde le fichier et reprend ce "
    "qui se lit.",
    en="The journal {path} is damaged ({why}): start the table again with --resume, it keeps the file and carries "
    "over what can be read.",
)
