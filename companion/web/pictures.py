"""Pictures: the table as the camera sees it, and the pieces of it that a question or a reading is about."""

from __future__ import annotations

from functools import lru_cache

from flask import Blueprint, Response, abort, request

from companion.perception.overlay import for_phone
from companion.web.authority import Role, may
from companion.web.room import the_room

bp = Blueprint("pictures", __name__)
SMALL_KEPT = 2
"""Small pictures that are kept: all phones of the table ask for the newest one."""


def jpeg(data: bytes | None) -> Response:
    """A picture, or the 404 sentence when there is none."""
    if not data:
        abort(404)
    return Response(data, mimetype="image/jpeg")


@bp.get("/picture.jpg")
@may(Role.SPECTATOR)
def table() -> Response:
    """The table as last seen, veiled where it is not open to all; `?n=` only makes each picture's address new, and with
    `?small=1` it is as small as a phone shows it."""
    seen = the_room().session.live.picture_jpeg
    return jpeg(_small(seen) if seen and "small" in request.args else seen)


@lru_cache(SMALL_KEPT)
def _small(picture: bytes) -> bytes:
    return for_phone(picture)


@bp.get("/question/<int:ident>.jpg")
@may(Role.SPECTATOR)
def question(ident: int) -> Response:
    """The picture that an open question is about; 404 when there is none."""
    return jpeg(next((q.crop_jpeg for q in the_room().session.questions if q.id == ident), None))


@bp.get("/seen/<int:index>/<int:number>.jpg")
@may(Role.SPECTATOR)
def seen(index: int, number: int) -> Response:
    """What the camera saw for thing `number` of action `index`; 404 while not everybody may look at it."""
    try:
        return jpeg(the_room().session.seen_jpeg(index, number))
    except IndexError:
        abort(404)
