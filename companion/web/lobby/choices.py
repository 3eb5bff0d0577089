"""What the host chooses in the lobby: the game, its options, and that it begins."""

from __future__ import annotations

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from companion import catalog
from companion.table import lobby as step
from companion.web.authority import Role, may
from companion.web.forms import done, led_to, number_sent
from companion.web.lobby.room import the_lobby
from companion.web.scenes import HERE

VALUE_MOST = 200
"""Letters of an option's value that are looked at; the longest are the boards of Clear Out."""

bp = Blueprint("choices", __name__)


@bp.post("/lobby/game")
@may(Role.HOST)
def game() -> Response:
    """Choose the game `game`. Raises `Unreadable` where there is none such."""
    chosen = catalog.game(request.form["game"])
    the_lobby().kept.change(lambda lobby: step.chosen(lobby, chosen))
    return done(url_for("lobby.join"))


@bp.post("/lobby/option")
@may(Role.HOST)
def option() -> Response:
    """Give the option `option` the value `value`. Raises `Unreadable` for what the game does not have."""
    room, name, value = the_lobby(), request.form["option"], request.form["value"][:VALUE_MOST]
    game = room.game_or_abort()
    room.kept.change(lambda lobby: step.opted(lobby, game, name, value))
    return done(url_for("lobby.join"))


@bp.post("/lobby/begin")
@may(Role.HOST)
def begin() -> Response:
    """Begin the match that is chosen. Raises `Refusal` where something is missing."""
    the_lobby().evening.begin()
    return led_to(HERE)


@bp.post("/lobby/take-up")
@may(Role.HOST)
def take_up() -> Response:
    """Go on with the match `match` of the journal. Raises `Refusal` where it cannot be."""
    the_lobby().evening.take_up(number_sent("match"))
    return led_to(HERE)
