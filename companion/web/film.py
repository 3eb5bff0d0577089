"""Films of matches that are over, of one or of its evening, made when somebody asks. A match that runs has none."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, cast

from flask import Blueprint, Response, abort, current_app, render_template, send_file, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.core.errors import Refusal
from companion.core.text import Text
from companion.table.films import Films
from companion.web.authority import Role, may
from companion.web.film_scenes import Dated, film_plan
from companion.web.forms import led_to
from companion.web.history import NotFound, date_of, past_match
from companion.web.looking_back import CAFE, look_back
from companion.web.words import language

NAME_LETTERS = 16
"""Letters of the digest that names a film: two films never share it by chance."""
bp = Blueprint("film", __name__)


@bp.get("/history/<int:match>/film/<int:whole>")
@may(Role.SPECTATOR, cafe=(*CAFE, Role.OF_MATCH))
def page(match: int, whole: int) -> str:
    """The film, how far it is, or a button that begins it.

    Args:
        whole: 0 is the film of the match, 1 that of its whole evening.
    """
    return render_template("film.html", **_shown(match, whole))


@bp.get("/history/<int:match>/film/<int:whole>/now")
@may(Role.SPECTATOR, cafe=(*CAFE, Role.OF_MATCH))
def now(match: int, whole: int) -> str:
    """The part of that page that changes."""
    return render_template("film_now.html", **_shown(match, whole))


@bp.post("/history/<int:match>/film/<int:whole>")
@may(Role.SPECTATOR, cafe=(*CAFE, Role.OF_MATCH))
def make(match: int, whole: int) -> AnyResponse:
    """Begin to make it."""
    matches = _matches(match, whole)
    app = cast("Any", current_app)._get_current_object()
    _films().make(_name(matches), film_plan(app, matches, language()))
    return led_to(url_for("film.page", match=match, whole=whole))


@bp.get("/history/<int:match>/film/<int:whole>.webm")
@may(Role.SPECTATOR, cafe=(*CAFE, Role.OF_MATCH))
def file(match: int, whole: int) -> Response:
    """The film itself, whole or in the parts that a browser asks for."""
    matches = _matches(match, whole)
    path = _films().made(_name(matches))
    if path is None:
        raise NotFound("film.not-made", NOT_MADE)
    return send_file(path, mimetype="video/webm", download_name=_download_name(matches), conditional=True)


@bp.post("/history/<int:match>/film/<int:whole>/erase")
@may(Role.HOST)
def erase(match: int, whole: int) -> AnyResponse:
    """Erase the film; the match stays, and the film can be made again."""
    _films().erase(_name(_matches(match, whole)))
    return led_to(url_for("film.page", match=match, whole=whole))


def _shown(match: int, whole: int) -> dict[str, Any]:
    """What the page shows."""
    matches, films = _matches(match, whole), _films()
    name, making = _name(matches), films.making
    made = films.made(name)
    return {
        "matches": [each.past for each in matches],
        "match": matches[-1].past if whole else matches[0].past,
        "asked": match,
        "whole": whole,
        "date": matches[-1].date,
        "size_mb": None if made is None else made.stat().st_size / 1e6,
        "share": making.share if making is not None and making.name == name else None,
        "busy": making is not None and making.name != name,
        "failure": films.failure(name),
        "download_name": _download_name(matches),
    }


def _films() -> Films:
    films = look_back().films
    if films is None:
        abort(404)
    return films


def _matches(number: int, whole: int) -> list[Dated]:
    """The matches of a film, oldest first: of an evening those that whoever asks may look back on."""
    past = past_match(number)
    if not whole:
        return [Dated(past, date_of(past))]
    may_i = cast("Callable[..., bool]", current_app.jinja_env.globals["may_i"])
    found = list[Dated]()
    for each in look_back().past.evening(past):
        if each == number or may_i("history.match", match=each):
            try:
                one = past_match(each)
            except Refusal:  # nothing of it can be read any more
                continue
            found.append(Dated(one, date_of(one)))
    past_match(number)  # the names on the page are those of the match that was asked for
    return found


def _name(matches: list[Dated]) -> str:
    """The film's name on the disk: another one as soon as a match has changed, and in another language."""
    written = look_back().past.written
    told = repr([(each.past.number, written(each.past.number)) for each in matches])
    return f"{sha256(told.encode()).hexdigest()[:NAME_LETTERS]}-{language()}"


def _download_name(matches: list[Dated]) -> str:
    first = matches[0].past
    return f"{first.game.key}-{first.number}.webm" if len(matches) == 1 else f"evening-{first.number}.webm"


NOT_MADE = Text(
    fr="Ce film n'a pas été fait, ou n'est plus gardé ; faites-le sur sa page.",
    en="This film has not been made, or is not kept any more; make it on its page.",
)
