"""`companion doctor`: what of this table works, and what to do about the rest."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import click

from companion import wiring
from companion.club.brokers import open_link
from companion.core.clock import SystemClock
from companion.core.files import OWNER_ONLY, expanded, write_whole
from companion.core.text import Text
from companion.doctor.bundle import bundled
from companion.doctor.examination import examine
from companion.doctor.finding import Finding
from companion.doctor.picture import taken_by
from companion.doctor.subject import Subject
from companion.settings import language, load_settings
from companion.table.backup_file import not_written

UNUSABLE = 2
MARKS = {True: "[ok]", False: "[!!]", None: "[ ?]"}
"""What begins the line of a finding."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--data", type=click.Path(path_type=Path), default=None, help="Folder of the journal.")
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), default=None, help="A TOML file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
@click.option("--bundle", type=click.Path(path_type=Path), default=None, help="Also write a zip to ask for help with.")
def doctor(data: Path | None, settings_file: Path | None, as_json: bool, bundle: Path | None) -> int:
    """Examine the camera, the mat, buttons and lights, the broker, the network, the disk, the journal and the machine:
    one line each, with what to do. [ok] is well, [!!] is not, [ ?] cannot be told here. Leaves with 2 if one is not.

    The bundle holds the findings, the versions, the settings, the last lines of the log and how many entries the
    journal has: no passwords, no names of players, no pictures.

    \b
    Example:
      companion doctor
      companion doctor --json
      companion doctor --bundle help.zip
    """
    settings, clock = load_settings(settings_file), SystemClock()
    subject = Subject(
        settings,
        expanded(data or settings.data) / wiring.JOURNAL,
        clock,
        lambda: taken_by(lambda: wiring.open_camera(settings.camera, clock)),
        lambda: wiring.open_device(settings.hardware, settings.pins, clock),
        partial(open_link, authority=settings.broker_ca),
    )
    found = examine(subject)
    if bundle is not None:
        path = expanded(bundle)
        try:
            write_whole(path, bundled(subject, found), mode=OWNER_ONLY)
        except OSError as error:
            raise not_written(path, error) from None
    if as_json:
        click.echo(json.dumps([plain(each) for each in found], ensure_ascii=False, indent=1))
    else:
        for each in found:
            click.echo(f"{MARKS[each.ok]} {each.say.to(language())}")
        if bundle is not None:
            click.echo(BUNDLED.filled(path=bundle).to(language()))
    return UNUSABLE if any(each.ok is False for each in found) else 0


def plain(finding: Finding) -> dict[str, Any]:
    """A finding as JSON data."""
    return {"check": finding.check, "ok": finding.ok, "say": {"fr": finding.say.fr, "en": finding.say.en}}


BUNDLED = Text(
    fr="Tout cela est aussi dans {path}, sans mot de passe, sans nom et sans image.",
    en="All of this is in {path}, too, without passwords, names or pictures.",
)
