"""The simulated table under mouse and finger. It never talks to the session: the eyes must see for themselves."""

from __future__ import annotations

from math import isfinite

import cv2
from flask import Blueprint, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.camera.rendered.bodies import Die, PointMm
from companion.web.forms import number_sent
from companion.web.pictures import jpeg
from companion.web.room import the_room
from companion.web.simulated import HAND, SimulatedTable

DICE = 3
"""Thrown at once, as the boxes hold them."""
DIE_FACES = 12
LEAN_DEG = 15.0
"""Of a cocked die: as one that rests on a card's edge."""
JPEG_QUALITY = 80
"""Looks clean on a phone at about 60 kB a picture."""

bp = Blueprint("table", __name__, url_prefix="/table")


def _table() -> SimulatedTable:
    table = the_room().simulated
    if table is None:
        abort(404)
    return table


def _point_mm(table: SimulatedTable) -> PointMm:
    """Where on the table the page points: `x`, `y` are shares of the picture's width and height, 0 to 1."""
    width_px, height_px = table.source.full_size_xy
    try:
        shares = [float(request.form[name]) for name in ("x", "y")]
    except ValueError:
        abort(400)
    if not all(map(isfinite, shares)):
        abort(400)
    x, y = (min(1.0, max(0.0, share)) for share in shares)  # a finger may leave the picture while it drags
    return table.source.table_point_mm((x * width_px, y * height_px))


@bp.get("")
def page() -> str:
    return render_template("table.html", people=_table().people)


@bp.get("/picture.jpg")
def picture() -> Response:
    """What the camera over the table sees now."""
    _, encoded = cv2.imencode(".jpg", _table().source.small().pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return jpeg(encoded.tobytes())


@bp.post("/throw")
def throw() -> ResponseReturnValue:
    table = _table()
    table.world.throw_dice(table.random, DICE)
    return "", 204


@bp.post("/pick")
def pick() -> Response:
    """What lies at a point: its number, and what can be done with it."""
    table = _table()
    ident = table.world.pick(_point_mm(table))
    if ident is None:
        return jsonify(ident=None, turns=False, leans=False)
    body = table.body(ident)
    if isinstance(body, Die):
        return jsonify(ident=ident, turns=True, leans=True)
    return jsonify(ident=ident, turns=table.other_face(body.thing) is not None, leans=False)


@bp.post("/move/<int:ident>")
def move(ident: int) -> ResponseReturnValue:
    """Push a thing to a point, with a hand over it until `end` is sent."""
    table = _table()
    point = _point_mm(table)
    try:
        table.world.move(ident, point)
    except KeyError:
        abort(409)
    if request.form.get("end"):
        table.world.remove_hand(HAND)
    else:
        table.world.put_hand(HAND, "south", point)
    return "", 204


@bp.post("/turn/<int:ident>")
def turn(ident: int) -> ResponseReturnValue:
    """Turn a thing over, or a die to its next value."""
    table = _table()
    try:
        body = table.body(ident)
        if isinstance(body, Die):
            table.world.turn_over(ident, str((body.value or 0) % DIE_FACES + 1))
        elif (face := table.other_face(body.thing)) is not None:
            table.world.turn_over(ident, face)
    except KeyError:
        abort(409)
    return "", 204


@bp.post("/cock/<int:ident>")
def cock(ident: int) -> ResponseReturnValue:
    """Let a die lean, as against a card's edge, so that no face lies on top."""
    table = _table()
    try:
        body = table.body(ident)
        if isinstance(body, Die):
            table.world.remove(ident)
            x_mm, y_mm, _ = body.middle_xyz_mm
            table.world.place_die(body.value or 1, (x_mm, y_mm), lean_deg=LEAN_DEG, style=body.style)
    except KeyError:
        abort(409)
    return "", 204


@bp.post("/take-over")
def take_over() -> ResponseReturnValue:
    """Stop the script (`on` = 1), or let it go on (0)."""
    people = _table().people
    if people is None:
        abort(404)
    people.paused = number_sent("on") == 1
    return render_template("take_over.html", people=people)
