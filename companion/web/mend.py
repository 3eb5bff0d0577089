"""Putting things right: answers to questions, the last action taken back and put back. Corrections: `correcting.py`."""

from __future__ import annotations

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from companion.web.authority import AT_THE_TABLE, Act, may
from companion.web.cookie import seat_here, source_here
from companion.web.forms import done, number_sent
from companion.web.room import the_room

bp = Blueprint("mend", __name__)


def home() -> str:
    """Where this phone belongs: its own seat's page, or the shared screen."""
    seat = seat_here()
    return url_for("watch.screen") if seat is None else url_for("seat.page", seat=seat)


@bp.post("/answer/<int:ident>")
@may(*AT_THE_TABLE, act=Act.ANSWER)
def answer(ident: int) -> Response:
    """Settle an open question with one of its choices."""
    the_room().session.answer(ident, number_sent("choice"), source_here())
    return done(home())


@bp.post("/undo")
@may(*AT_THE_TABLE, act=Act.UNDO)
def undo() -> Response:
    """Take the last action back, if it is still the one that the person saw."""
    the_room().session.undo(source_here(), number_sent("length"))
    return done(home())


@bp.post("/put-back")
@may(*AT_THE_TABLE, act=Act.UNDO)
def put_back() -> Response:
    """Take the last undo or correction back, if it is still the one that the person saw."""
    the_room().session.put_back(source_here(), number_sent("count"))
    return done(home())
