"""A café's standings over tables and evenings, and its tournaments: pages, and tables for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from io import StringIO
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import catalog
from companion.club.keeper import Keeper
from companion.club.points import RULES, TIES, PlayedMatch, Standing, standings
from companion.club.tournament import MOST_TABLE, PAIR, Kind, Sheet, checked, drawn, sheet_of
from companion.core.errors import Unreadable
from companion.core.names import checked_name, checked_names
from companion.core.text import Text
from companion.settings import PointsRule
from companion.web.authority import Role, may
from companion.web.forms import whole_number
from companion.web.live import mark
from companion.web.statistics import BOM, guarded
from companion.web.words import number, say

if TYPE_CHECKING:
    from companion.club.score_book import ScoreBook

KEY = "companion.club-scores"
"""Under this name an app keeps its `Scoring`."""
KINDS: dict[Kind, Text] = {
    "standings": Text(
        fr="Les voisins du classement se rencontrent (système suisse)",
        en="Neighbours in the standings meet (Swiss system)",
    ),
    "everyone": Text(fr="Chacun rencontre chacun, à deux par table", en="Everyone meets everyone, two at a table"),
}
"""How rounds may be drawn, in words."""
OF_STANDINGS = (
    Text(fr="place", en="place"),
    Text(fr="nom", en="name"),
    Text(fr="points", en="points"),
    Text(fr="parties", en="matches"),
    Text(fr="gagnées", en="won"),
)
OF_ROUNDS = (
    Text(fr="ronde", en="round"),
    Text(fr="table", en="table"),
    Text(fr="nom", en="name"),
    Text(fr="score", en="score"),
    Text(fr="points", en="points"),
)
bp = Blueprint("scores", __name__)


@dataclass(frozen=True)
class Scoring:
    """The café's book, whoever writes into it, and the rule by which matches give points."""

    book: ScoreBook
    keeper: Keeper
    rule: PointsRule

    def close(self) -> None:
        """Write down what waits, and close the book."""
        self.keeper.close()
        self.book.close()


def the_scoring() -> Scoring:
    """That of the app that answers."""
    found: Scoring = current_app.extensions[KEY]
    return found


@bp.get("/standings")
@may(Role.SPECTATOR)
def page() -> str:
    """Everybody's place, over all tables: of one evening or of all, of one game or of all."""
    known, matches = _known(), the_scoring().book.matches()
    evening, game = _evening(), request.args.get("game", "")
    return render_template(
        "club_standings.html",
        standings=_standings(matches, evening, game),
        evenings=sorted({each.evening for each in matches}, reverse=True),
        games={each.game: each.title for each in matches},
        evening=evening, game=game, rule=RULES[the_scoring().rule].words, ties=TIES,
        trouble=the_scoring().keeper.trouble, known=known,
    )  # fmt: skip


@bp.get("/standings.csv")
@may(Role.SPECTATOR)
def table() -> Response:
    """The same for spreadsheets."""
    found = _standings(the_scoring().book.matches(), _evening(), request.args.get("game", ""))
    return _spreadsheet("standings", [tuple(map(say, OF_STANDINGS)), *_rows(found)])


@bp.get("/tournaments")
@may(Role.SPECTATOR)
def tournaments() -> str:
    """All tournaments, and for the host what begins another."""
    games = {key: catalog.game(key).title for key in catalog.game_keys()}
    return render_template(
        "club_tournaments.html", tournaments=the_scoring().book.tournaments(), games=games, kinds=KINDS,
        sizes=range(PAIR, MOST_TABLE + 1),
    )  # fmt: skip


@bp.post("/tournaments")
@may(Role.HOST)
def begin() -> AnyResponse:
    """Begin a tournament. Raises `Refusal` for one that cannot be drawn."""
    form = request.form
    name = checked_name(form["name"])
    entrants = checked_names([each for each in form["entrants"].replace(",", "\n").splitlines() if each.strip()])
    kind, game = form["kind"], form["game"]
    size = whole_number(form["size"])
    if kind not in KINDS or game not in catalog.game_keys() or size is None:
        raise Unreadable("tournament.form", NO_FORM)
    of_kind: Kind = "everyone" if kind == "everyone" else "standings"
    checked(of_kind, size, entrants, catalog.game(game).seats)
    begun = the_scoring().book.begin(name, game, size, of_kind, entrants)
    return redirect(url_for("scores.sheet", tournament=begun.number), 303)


