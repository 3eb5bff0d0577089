"""Who is in the lobby: joining, leaving, the order of the seats, and who is host."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from companion.core.errors import Illegal
from companion.table import lobby as step
from companion.web.authority import Role, may
from companion.web.forms import done, led_to, number_sent
from companion.web.host_texts import HOST_IS, WRONG_CODE
from companion.web.lobby.room import known_phone, person_here, the_lobby

NAME_MOST = 200
"""Letters of a name that are looked at; the sentence says when it is too long."""

bp = Blueprint("people", __name__)


@bp.post("/lobby/join")
@may(Role.SPECTATOR)
def join() -> Response:
    """Take the name `name` on this phone; at home the first one is host."""
    room, name = the_lobby(), request.form["name"][:NAME_MOST]
    phone = known_phone()
    room.kept.change(lambda lobby: step.joined(lobby, name, phone))
    return led_to(url_for("lobby.join"))


@bp.post("/lobby/leave")
@may(Role.ANY_SEAT)
def leave() -> Response:
    """Take this phone's name out of the lobby."""
    me = person_here()
    if me is not None:
        the_lobby().kept.change(lambda lobby: step.removed(lobby, me.name))
    return led_to(url_for("lobby.join"))


@bp.post("/lobby/add")
@may(Role.HOST)
def add() -> Response:
    """Add the name `name`, which has no phone."""
    name = request.form["name"][:NAME_MOST]
    the_lobby().kept.change(lambda lobby: step.added(lobby, name))
    return done(url_for("lobby.join"))


@bp.post("/lobby/partner")
@may(Role.HOST)
def partner() -> Response:
    """Add a name for which the partner plays with `strength`."""
    room, strength = the_lobby(), request.form["strength"]
    game = room.game_or_abort()
    room.kept.change(lambda lobby: step.partner_added(lobby, game, strength))
    return done(url_for("lobby.join"))


@bp.post("/lobby/remove")
@may(Role.HOST)
def remove() -> Response:
    """Take the name `name` out of the lobby."""
    name = request.form["name"]
    the_lobby().kept.change(lambda lobby: step.removed(lobby, name))
    return done(url_for("lobby.join"))


@bp.post("/lobby/move")
@may(Role.HOST)
def move() -> Response:
    """Let `name` sit `by` places later, or earlier."""
    name, by = request.form["name"], number_sent("by")
    the_lobby().kept.change(lambda lobby: step.moved(lobby, name, by))
    return done(url_for("lobby.join"))


@bp.post("/lobby/host")
@may(Role.ANY_SEAT)
def be_host() -> Response:
    """At home, make this phone the host: the one that was may be asleep. Raises `Illegal` in a café."""
    room, me = the_lobby(), person_here()
    if room.manner != "home" or me is None:
        raise Illegal("web.wrong-code", WRONG_CODE)
    room.kept.keep(host=me.phone)
    room.kept.announce(HOST_IS.filled(name=me.name))
    return done(url_for("lobby.join"))


@bp.post("/host/claim")
@may(Role.SPECTATOR)
def claim_host() -> Response:
    """In a café, become host with the one-time code. Raises `Illegal` for a wrong one."""
    room = the_lobby()
    if room.code is None or not room.code.use(request.form["code"]):
        raise Illegal("web.wrong-code", WRONG_CODE)
    room.kept.keep(host=known_phone())
    return led_to(url_for("lobby.join"))


@bp.post("/host/button")
@may(Role.SPECTATOR)
def button() -> Response:
    """In a café, wait for the button that shows that this phone is at the table."""
    room = the_lobby()
    if room.manner == "cafe":
        room.presses.ask(known_phone())
    return led_to(url_for("lobby.join"))
