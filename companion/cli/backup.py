"""`companion backup` and `companion restore`: a table's matches, phones and settings as one file."""

from __future__ import annotations

import tomllib
from datetime import datetime
from pathlib import Path

import click
from pydantic import ValidationError

from companion.core.clock import SystemClock
from companion.core.errors import Unreadable
from companion.core.files import OWNER_ONLY, expanded, write_whole
from companion.core.text import Text
from companion.settings import Settings, language, load_settings, place_of_settings
from companion.table.backing_up import back_up
from companion.table.backup_file import SETTINGS_PART, not_written
from companion.table.restoring import restore as put_back

MEGABYTE = 1000 * 1000


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), default=None, help="Folder of the journal.")
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), default=None, help="A TOML file.")
def backup(file: Path, data: Path | None, settings_file: Path | None) -> int:
    """Write the matches, the phones' seats and the settings to one FILE, also while a match runs. It is read again
    before it gets its name; an earlier backup of that name is replaced.

    It holds what only one player may see, and passwords of the settings: keep it to yourself.

    \b
    Example:
      companion backup /media/usb/table.zip
    """
    folder = expanded(data or load_settings(settings_file).data)
    target = expanded(file)
    made = back_up(folder, place_of_settings(settings_file), target, SystemClock().wall_s())
    size = round(target.stat().st_size / MEGABYTE, 1)
    click.echo(MADE.filled(path=target, count=len(made.parts), size=size).to(language()))
    return 0


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), default=None, help="Folder of the journal.")
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), default=None, help="A TOML file.")
def restore(file: Path, data: Path | None, settings_file: Path | None) -> int:
    """Put the backup FILE in the place of what the data folder holds, which is kept in before-restore-DATE beside it.
    Stop the table first.

    Settings come back too, if they name this data folder; otherwise they stay in it as settings.toml.

    \b
    Example:
      companion restore /media/usb/table.zip
      companion restore table.zip --data ~/elsewhere
    """
    place = place_of_settings(settings_file)
    folder = expanded(data or load_settings(settings_file).data)
    done = put_back(expanded(file), folder, SystemClock().wall_s())
    to, made = language(), f"{datetime.fromtimestamp(done.manifest.made_s):%Y-%m-%d %H:%M}"
    click.echo(RESTORED.filled(folder=folder, made=made).to(to))
    if done.kept is not None:
        click.echo(KEPT.filled(kept=done.kept).to(to))
    if (folder / SETTINGS_PART).is_file():
        click.echo(_settings(folder / SETTINGS_PART, folder, place, done.kept).to(to))
    return 0


def _settings(found: Path, folder: Path, place: Path | None, kept: Path | None) -> Text:
    """Put the backup's settings where settings are read from, if they are of this folder. Returns what was done."""
    try:
        written = found.read_bytes()
        meant = Settings.model_validate(tomllib.loads(written.decode()))
        if place is None or meant.data.resolve() != folder.resolve():
            return SETTINGS_LEFT.filled(path=found)
        if place.is_file() and place.read_bytes() != written:
            aside = (kept or folder) / "settings-before.toml"
            write_whole(aside, place.read_bytes(), mode=OWNER_ONLY)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, written, mode=OWNER_ONLY)
        found.unlink()
    except (ValueError, ValidationError, Unreadable):
        return SETTINGS_LEFT.filled(path=found)
    except OSError as error:
        raise not_written(place or found, error) from None
    return SETTINGS_BACK.filled(path=place)


MADE = Text(
    fr="Sauvegardé et relu : {path}, {count} fichiers, {size} Mo ; gardez-le pour vous, il contient des secrets.",
    en="Backed up and read again: {path}, {count} files, {size} MB; keep it to yourself, it holds secrets.",
)
RESTORED = Text(
    fr="La sauvegarde du {made} est en place dans {folder}.", en="The backup of {made} is in place in {folder}."
)
KEPT = Text(fr="Ce qui y était est gardé dans {kept}.", en="What was there is kept in {kept}.")
SETTINGS_BACK = Text(fr="Les réglages sont revenus dans {path}.", en="The settings are back in {path}.")
SETTINGS_LEFT = Text(
    fr="Ses réglages nomment un autre dossier, ou ne se lisent pas ici ; ils restent dans {path}.",
    en="Its settings name another data folder, or cannot be read here; they stay in {path}.",
)
