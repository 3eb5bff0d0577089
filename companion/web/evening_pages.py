"""From a match to what comes after it: the lobby, where another game is chosen, or the same once more."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.web.authority import Role, may
from companion.web.forms import led_to, number_sent
from companion.web.room import PartOfEvening, the_room

bp = Blueprint("evening", __name__)


@bp.post("/evening/lobby")
@may(Role.HOST)
def lobby() -> AnyResponse:
    """Leave the match `match` for the lobby; the journal keeps it, and the lobby offers to take it up."""
    return _turn(lambda evening, match: evening.stop(match))


@bp.post("/evening/rematch")
@may(Role.HOST)
def rematch() -> AnyResponse:
    """The same game once more, with the same people and choices, after the match `match`."""
    return _turn(lambda evening, match: evening.rematch(match))


def _turn(to: Callable[[PartOfEvening, int], None]) -> AnyResponse:
    evening = the_room().evening
    if evening is None:
        abort(404)
    to(evening, number_sent("match"))
    return led_to(url_for("seat.here"))
