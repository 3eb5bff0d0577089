"""The wall screen: what everybody at the table reads from where they sit, without a touch and without scrolling."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for

from companion.table.evening_figures import FiguresOfEvening
from companion.web.authority import Role, may
from companion.web.invitation import join_address, qr_code
from companion.web.live import mark
from companion.web.room import the_room

bp = Blueprint("wall", __name__)


@bp.get("/wall")
@may(Role.SPECTATOR)
def page() -> str:
    """The wall screen's page. It shows what everybody may see; its buttons are those of whoever opens it."""
    room = the_room()
    shown, address = room.session.page(None), join_address(url_for("seat.join"))
    known = mark(room.start, shown.revision)
    return render_template("wall.html", page=shown, known=known, address=address, qr=qr_code(address))


@bp.get("/wall/now")
@may(Role.SPECTATOR)
def now() -> str:
    """The part of the wall screen that changes."""
    return render_template("wall_now.html", page=the_room().session.page(None))


def evening_figures() -> FiguresOfEvening | None:
    """What the evening has been so far, for templates; None where the match is no part of one."""
    room = the_room()
    return None if room.evening is None else room.evening.figures(room.session)
