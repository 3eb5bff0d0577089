"""The partner on the pages: giving it a seat, telling it that its turn is carried out, and its analysis on request."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.capabilities import offers
from companion.core.capabilities.partner import PlaysSeats
from companion.table.analysis import Analyst
from companion.web.authority import AT_THE_TABLE, Act, Role, may
from companion.web.cookie import source_here
from companion.web.forms import done, number_sent
from companion.web.live import mark
from companion.web.mend import home
from companion.web.room import the_room

bp = Blueprint("partner", __name__)


@bp.post("/partner/give")
@may(*AT_THE_TABLE, act=Act.PARTNER)
def give() -> Response:
    """Give a seat to the partner: `seat`, `strength`, `seconds` (empty: as long as the strength wants)."""
    seconds = request.form["seconds"].strip()
    time_s = float(number_sent("seconds")) if seconds else None
    the_room().session.give_seat(number_sent("seat"), request.form["strength"], time_s, source_here())
    return done(home())


@bp.post("/partner/take/<int:seat>")
@may(*AT_THE_TABLE, act=Act.PARTNER)
def take(seat: int) -> Response:
    """Let people play a seat again that the partner has."""
    the_room().session.take_seat_back(seat, source_here())
    return done(home())


@bp.post("/partner/done")
@may(*AT_THE_TABLE, act=Act.ANSWER)
def carried_out() -> Response:
    """People have done what the partner asked for, if it is still the turn that they saw."""
    session = the_room().session
    if number_sent("length") != len(session.match.actions):
        abort(409)
    session.carry_out(source_here())
    return done(home())


@bp.get("/analysis")
@may(Role.SPECTATOR)
def analysis() -> str:
    """The page on which a match is analysed."""
    room = the_room()
    return render_template(
        "analysis.html", analysis=_analyst().latest, page=room.session.page(None), home=home(),
        known=mark(room.start, room.session.revision),
    )  # fmt: skip


@bp.get("/analysis/now")
@may(Role.SPECTATOR)
def analysis_now() -> str:
    """The part of the analysis that grows."""
    return render_template("analysis_now.html", analysis=_analyst().latest, page=the_room().session.page(None))


@bp.post("/analysis")
@may(*AT_THE_TABLE)
def analyse() -> Response:
    """Begin to analyse the match as it stands now."""
    _analyst().ask()
    if request.headers.get("HX-Request"):
        return done(home())
    return redirect(url_for("partner.analysis"), 303)


def _analyst() -> Analyst:
    room = the_room()
    if offers(room.session.game, PlaysSeats) is None:
        abort(404)
    return room.analyst
