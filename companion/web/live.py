"""Server-sent events: a phone hears that something changed, and fetches its own page again."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, abort, request

from companion.table.session import Session
from companion.web.room import the_room

HEARTBEAT_S = 15.0
"""A phone that went away is noticed at the next heartbeat and frees its thread; also keeps Wi-Fi routers from
closing a quiet connection, which the strictest do after 30 s."""
RETRY_MS = 2000
"""How long a browser waits before it connects again: a restart of the server takes about as long."""

bp = Blueprint("live", __name__)


def mark(start: str, revision: int) -> str:
    """What a page knows: the server's run and the revision that it shows."""
    return f"{start}-{revision}"


@bp.get("/events")
def events() -> Response:
    """A stream of "changed" events, one at once unless `since` (or Last-Event-ID) is the present mark."""
    room = the_room()
    if not room.streams.acquire(blocking=False):
        abort(503)
    known = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    response = Response(changes(room.session, room.start, known), mimetype="text/event-stream")
    response.call_on_close(room.streams.release)
    return response


def changes(session: Session, start: str, known: str, heartbeat_s: float = HEARTBEAT_S) -> Iterator[str]:
    """The stream's text, for ever: an event for each change, a comment when nothing happens for `heartbeat_s`."""
    yield f"retry: {RETRY_MS}\n\n"
    seen = session.revision
    if known != mark(start, seen):
        yield _event(start, seen)
    while True:
        now = session.wait(seen, heartbeat_s)
        yield _event(start, now) if now > seen else ": still here\n\n"
        seen = max(seen, now)


def _event(start: str, revision: int) -> str:
    return f"event: changed\nid: {mark(start, revision)}\ndata: {revision}\n\n"