@bp.get("/tournaments/<int:tournament>")
@may(Role.SPECTATOR)
def sheet(tournament: int) -> str:
    """A tournament's sheet: standings, and the rounds with what was played, the last first."""
    known, found = _known(), _sheet(tournament)
    return render_template(
        "club_tournament.html", sheet=found, kind=KINDS[found.tournament.kind],
        title=catalog.game(found.tournament.game).title, rule=RULES[the_scoring().rule].words, ties=TIES,
        trouble=the_scoring().keeper.trouble, known=known,
    )  # fmt: skip


@bp.get("/tournaments/<int:tournament>.csv")
@may(Role.SPECTATOR)
def sheet_table(tournament: int) -> Response:
    """The same for spreadsheets: the standings, an empty row, and the rounds."""
    found = _sheet(tournament)
    rows = [tuple(map(say, OF_STANDINGS)), *_rows(found.standings), (), tuple(map(say, OF_ROUNDS))]
    for round_number, tables in enumerate(found.rounds, 1):
        for table_number, played in enumerate(tables, 1):
            scores = _scores(played.match)
            for name, points in zip(played.names, played.points, strict=True):
                score = scores.get(name, "")
                given = "" if points is None else number(points)
                rows.append((str(round_number), str(table_number), name, score, given))
    return _spreadsheet(f"tournament-{tournament}", rows)


@bp.post("/tournaments/<int:tournament>/round")
@may(Role.HOST)
def draw(tournament: int) -> AnyResponse:
    """Draw the next round, unless it was drawn meanwhile. Raises `Illegal` where all are drawn."""
    found = _sheet(tournament)
    if request.form.get("rounds", "") == str(len(found.rounds)):  # two taps draw one round
        the_scoring().book.draw(found.tournament, drawn(found))
    return redirect(url_for("scores.sheet", tournament=tournament), 303)


@bp.post("/tournaments/<int:tournament>/erase")
@may(Role.HOST)
def erase(tournament: int) -> AnyResponse:
    """Take a tournament away; its matches stay in the standings."""
    the_scoring().book.erase(tournament)
    return redirect(url_for("scores.tournaments"), 303)


def _known() -> str:
    """What this page shows, for its stream: asked for before the book is read."""
    from companion.web.club import the_club

    return mark(the_club().start, the_club().tables.revision)


def _sheet(tournament: int) -> Sheet:
    book = the_scoring().book
    found = next((each for each in book.tournaments() if each.number == tournament), None)
    if found is None or found.game not in catalog.game_keys():
        abort(404)
    return sheet_of(found, book.matches(), the_scoring().rule)


def _evening() -> date | None:
    try:
        return date.fromisoformat(request.args.get("evening", ""))
    except ValueError:
        return None


def _standings(matches: Iterable[PlayedMatch], evening: date | None, game: str) -> tuple[Standing, ...]:
    chosen = [each for each in matches if evening in (None, each.evening) and game in ("", each.game)]
    return standings(chosen, the_scoring().rule)


def _rows(found: Iterable[Standing]) -> list[tuple[str, ...]]:
    return [(str(each.place), each.name, number(each.points), str(each.matches), str(each.wins)) for each in found]


def _scores(match: PlayedMatch | None) -> dict[str, str]:
    return {} if match is None else dict(zip(match.names, map(number, match.scores), strict=True))


def _spreadsheet(name: str, rows: Iterable[tuple[str, ...]]) -> Response:
    file = StringIO()
    csv.writer(file, lineterminator="\r\n").writerows([guarded(each) for each in row] for row in rows)
    return Response(
        BOM + file.getvalue(),
        content_type="text/csv; charset=utf-8; header=present",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


NO_FORM = Text(
    fr="Ce tournoi ne se comprend pas ; choisissez un jeu, un tirage et un nombre de places dans les listes.",
    en="This tournament makes no sense; choose a game, a draw and a number of seats from the lists.",
)
