"""What a phone carries: one secret, in a cookie that stands by itself. No clock decides whether it counts."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Response, after_this_request, current_app, g, request
from werkzeug.http import dump_cookie

from companion.web.phones import Phone, new_token, phone_of
from companion.web.room import the_room

COOKIE_S = 365 * 24 * 3600
"""How long a browser keeps it, by its own clock: a year, for phones come back to the same café."""


def phone_here() -> Phone:
    """The phone that asks; "" when it carries no secret."""
    if "phone" not in g:
        g.phone = phone_of(request.cookies.get(cookie_name(), ""))
    phone: Phone = g.phone
    return phone


def known_phone() -> Phone:
    """The phone that asks, with a secret from now on. One that it brought counts only if it holds something or waits
    for something here: nobody can be given a secret that somebody else knows."""
    room = the_room()
    known = room.phones.knows(phone_here()) or room.authority.waits(phone_here())
    if not known and not (room.evening is not None and room.evening.knows(phone_here())):
        fresh_phone()
    return phone_here()


def fresh_phone() -> Phone:
    """The phone that asks, with a secret that nobody has had before."""
    token = new_token()
    g.phone = phone_of(token)
    remember(token)
    return phone_here()


def remember(token: str) -> None:
    """Let this browser carry `token` from now on."""

    @after_this_request
    def carry(response: Response) -> Response:
        # no "Expires", which would be a time of the machine's clock
        carried = dump_cookie(cookie_name(), token, max_age=COOKIE_S, httponly=True, samesite="Lax", sync_expires=False)
        response.headers.add("Set-Cookie", carried)
        return response


def cookie_name() -> str:
    """What the cookie is called."""
    name: str = current_app.config["SESSION_COOKIE_NAME"]
    return name


def own_seats() -> tuple[int, ...]:
    """The seats that this phone holds, as the server agrees."""
    room = the_room()
    return tuple(seat for seat in room.phones.seats_of(phone_here()) if seat < len(room.session.names))


def seat_here() -> int | None:
    """Of the seats that this phone holds, the one whose page it acts from, or its first; None when it holds none."""
    seats = own_seats()
    page = [part for part in urlsplit(request.referrer or "").path.split("/") if part]
    named = page[page.index("seat") + 1 :][:1] if "seat" in page else []
    return next((seat for seat in seats if [str(seat)] == named), next(iter(seats), None))


def source_here() -> str:
    """Who acts, for the journal: the phone's seat, the host who sits nowhere, or the shared screen."""
    seat = seat_here()
    if seat is not None:
        return f"seat {seat}"
    return "host" if the_room().phones.host == phone_here() else "table"
