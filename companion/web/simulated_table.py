"""The page of the simulated table: everybody watches, who sits at the table pushes things about on a picture of it."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from flask import Blueprint, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.web.authority import AT_THE_TABLE, Role, may
from companion.web.forms import number_sent
from companion.web.pictures import jpeg
from companion.web.room import the_room
from companion.web.simulated import Share, SimulatedTable

bp = Blueprint("simulated_table", __name__, url_prefix="/table")


def _table() -> SimulatedTable:
    table = the_room().simulated
    if table is None:
        abort(404)
    return table


def _point() -> Share:
    """Where the page points: `x`, `y` are shares of the picture's width and height."""
    try:
        shares = [float(request.form[name]) for name in ("x", "y")]
    except ValueError:
        abort(400)
    if not all(map(isfinite, shares)):
        abort(400)
    x, y = (min(1.0, max(0.0, share)) for share in shares)  # a finger may leave the picture while it drags
    return x, y


def _done(act: Callable[[], None]) -> ResponseReturnValue:
    """Carry out what is done to a thing; another page may have taken it away."""
    try:
        act()
    except KeyError:
        abort(409)
    return "", 204


@bp.get("")
@may(Role.SPECTATOR)
def page() -> str:
    """The page on which people push things about; whoever holds no seat may take a free one there."""
    room = the_room()
    return render_template(
        "simulated_table.html", paused=_table().paused, names=room.session.names, taken=room.phones.taken
    )


@bp.get("/picture.jpg")
@may(Role.SPECTATOR)
def picture() -> Response:
    """What the camera over the table sees now."""
    return jpeg(_table().picture_jpeg())


@bp.post("/throw")
@may(*AT_THE_TABLE)
def throw() -> ResponseReturnValue:
    """Throw all dice of the table anew."""
    return _done(_table().throw_dice)


@bp.post("/pick")
@may(*AT_THE_TABLE)
def pick() -> Response:
    """What lies at a point: its number, and what can be done with it."""
    touched = _table().touch(_point())
    return jsonify(ident=touched.ident, turns=touched.turns, leans=touched.leans)


@bp.post("/move/<int:ident>")
@may(*AT_THE_TABLE)
def move(ident: int) -> ResponseReturnValue:
    """Push a thing to a point, with a hand over it until `end` is sent."""
    table, point = _table(), _point()
    return _done(lambda: table.drag(ident, point, ends=bool(request.form.get("end"))))


@bp.post("/turn/<int:ident>")
@may(*AT_THE_TABLE)
def turn(ident: int) -> ResponseReturnValue:
    """Turn a thing over, or a die to its next value."""
    table = _table()
    return _done(lambda: table.turn_over(ident))


@bp.post("/cock/<int:ident>")
@may(*AT_THE_TABLE)
def cock(ident: int) -> ResponseReturnValue:
    """Let a die lean, as against a card's edge, so that no face lies on top."""
    table = _table()
    return _done(lambda: table.lean(ident))


@bp.post("/take-over")
@may(*AT_THE_TABLE)
def take_over() -> ResponseReturnValue:
    """Stop the script (`on` = 1), or let it go on (0)."""
    table = _table()
    if table.paused is None:
        abort(404)
    table.paused = number_sent("on") == 1
    return render_template("take_over.html", paused=table.paused)
