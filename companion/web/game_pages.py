"""A game's own blocks (table.html, seat.html) and style sheet, found in its folder; without them, the general ones."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, Response, abort, current_app, request, url_for
from jinja2 import ChoiceLoader, FunctionLoader

from companion import catalog
from companion.core.errors import Unreadable
from companion.table.page import Choice, Page
from companion.web.authority import Role, may
from companion.web.delivery import FOR_EVER, version_of
from companion.web.forms import choice_ident
from companion.web.room import KEY, the_room

PREFIX = "games/"
STYLE = "style.css"

bp = Blueprint("game", __name__)


def block_names(game: str, block: str) -> list[str]:
    """Templates for `{% include %}`, the game's own first; `block` is "table" or "seat"."""
    return [f"{PREFIX}{game}/{block}.html", f"any_{block}.html"]


def by_kind(page: Page) -> dict[str, list[Choice]]:
    """A viewer's choices, grouped by what they do ({"Keep": [...], ...}), in the order of the rules."""
    groups: dict[str, list[Choice]] = {}
    for choice in page.choices:
        groups.setdefault(choice.action["do"], []).append(choice)
    return groups


@bp.get("/game.css")
@may(Role.SPECTATOR)
def style() -> Response:
    """The style sheet of the game at this table."""
    return style_of(the_room().session.game.key)


def style_of(key: str) -> Response:
    """The style sheet of a game; one that it does not bring ends the request with 404."""
    sheet = _read_block(f"{PREFIX}{key}/{STYLE}")
    if sheet is None:
        abort(404)
    answer = Response(sheet, mimetype="text/css")
    if request.args.get("v") == version_of(sheet.encode()):
        answer.headers["Cache-Control"] = FOR_EVER
    return answer


def style_address() -> str | None:
    """Where the style sheet of the game at this table is; None where it brings none, or no game is played."""
    return None if KEY not in current_app.extensions else address_of_style(the_room().session.game.key, "game.style")


def address_of_style(game: str, endpoint: str, **values: Any) -> str | None:
    """Where `endpoint` with these values has the style sheet of a game; None where the game brings none."""
    sheet = _read_block(f"{PREFIX}{game}/{STYLE}")
    return None if sheet is None else url_for(endpoint, v=version_of(sheet.encode()), **values)


def _read_block(name: str) -> str | None:
    """The text of "games/KEY/table.html" and the like; None for anything else, or when the game has none."""
    parts = name.removeprefix(PREFIX).split("/")
    if not name.startswith(PREFIX) or len(parts) != 2:
        return None
    try:
        block = catalog.folder(parts[0]) / parts[1]
    except Unreadable:
        return None
    return block.read_text(encoding="utf-8") if block.is_file() else None


def find_game_pages(app: Flask) -> None:
    """Let the app's templates include the blocks and link the style sheet of the game that is played."""
    find_blocks(app)
    app.jinja_env.globals.update(style_address=style_address)
    app.register_blueprint(bp)


def find_blocks(app: Flask) -> None:
    """Let the app's templates include the blocks of any game."""
    own: Any = app.jinja_loader
    # read through importlib's resources: a wheel may be a zip file, so there may be no path to give to Jinja
    app.jinja_loader = ChoiceLoader([own, FunctionLoader(_read_block)])
    app.jinja_env.globals.update(block_names=block_names, by_kind=by_kind)
    app.jinja_env.filters.update(choice_ident=choice_ident, zip=zip)
