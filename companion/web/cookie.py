"""What a phone carries: the secrets of the seats that it holds, in a signed cookie."""

from __future__ import annotations

from flask import session as cookie

from companion.web.room import the_room

KEPT = "seats"


def own_seats() -> tuple[int, ...]:
    """The seats that this phone holds, as the server agrees."""
    kept: dict[str, str] = cookie.get(KEPT, {})
    phones, seats = the_room().phones, range(len(the_room().session.names))
    return tuple(seat for seat in seats if phones.holds(seat, kept.get(str(seat), "")))


def keep_seat(seat: int, token: str) -> None:
    """Write into this phone's cookie that it holds `seat`, with the token that proves it."""
    cookie[KEPT] = {**cookie.get(KEPT, {}), str(seat): token}
    cookie.permanent = True  # a phone that restarts its browser is still the same phone


def drop_seat(seat: int) -> None:
    """Take `seat` out of this phone's cookie."""
    cookie[KEPT] = {held: token for held, token in cookie.get(KEPT, {}).items() if held != str(seat)}


def source_here() -> str:
    """Who acts, for the journal: the phone's seat, or the shared screen."""
    seats = own_seats()
    return f"seat {seats[0]}" if len(seats) == 1 else "table"
