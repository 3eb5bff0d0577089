"""What everyone may see of a table, for programs: JSON, and a stream that tells of changes (docs/scripting.md)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flask import Blueprint, Response, jsonify

from companion.core.text import Text
from companion.settings import language
from companion.table.page import Page
from companion.web.authority import Role, may
from companion.web.live import NumberStream, stream
from companion.web.room import the_room

bp = Blueprint("api", __name__, url_prefix="/api/v1")


@bp.get("/table")
@may(Role.SPECTATOR)
def table() -> Response:
    """The table as everyone may see it. Keys may be added; none is removed or changes its meaning.

    The page is read first, with its version: what is read after it can only be newer, and then the stream tells of a
    newer version, too.
    """
    room = the_room()
    session, page = room.session, room.session.page(None)
    held = room.phones.taken | session.partner_seats.seats.keys()
    return jsonify(public_json(page, held, session.awaited, session.camera))


@bp.get("/events")
@may(Role.SPECTATOR)
def events() -> Response:
    """A stream of the table's versions, each as soon as it is there."""
    room = the_room()
    return stream(room.session, room.start, NumberStream)


def public_json(page: Page, held: Collection[int], awaited: Collection[int], camera: str) -> dict[str, Any]:
    """JSON data of what everyone may see.

    Args:
        page: the shared screen's; all that belongs to the match comes from it.
        held: seats that a phone holds or the partner plays.
        awaited: seats that must act now.
        camera: how it is, in one word.
    """
    return {
        "version": page.revision,
        "game": page.game,
        "title": page.title.to(language()),
        "over": page.actor == "over",
        "prompt": _both(page.prompt),
        "players": [
            {
                "seat": seat,
                "name": name,
                "taken": seat in held,
                "turn": seat in awaited,
                "score": None if page.scores is None else page.scores[seat],
            }
            for seat, name in enumerate(page.names)
        ],
        "asked": bool(page.questions),
        "notices": [_both(each) for each in (*page.troubles, page.hardware, page.notice) if each is not None],
        "camera": camera,
    }


def _both(words: Text) -> dict[str, str]:
    return {"fr": words.fr, "en": words.en}
