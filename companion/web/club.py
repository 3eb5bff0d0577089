"""The café's page: all tables that a broker knows of, and what is going on at each."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex

from flask import Blueprint, Flask, Response, current_app, redirect, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.club.tables import Tables
from companion.web.live import mark, stream
from companion.web.safety import keep_safe
from companion.web.words import give_words

KEY = "club"
bp = Blueprint("club", __name__)


@dataclass(frozen=True)
class Club:
    """Attributes:
    start: as in `companion.web.room.Room`.
    """

    tables: Tables
    start: str


def create_club(tables: Tables) -> Flask:
    """The page of a café. tables: what it shows; open."""
    app = Flask(__name__)
    app.extensions[KEY] = Club(tables, token_hex(4))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(zip=zip)
    give_words(app, "club.screen")
    keep_safe(app)
    app.register_blueprint(bp)
    return app


def the_club() -> Club:
    """The club of the app that answers the present request."""
    club: Club = current_app.extensions[KEY]
    return club


@bp.get("/")
def screen() -> str:
    """The café's page."""
    club = the_club()
    known = mark(club.start, club.tables.revision)
    return render_template("club.html", tables=club.tables.all, trouble=club.tables.trouble, known=known)


@bp.get("/now")
def now() -> str:
    """The part that changes."""
    return render_template("club_now.html", tables=the_club().tables.all, trouble=the_club().tables.trouble)


@bp.get("/events")
def events() -> Response:
    """The tables' stream of "changed" events."""
    club = the_club()
    return stream(club.tables, club.start)


@bp.post("/forget/<table>")
def forget(table: str) -> AnyResponse:
    """Take a table that has closed off the page, and off the broker."""
    the_club().tables.forget(table)
    return redirect(url_for("club.screen"), 303)
