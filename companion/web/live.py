"""Server-sent events: a phone hears that something changed, and fetches its own page again."""

from __future__ import annotations

from collections.abc import Iterator
from threading import BoundedSemaphore
from typing import Protocol

from flask import Blueprint, Response, abort, request

from companion.web.authority import Role, may
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
@may(Role.SPECTATOR)
def events() -> Response:
    """This table's stream of "changed" events."""
    room = the_room()
    return stream(room.session, room.start, room.streams)


class Changing(Protocol):
    """What a page shows: a table's session, or a café's tables."""

    @property
    def revision(self) -> int: ...
    def wait(self, revision: int, timeout_s: float) -> int: ...


def stream(shown: Changing, start: str, places: BoundedSemaphore) -> Response:
    """A stream of "changed" events, one at once unless `since` (or Last-Event-ID) is the present mark.

    places: one for each stream that may be open; without a free one the request is refused.
    """
    if not places.acquire(blocking=False):
        abort(503)
    known = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    response = Response(changes(shown, start, known), mimetype="text/event-stream")
    response.call_on_close(places.release)
    return response


def changes(shown: Changing, start: str, known: str, heartbeat_s: float = HEARTBEAT_S) -> Iterator[str]:
    """The stream's text, for ever: an event for each change, a comment when nothing happens for `heartbeat_s`."""
    yield f"retry: {RETRY_MS}\n\n"
    seen = shown.revision
    if known != mark(start, seen):
        yield _event(start, seen)
    while True:
        now = shown.wait(seen, heartbeat_s)
        yield _event(start, now) if now > seen else ": still here\n\n"
        seen = max(seen, now)


def _event(start: str, revision: int) -> str:
    return f"event: changed\nid: {mark(start, revision)}\ndata: {revision}\n\n"
