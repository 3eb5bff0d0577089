"""The lobby's pages, before a match and after it: an app of its own, at the same address."""

from __future__ import annotations

from flask import Flask, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import Clock
from companion.table.aiming import Aiming
from companion.web import camera_page, film, history, settings_pages, statistics
from companion.web import looking_back as looking_back_pages
from companion.web.at_the_table import HostCode
from companion.web.authority import Manner
from companion.web.door import guard
from companion.web.forms import name_ident
from companion.web.game_pages import find_blocks
from companion.web.kept_lobby import KeptLobby
from companion.web.lobby import api, choices, pages, people
from companion.web.lobby.introductions import cover_address, introductions
from companion.web.lobby.room import KEY, FromLobby, LobbyRoom, new_room, present_here
from companion.web.looking_back import LookingBack
from companion.web.phones import table_of
from companion.web.safety import SENTENCES, keep_safe, sorry
from companion.web.words import give_words

__all__ = ["LOBBY", "FromLobby", "create_lobby", "hears_lobby_buttons"]

LOBBY = "lobby"
"""What the lobby's pages belong to (`scenes.py`)."""


def create_lobby(
    evening: FromLobby,
    kept: KeptLobby,
    manner: Manner,
    code: HostCode | None,
    clock: Clock,
    looking_back: LookingBack | None = None,
    aiming: Aiming | None = None,
    settings: settings_pages.TableSettings | None = None,
) -> Flask:
    """The app of the lobby.

    Args:
        evening: what begins matches.
        kept: who is here, and what is chosen.
        code: by which a phone becomes host in a café; None at home.
        looking_back, aiming, settings: as of `companion.web.create_app`.

    Raises:
        Undeclared: some address does not say who may use it.
    """
    app = Flask("companion.web")
    room = new_room(evening, kept, manner, code, clock)
    app.extensions[KEY] = room
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(scene=LOBBY, introductions=introductions, cover_address=cover_address)
    app.jinja_env.filters.update(name_ident=name_ident)
    give_words(app, "lobby.screen")
    keep_safe(app, table_of(kept.now.salt))
    looking_back_pages.install(app, looking_back)
    camera_page.install(app, aiming, None)
    settings_pages.install(app, settings, clock)
    find_blocks(app)
    for area in (pages, people, choices, api, history, film, statistics, camera_page, settings_pages):
        app.register_blueprint(area.bp)
    app.register_error_handler(404, _elsewhere)
    guard(app, present_here, room.pace)
    return app


def hears_lobby_buttons(app: Flask, press: ButtonPress) -> None:
    """A button at the table went down: whoever waits for that in a café has shown to be there, and is host."""
    room: LobbyRoom = app.extensions[KEY]
    phone = room.presses.pressed(press)
    if phone is not None:
        room.kept.keep(host=phone)


def _elsewhere(error: HTTPException) -> ResponseReturnValue:
    """A page of a match, and none is at the table: whoever opens it is led to where matches are prepared."""
    if request.method in ("GET", "HEAD") and not request.headers.get("HX-Request"):
        return redirect(url_for("lobby.here", led=1), 303)
    return sorry(SENTENCES[404], 404)
