"""Server-sent events: a phone hears that something changed, and fetches its own page again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import randrange
from secrets import token_hex
from typing import Protocol

from flask import Blueprint, Response, current_app, request

from companion.web.authority import Role, may
from companion.web.room import the_room

RETRY_MS = range(500, 1500)
"""How long a browser waits before it connects again: not all at the same moment after a restart."""
AT_TABLE = "companion.at_table"
"""Under this name an app keeps a function that says whether it is the one that answers; without, it always is."""
CLIENT = "client"
"""The cookie that tells one browser from another behind the same address; it says nothing else."""

bp = Blueprint("live", __name__)


def mark(start: str, revision: int) -> str:
    """What a page knows: the server's run and the revision that it shows."""
    return f"{start}-{revision}"


class Changing(Protocol):
    """What a page shows: a table's session, or a café's tables."""

    @property
    def revision(self) -> int: ...
    def wait(self, revision: int, timeout_s: float) -> int: ...


@dataclass(frozen=True, eq=False)
class EventStream:
    """What an app answers where it wants its answer held open. The server here goes on with it; another WSGI server
    sends its beginning, after which the browser asks again by itself.

    Attributes:
        shown: what is watched.
        start: differs from run to run of the server.
        seen: the revision that the beginning tells of.
        client: who listens; the newest streams of a client take the place of its oldest.
        known: the mark of what the page shows already.
        is_current: whether what is shown is still at the table; when it is not, the stream ends, and whoever listens
            connects anew.
    """

    shown: Changing
    start: str
    seen: int
    client: str
    known: str
    is_current: Callable[[], bool] = lambda: True

    def __iter__(self) -> Iterator[bytes]:
        yield self.beginning().encode()

    def beginning(self) -> str:
        """The first text: when to come back, and an event unless the page is up to date."""
        first = f"retry: {RETRY_MS.start + randrange(len(RETRY_MS))}\n\n"
        return first if self.known == mark(self.start, self.seen) else first + self.event(self.seen)

    def event(self, revision: int) -> str:
        """The text that tells of `revision`."""
        return f"event: changed\nid: {mark(self.start, revision)}\ndata: {revision}\n\n"

    def ping(self) -> str:
        """The text that says that the server is there."""
        return "event: ping\ndata:\n\n"


class NumberStream(EventStream):
    """A stream for programs: events without a name, whose data is the revision and nothing else."""

    def event(self, revision: int) -> str:
        """The text that tells of `revision`."""
        return f"id: {mark(self.start, revision)}\ndata: {revision}\n\n"

    def ping(self) -> str:
        """A comment, which readers of streams pass over."""
        return ": here\n\n"


@bp.get("/events")
@may(Role.SPECTATOR)
def events() -> Response:
    """This table's stream of "changed" events."""
    room = the_room()
    return stream(room.session, room.start)


def stream(shown: Changing, start: str, kind: type[EventStream] = EventStream) -> Response:
    """A stream of changes, one event at once unless `since` (or Last-Event-ID) is the present mark."""
    known = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    is_current = current_app.extensions.get(AT_TABLE, lambda: True)
    answer = kind(shown, start, shown.revision, request.cookies.get(CLIENT, ""), known, is_current)
    # passed through: the server knows the stream by its class and holds it open without a thread
    return Response(answer, mimetype="text/event-stream", direct_passthrough=True)


def name_client(response: Response) -> Response:
    """Give a browser that has none the cookie by which its streams are counted."""
    if request.method == "GET" and response.mimetype == "text/html" and CLIENT not in request.cookies:
        response.set_cookie(CLIENT, token_hex(8), samesite="Lax", httponly=True)
    return response
