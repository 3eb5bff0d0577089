"""Players' statistics over evenings: a page, a table for spreadsheets, and erasing them."""

from __future__ import annotations

import csv
from io import StringIO

from flask import Blueprint, Response, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import catalog
from companion.core.text import Text
from companion.table.statistics import PlayerFigures
from companion.web.authority import Role, may
from companion.web.forms import led_to
from companion.web.looking_back import CAFE, look_back
from companion.web.scenes import HERE
from companion.web.words import say

FORMULA = tuple("=+-@＝＋－＠\t\r")
"""Beginnings that a spreadsheet takes for a formula; such words get an apostrophe before them."""
HEADER = (
    Text(fr="joueur", en="player"),
    Text(fr="jeu", en="game"),
    Text(fr="parties", en="matches"),
    Text(fr="victoires", en="wins"),
    Text(fr="record", en="record"),
    Text(fr="valeur", en="value"),
)
BOM = "\ufeff"
"""Before the table: without it spreadsheets of other systems read UTF-8 wrongly."""

bp = Blueprint("statistics", __name__)


@bp.get("/statistics")
@may(Role.SPECTATOR, cafe=CAFE)
def page() -> str:
    """Everybody's statistics."""
    looking_back = look_back()
    return render_template(
        "statistics.html",
        players=looking_back.statistics.players(),
        any_finished=bool(looking_back.past.finished()),
        title_of=title_of,
        here=HERE,
    )


@bp.get("/statistics.csv")
@may(Role.SPECTATOR, cafe=CAFE)
def table() -> Response:
    """The same for spreadsheets: one row for each player and game, and one more for each further figure of it."""
    file = StringIO()
    rows = csv.writer(file, lineterminator="\r\n")
    rows.writerow(map(say, HEADER))
    for player in look_back().statistics.players():
        for row in _rows(player):
            rows.writerow([guarded(str(each)) for each in row])
    return Response(
        BOM + file.getvalue(),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": 'attachment; filename="statistics.csv"'},
    )


@bp.post("/statistics/erase")
@may(Role.HOST)
def erase() -> AnyResponse:
    """Begin the statistics anew, and erase the films, which show and name people too; the matches stay."""
    looking_back = look_back()
    looking_back.statistics.erase()
    if looking_back.films is not None:
        looking_back.films.erase()
    return led_to(url_for("statistics.page"))


def guarded(words: str) -> str:
    """The words of a cell, such that no spreadsheet calculates with them."""
    return f"'{words}" if words.startswith(FORMULA) else words


def title_of(key: str) -> Text:
    """What the game called `key` is called by people."""
    return catalog.game(key).title


def _rows(player: PlayerFigures) -> list[tuple[str, str, int, int, str, str]]:
    found = []
    for key, count in player.games.items():
        figures = [best for (game, _), best in player.best.items() if game == key]
        told = [(say(each.title), each.words) for each in figures] or [("", "")]
        found += [(player.name, say(title_of(key)), count.games, count.wins, *each) for each in told]
    return found
