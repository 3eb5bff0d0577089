"""`install`, `update` and `remove`: what each does, in order."""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from appliance import releases, system
from appliance.machine import Machine
from appliance.places import SERVICE, Places
from appliance.sources import Source, own_source, read_source
from appliance.trial import try_out
from appliance.words import Failed, language, say
from companion.core.text import Text

FAILED = 2
"""Exit status when something could not be done."""
NAME = "companion"
"""To which name a table answers (companion.local) where nobody chose another."""
SETTINGS_MODE, FOLDER_MODE = 0o640, 0o750
"""The broker's password may stand in the settings: they are for the service and root."""


def main(arguments: Sequence[str]) -> int:
    """Carry out one call. Returns the exit status: 0 done, 2 not done."""
    call = _parser().parse_args(arguments)
    os.environ.pop("PYTHONPATH", None)  # it may name the wheel that this runs from; a release runs from its own files
    try:
        if os.geteuid() != 0:
            raise Failed(NOT_ROOT)
        machine, places = Machine(), Places()
        if call.command == "remove":
            remove(machine, places, purge=call.purge)
        elif call.command == "update":
            update(machine, places, call.source)
        else:
            install(machine, places, read_source(call.source) if call.source else own_source(), call.name)
    except Failed as failed:
        say(failed.what)
        return FAILED
    return 0


def _parser() -> argparse.ArgumentParser:
    to = language()
    parser = argparse.ArgumentParser(prog="setup", description=ABOUT.to(to))
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in COMMANDS.items():
        command = commands.add_parser(name, help=words.to(to), description=words.to(to))
        if name == "remove":
            command.add_argument("--purge", action="store_true", help=PURGE.to(to))
        else:
            command.add_argument("source", nargs="?", help=SOURCE.to(to))
        if name == "install":
            command.add_argument("--name", default=NAME, help=NAMED.to(to))
    return parser


def install(machine: Machine, places: Places, source: Source, name: str) -> None:
    """Make a table of this machine, or bring the one that is there up to date.

    Args:
        name: the machine answers to `name`.local.

    Raises:
        Failed: it cannot be done; a table that was there goes on as it was.
    """
    say(PREPARING)
    system.add_packages(machine, source.packages)
    system.add_user(machine, places)
    places.program.mkdir(parents=True, exist_ok=True)
    numpy = system.system_numpy(machine)
    called = system.take_name(machine, places, name)
    _make_folders(places, called, camera="usb://0" if numpy is None else "picamera2://0")
    _renew(machine, places, source, numpy)
    say(INSTALLED.filled(name=called))
    if f"{called}.local" not in places.settings.read_text(encoding="utf-8"):
        say(NOT_CALLED_SO.filled(name=called, settings=places.settings))


def update(machine: Machine, places: Places, words: str | None) -> None:
    """Replace the program by another version; settings and data stay.

    Args:
        words: the new version; None takes what was installed last: a clone as it is now, an address as it is now.

    Raises:
        Failed: there is no table, or the new version is of no use here; the one before goes on.
    """
    if releases.running(places) is None or not places.source.exists():
        raise Failed(NOT_INSTALLED)
    source = read_source(words or places.source.read_text(encoding="utf-8").strip())
    system.add_packages(machine, source.packages)
    system.add_user(machine, places)
    _renew(machine, places, source, system.system_numpy(machine))
    say(UPDATED)


def remove(machine: Machine, places: Places, *, purge: bool) -> None:
    """Take the program away.

    Args:
        purge: settings and data, too.

    Raises:
        Failed: the service does not stop.
    """
    unit, _ = places.installed()["table-companion.service"]
    if machine.has("systemctl") and unit.exists():
        machine.run("systemctl", "disable", "--quiet", *(("--now",) if machine.runs_systemd() else ()), unit.name)
    for path, _ in places.installed().values():
        path.unlink(missing_ok=True)
    if machine.runs_systemd():
        machine.run("systemctl", "daemon-reload")
    system.give_name_back(machine, places)
    shutil.rmtree(places.program, ignore_errors=True)
    if purge:
        shutil.rmtree(places.settings.parent, ignore_errors=True)
        shutil.rmtree(places.data, ignore_errors=True)
    system.remove_user(machine)
    say(REMOVED if purge else KEPT.filled(settings=places.settings.parent, data=places.data))


