"""The lobby for programs: the keys of a table with a match (`companion.web.api`), for what stands before one."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from companion.core.text import Text
from companion.settings import language
from companion.table.lobby import missing, players
from companion.web.authority import Role, may
from companion.web.live import NumberStream, stream
from companion.web.lobby.room import the_lobby

bp = Blueprint("lobby_api", __name__, url_prefix="/api/v1")


@bp.get("/table")
@may(Role.SPECTATOR)
def table() -> Response:
    """Who is here and what is chosen; the players are those who would play now."""
    room = the_lobby()
    version, lobby, game, notice = room.kept.revision, room.lobby, room.game, room.kept.notice
    playing = lobby.people if game is None else players(lobby, game) or lobby.people
    prompt = missing(lobby, game) or READY
    return jsonify(
        {
            "version": version,
            "game": None if game is None else game.key,
            "title": "" if game is None else game.title.to(language()),
            "over": False,
            "prompt": {"fr": prompt.fr, "en": prompt.en},
            "players": [
                {
                    "seat": seat,
                    "name": each.name,
                    "taken": bool(each.phone or each.strength),
                    "turn": False,
                    "score": None,
                }
                for seat, each in enumerate(playing)
            ],
            "asked": False,
            "notices": [{"fr": each.fr, "en": each.en} for each in (room.kept.hardware, notice) if each is not None],
            "camera": room.evening.camera_word(),
        }
    )


@bp.get("/events")
@may(Role.SPECTATOR)
def events() -> Response:
    """A stream of the lobby's versions, which go on counting in the match that follows."""
    room = the_lobby()
    return stream(room.kept, room.start, NumberStream)


READY = Text(fr="La partie peut commencer.", en="The match may begin.")
