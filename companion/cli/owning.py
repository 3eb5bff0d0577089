"""The data folder of a table: held by one program at a time; a second one may ask the first to stop."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import click

from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.settings import language
from companion.table.folder import FolderTaken, HeldFolder, hold

STOPPING_S = 20.0
"""How long a table may take to close: its camera, its phones' streams, its box."""
LOOK_S = 0.1
"""Pause between two looks whether it has closed."""


def own(folder: Path, command: str, clock: Clock) -> HeldFolder:
    """Hold the data folder. On a terminal, a table that holds it already can be stopped.

    Raises:
        FolderTaken: it is held, and nobody wanted that stopped, or it did not stop.
        Unreadable: it cannot be written to, or a table of another user's holds it.
    """
    try:
        return hold(folder, command, clock.wall_s())
    except FolderTaken as taken:
        holder = taken.holder
        if holder is None or not _asked(taken.what):
            raise
        try:
            os.kill(holder.pid, signal.SIGTERM)
        except ProcessLookupError:  # it has ended since
            pass
        except PermissionError:
            raise Unreadable("folder.not-ours", NOT_OURS.filled(pid=holder.pid)) from None
    for _ in range(round(STOPPING_S / LOOK_S)):
        with suppress(FolderTaken):
            return hold(folder, command, clock.wall_s())
        clock.wait_s(LOOK_S)
    return hold(folder, command, clock.wall_s())


def _asked(what: Text) -> bool:
    """Whether a person at the terminal wants the other table stopped; nobody there means no."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    to = language()
    click.echo(what.to(to), err=True)
    return click.confirm(STOP_IT.to(to), default=False, err=True)


STOP_IT = Text(fr="Arrêter l'autre table maintenant ?", en="Stop the other table now?")
NOT_OURS = Text(
    fr="Le processus {pid} appartient à un autre utilisateur, et continue ; arrêtez-le sous cet utilisateur (ou avec "
    "sudo), ou choisissez un autre dossier avec --data ou « data » dans les réglages.",
    en="Process {pid} belongs to another user and goes on; stop it as that user (or with sudo), or choose another "
    "folder with --data or “data” in the settings.",
)