def _make_folders(places: Places, name: str, camera: str) -> None:
    """Folders of the service's user; settings that are there stay as they are."""
    places.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    places.settings.parent.mkdir(parents=True, exist_ok=True)
    if not places.settings.exists():
        template = (Path(__file__).parent / "files" / "companion.toml").read_text(encoding="utf-8")
        places.settings.write_text(template.format(name=name, camera=camera), encoding="utf-8")
    places.settings.chmod(SETTINGS_MODE)
    places.settings.parent.chmod(FOLDER_MODE)
    for path in (places.settings.parent, places.settings, places.data, *places.data.rglob("*")):
        shutil.chown(path, SERVICE, SERVICE)  # data that an earlier table left may bear its user's old number


def _renew(machine: Machine, places: Places, source: Source, numpy: str | None) -> None:
    """Make, try and use a release. If it is of no use, the one before runs on."""
    before = releases.running(places)
    say(LOADING)
    release = releases.make(machine, places, source, numpy)
    try:
        say(TRYING)
        try_out(machine, places, release)
    except BaseException as error:
        shutil.rmtree(release, ignore_errors=True)
        if isinstance(error, Failed):
            raise Failed(error.what + (STAYS if before else NOTHING)) from None
        raise
    try:
        releases.switch(machine, places, release)
    except Failed as failed:
        if before is None:
            raise Failed(failed.what + STARTS_NOT) from None
        releases.switch(machine, places, before)
        shutil.rmtree(release, ignore_errors=True)
        raise Failed(failed.what + STAYS) from None
    places.source.write_text(source.words + "\n", encoding="utf-8")
    releases.prune(places, (release, before))


ABOUT = Text(
    fr="Fait de cette machine une table, la met à jour ou l'enlève ; docs/appliance.md.",
    en="Makes a table of this machine, updates it or takes it away; docs/appliance.md.",
)
COMMANDS = {
    "install": Text(fr="Installer, ou mettre à jour ce qui l'est.", en="Install, or update what is installed."),
    "update": Text(
        fr="Mettre à jour ; si la nouvelle version ne va pas, l'ancienne reste.",
        en="Update; if the new version is of no use, the old one stays.",
    ),
    "remove": Text(fr="Enlever le programme.", en="Take the program away."),
}
PURGE = Text(fr="enlever aussi les réglages et les parties", en="take settings and matches away, too")
SOURCE = Text(
    fr="un dossier, un fichier .whl ou une adresse git+https://… ; sinon ce dont ceci fait partie, ou le dernier",
    en="a folder, a .whl file or an address git+https://…; otherwise what this is part of, or the last one",
)
NAMED = Text(
    fr="la table répond à ce nom suivi de .local (« companion » par défaut)",
    en="the table answers to this name followed by .local (“companion” by default)",
)
NOT_ROOT = Text(fr="Il faut être root : écrivez « sudo » devant.", en="This needs root: write “sudo” before it.")
PREPARING = Text(fr="Le système : paquets, utilisateur, dossiers …", en="The system: packages, user, folders …")
LOADING = Text(fr="Le programme : quelques minutes sur un Pi …", en="The program: some minutes on a Pi …")
TRYING = Text(fr="L'essai : chargement, réglages, pages …", en="The trial: loading, settings, pages …")
INSTALLED = Text(
    fr="C'est fait : http://{name}.local/. Réglages : docs/appliance.md.",
    en="Done: http://{name}.local/. Settings: docs/appliance.md.",
)
NOT_CALLED_SO = Text(
    fr="Ajoutez « {name}.local » à « names » dans {settings} : sous ce nom, la table refuse encore les téléphones.",
    en="Add “{name}.local” to “names” in {settings}: by this name the table still refuses phones.",
)
UPDATED = Text(fr="La table est à jour.", en="The table is up to date.")
STAYS = Text(fr="\nLa version d'avant reste en place.", en="\nThe version before stays in place.")
NOTHING = Text(fr="\nRien n'est installé.", en="\nNothing is installed.")
STARTS_NOT = Text(
    fr="\nC'est installé et ne démarre pas encore ; « sudo journalctl -u table-companion -e » dit pourquoi. "
    "Cela démarre tout seul dès que la cause a disparu.",
    en="\nIt is installed and does not start yet; “sudo journalctl -u table-companion -e” says why. "
    "It starts by itself as soon as the cause is gone.",
)
NOT_INSTALLED = Text(
    fr="Il n'y a pas encore de table ici ; commencez par « install ».",
    en="There is no table here yet; begin with “install”.",
)
REMOVED = Text(fr="Tout est enlevé.", en="Everything is taken away.")
KEPT = Text(
    fr="Le programme est enlevé ; restent {settings} et {data} (remove --purge les enlève aussi).",
    en="The program is taken away; {settings} and {data} stay (remove --purge takes them, too).",
)
