"""The café's page: all tables that a broker knows of, and what is going on at each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from flask import Blueprint, Flask, Response, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.club.tables import Tables
from companion.core.clock import SystemClock
from companion.core.errors import Illegal
from companion.web import club_scores
from companion.web.at_the_table import HostCode
from companion.web.authority import Present, Role, may
from companion.web.club_scores import KEY as SCORING
from companion.web.club_scores import Scoring
from companion.web.cookie import phone_here, remember
from companion.web.door import guard
from companion.web.host_texts import WRONG_CODE
from companion.web.live import mark, stream
from companion.web.pace import Pace
from companion.web.phones import Phone, new_token, phone_of
from companion.web.safety import keep_safe
from companion.web.words import give_words

KEY = "club"
bp = Blueprint("club", __name__)


@dataclass
class Club:
    """Attributes:
    start: as in `companion.web.room.Room`.
    code: by which a phone becomes host; the terminal alone shows it.
    host: the host's phone, or None. It is forgotten when the program ends, which then makes a new code.
    """

    tables: Tables
    start: str
    code: HostCode
    host: Phone | None = None


def create_club(tables: Tables, scoring: Scoring | None = None) -> Flask:
    """The pages of a café.

    Args:
        tables: what they show; open.
        scoring: for the standings and the tournaments; None: there are no such pages.
    """
    app = Flask(__name__)
    app.extensions[KEY] = Club(tables, token_hex(4), HostCode())
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(zip=zip)
    app.jinja_env.globals.update(age_s=tables.age_s)
    give_words(app, "club.screen")
    keep_safe(app, KEY)
    app.register_blueprint(bp)
    app.jinja_env.globals.update(scored=scoring is not None)
    if scoring is not None:
        app.extensions[SCORING] = scoring
        app.register_blueprint(club_scores.bp)
    guard(app, _present, Pace(SystemClock()))
    return app


def club_code(app: Flask) -> str | None:
    """The one-time code by which a phone becomes host of a café's page; None once it was used."""
    club: Club = app.extensions[KEY]
    return club.code.shown


def the_club() -> Club:
    """The club of the app that answers the present request."""
    club: Club = current_app.extensions[KEY]
    return club


@bp.get("/")
@may(Role.SPECTATOR)
def screen() -> str:
    """The café's page."""
    club = the_club()
    known = mark(club.start, club.tables.revision)
    return render_template("club.html", tables=club.tables.all, trouble=club.tables.trouble, known=known)


@bp.get("/now")
@may(Role.SPECTATOR)
def now() -> str:
    """The part that changes."""
    return render_template("club_now.html", tables=the_club().tables.all, trouble=the_club().tables.trouble)


@bp.get("/events")
@may(Role.SPECTATOR)
def events() -> Response:
    """The tables' stream of "changed" events."""
    club = the_club()
    return stream(club.tables, club.start)


@bp.get("/host")
@may(Role.SPECTATOR)
def host() -> str:
    """Where a phone becomes the café's host."""
    return render_template("club_host.html", said=request.args.get("code", ""))


@bp.post("/host")
@may(Role.SPECTATOR)
def claim() -> AnyResponse:
    """Become host with the code that the terminal shows. Raises `Illegal` for a wrong one."""
    club = the_club()
    if not club.code.use(request.form["code"]):
        raise Illegal("club.wrong-code", WRONG_CODE)
    token = new_token()
    club.host = phone_of(token)
    remember(token)
    return redirect(url_for("club.screen"), 303)


@bp.post("/forget/<table>")
@may(Role.HOST)
def forget(table: str) -> AnyResponse:
    """Take a table that has closed off the page, and off the broker."""
    the_club().tables.forget(table)
    return redirect(url_for("club.screen"), 303)


def _present(values: Mapping[str, Any]) -> Present:
    phone = phone_here()
    is_host = bool(phone) and phone == the_club().host
    return Present(frozenset({Role.SPECTATOR, *({Role.HOST} if is_host else ())}), frozenset())
