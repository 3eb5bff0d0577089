"""`companion matches`: what there is to take up."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from companion import wiring
from companion.core.clock import SystemClock
from companion.core.errors import Unreadable
from companion.core.files import expanded
from companion.core.text import Text
from companion.settings import language, load_settings
from companion.table.journal import Journal
from companion.table.matches import MatchSummary, list_matches
from companion.table.restoring import waiting


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--data", type=click.Path(path_type=Path), default=None, help="Folder of the journal.")
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), default=None, help="A TOML file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def matches(data: Path | None, settings_file: Path | None, as_json: bool) -> int:
    """List the matches of this machine's journal, oldest first; serve --resume N takes one up.

    \b
    Example:
      companion matches
      companion matches --json
    """
    folder = expanded(data or load_settings(settings_file).data)
    if folder.exists() and not folder.is_dir():  # a folder that is not there is made by the first start
        raise Unreadable("matches.no-folder", NO_FOLDER.filled(folder=folder))
    path = folder / wiring.JOURNAL
    found: tuple[MatchSummary, ...] = ()
    if waiting(path).exists():
        with closing(Journal(path, SystemClock(), read=True)) as journal:
            found = list_matches(journal)
    if as_json:
        print(json.dumps([_plain(each) for each in found], ensure_ascii=False, indent=1))
        return 0
    to = language()
    for each in found:
        words = (OVER if each.over else OPEN if each.played else EMPTY).filled(count=each.actions).to(to)
        begun = f"{datetime.fromtimestamp(each.begun_s):%Y-%m-%d %H:%M}"
        print(f"{each.number:4}  {begun}  {each.title.to(to):18} {words:28} {', '.join(each.names)}")
    if not found:
        print(NONE.filled(folder=path.parent).to(to))
    return 0


def _plain(each: MatchSummary) -> dict[str, Any]:
    return {
        "number": each.number,
        "game": each.game,
        "title": {"fr": each.title.fr, "en": each.title.en},
        "names": list(each.names),
        "begun": datetime.fromtimestamp(each.begun_s).astimezone().isoformat(timespec="seconds"),
        "begun_s": each.begun_s,
        "actions": each.actions,
        "played": each.played,
        "over": each.over,
    }


OVER = Text(fr="{count} actions, finie", en="{count} actions, over")
OPEN = Text(fr="{count} actions, en cours", en="{count} actions, not over")
EMPTY = Text(fr="rien de joué", en="nothing played")
NO_FOLDER = Text(
    fr="{folder} n'est pas un dossier ; vérifiez --data, ou « data » dans les réglages.",
    en="{folder} is no folder; check --data, or “data” in the settings.",
)
NONE = Text(fr="Aucune partie dans {folder}.", en="No match in {folder}.")
