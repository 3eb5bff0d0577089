"""What the lobby shows: on the wall who is here and how to join, on each phone what it may choose."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.partner import PlaysSeats
from companion.core.options import options_of, written
from companion.core.text import Text
from companion.table.lobby import missing, players, values_of
from companion.web.authority import Role, may
from companion.web.delivery import FOR_EVER
from companion.web.invitation import join_addresses, qr_code
from companion.web.live import mark, stream
from companion.web.lobby.introductions import cover
from companion.web.lobby.room import is_screen, person_here, the_lobby

bp = Blueprint("lobby", __name__)

NO_MATCH = Text(
    fr="Aucune partie n'est en cours : c'est ici que la prochaine se prépare.",
    en="No match is being played: here is where the next one is prepared.",
)


@bp.get("/")
@bp.get("/wall")
@may(Role.SPECTATOR)
def screen() -> str:
    """The wall screen."""
    return render_template("lobby_screen.html", known=_known(), led=led_here(), **invitation(), **shown())


@bp.get("/lobby/screen")
@may(Role.SPECTATOR)
def screen_now() -> str:
    """The part of the wall screen that changes."""
    return render_template("lobby_screen_now.html", **invitation(), **shown())


@bp.get("/join")
@may(Role.SPECTATOR)
def join() -> str:
    """A phone's page: to join, to see what is chosen, and for the host to choose it."""
    return render_template("lobby_phone.html", known=_known(), led=led_here(), **shown())


@bp.get("/lobby/phone")
@may(Role.SPECTATOR)
def phone_now() -> str:
    """The part of a phone's page that changes."""
    return render_template("lobby_phone_now.html", **shown())


@bp.get("/here")
@may(Role.SPECTATOR)
def here() -> ResponseReturnValue:
    """Lead a phone to where it belongs: its own page, or the wall screen. `led`: it came to a page of a match, and is
    told that none is played; that is a person, unless it is a screen of the table."""
    led = request.args.get("led") is not None
    walls = person_here() is None and (not led or is_screen())
    return redirect(url_for("lobby.screen" if walls else "lobby.join", led=1 if led else None), 303)


@bp.get("/host")
@may(Role.SPECTATOR)
def host() -> ResponseReturnValue:
    """The address that a café's terminal prints: the host's code is typed on the phone's page."""
    return redirect(url_for("lobby.join", code=request.args.get("code", "")), 303)


@bp.get("/events")
@may(Role.SPECTATOR)
def events() -> Response:
    """The lobby's stream of "changed" events."""
    room = the_lobby()
    return stream(room.kept, room.start)


@bp.get("/cover/<key>.svg")
@may(Role.SPECTATOR)
def picture(key: str) -> Response:
    """The picture of a game."""
    if key not in catalog.game_keys():
        abort(404)
    answer = Response(cover(key), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = FOR_EVER if "v" in request.args else "no-cache"
    return answer


def led_here() -> Text | None:
    """What is said to whoever opened a page of a match and was led here; None to all others."""
    return NO_MATCH if "led" in request.args else None


def invitation() -> dict[str, Any]:
    """How phones find the table: its addresses, the best first, and the QR code of that one."""
    addresses = join_addresses(url_for("lobby.join"))
    return {"addresses": addresses, "qr": qr_code(addresses[0])}


def shown() -> dict[str, Any]:
    """All that the lobby's templates show."""
    room = the_lobby()
    lobby, game, me = room.lobby, room.game, person_here()
    plays = None if game is None else offers(game, PlaysSeats)
    return {
        "lobby": lobby,
        "game": game,
        "me": me,
        "host": room.host,
        "manner": room.manner,
        "said_code": request.args.get("code", ""),
        "waits": me is not None and room.presses.waits(me.phone),
        "playing": () if game is None else players(lobby, game),
        "free": tuple(each for each in lobby.people if not each.phone and not each.strength),
        "missing": missing(lobby, game),
        "choices": () if game is None else tuple(_choices(game)),
        "strengths": () if plays is None else plays.strengths,
        "old": room.evening.to_take_up(),
        "camera": room.evening.camera(),
        "hardware": room.kept.hardware,
        "notice": room.kept.notice,
    }


def _choices(game: Any) -> list[dict[str, Any]]:
    """Each option of the game: its words, the values with theirs, and which is taken."""
    taken = values_of(the_lobby().lobby, game)
    found = []
    for each in options_of(game.options):
        numbers = [(value, Text(fr=str(value), en=str(value))) for value in each.numbers]
        values = [(written(value), words, value == taken[each.name]) for value, words in (*each.values, *numbers)]
        now = written(taken[each.name])
        found.append({"option": each, "values": values, "now": now, "own": now not in [word for word, *_ in values]})
    return found


def _known() -> str:
    room = the_lobby()
    return mark(room.start, room.kept.revision)
