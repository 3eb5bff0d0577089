"""A player's own page, on the one phone that took the seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.errors import Illegal
from companion.core.text import Text, seat_name
from companion.table.codec import open_fields_of, read_sent
from companion.web.cookie import drop_seat, keep_seat, own_seats
from companion.web.forms import done, whole_number
from companion.web.live import mark
from companion.web.room import the_room

FIELD_MOST = 200
"""Letters in what people fill into an action: a word, a number."""
MOST_SHOWN = 20
"""Letters of it that a sentence repeats."""
NOTE_MOST = 8000
"""Letters in a note: three pages, and at four bytes a letter well under the largest request."""

bp = Blueprint("seat", __name__)
View = Callable[..., ResponseReturnValue]


def own_phone_only(view: View) -> View:
    """Send every phone but the seat's own to the page where seats are taken."""

    @wraps(view)
    def guarded(seat: int) -> ResponseReturnValue:
        _must_exist(seat)
        if seat in own_seats():
            return view(seat)
        if request.headers.get("HX-Request"):  # a live page whose seat was freed: the whole page must go
            return "", 204, {"HX-Redirect": url_for("seat.join")}
        return redirect(url_for("seat.join"), 303)

    return guarded


@bp.get("/join")
def join() -> str:
    """The page where seats are taken."""
    room = the_room()
    return render_template("join.html", names=room.session.names, taken=room.phones.taken, own=own_seats())


@bp.post("/join/<int:seat>")
def claim(seat: int) -> ResponseReturnValue:
    """Give a free seat to this phone. Raises `Illegal` when another holds it."""
    room = the_room()
    _must_exist(seat)
    if seat not in own_seats():
        token = room.phones.claim(seat)
        if token is None:
            raise Illegal("web.seat-taken", SEAT_TAKEN.filled(name=seat_name(seat)))
        keep_seat(seat, token)
    return redirect(url_for("seat.page", seat=seat), 303)


@bp.post("/free/<int:seat>")
def free(seat: int) -> ResponseReturnValue:
    """Take a seat from a phone that is gone; anyone at the table may, as anyone there may take a chair."""
    _must_exist(seat)
    the_room().phones.free(seat)
    drop_seat(seat)
    return redirect(url_for("seat.join"), 303)


@bp.get("/seat/<int:seat>")
@own_phone_only
def page(seat: int) -> ResponseReturnValue:
    """The seat's own page."""
    room = the_room()
    shown = room.session.page(seat)
    known = mark(room.start, shown.revision)
    return render_template("seat.html", page=shown, known=known, note_most=NOTE_MOST)


@bp.get("/seat/<int:seat>/now")
@own_phone_only
def now(seat: int) -> ResponseReturnValue:
    """The part of the seat's page that changes."""
    return render_template("seat_now.html", page=the_room().session.page(seat))


@bp.get("/seat/<int:seat>/story")
@own_phone_only
def story(seat: int) -> ResponseReturnValue:
    """All that happened, as this seat may know it."""
    return render_template("story.html", page=the_room().session.page(seat))


@bp.post("/seat/<int:seat>/play")
@own_phone_only
def play(seat: int) -> ResponseReturnValue:
    """Carry out an action of this seat, with its open fields filled in; the rules say why where they refuse it."""
    session = the_room().session
    sent = read_sent(session.game, request.form["action"])
    session.play_at_seat(seat, {**sent, **_filled_in(sent, open_fields_of(session.game, sent))})
    return done(url_for("seat.page", seat=seat))


@bp.post("/seat/<int:seat>/note")
@own_phone_only
def note(seat: int) -> ResponseReturnValue:
    """Keep the seat's own note."""
    words = request.form["words"].replace("\r\n", "\n")
    if len(words) > NOTE_MOST:
        abort(413)
    the_room().session.write_note(seat, words)
    if request.headers.get("HX-Request"):
        return render_template("saved.html")
    return redirect(url_for("seat.page", seat=seat), 303)


def _must_exist(seat: int) -> None:
    if seat >= len(the_room().session.names):
        abort(404)


def _filled_in(action: dict[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """What the person wrote, of the same sort as the example that the game gave."""
    filled: dict[str, Any] = {}
    for name in names:
        words = request.form[name].strip()
        if len(words) > FIELD_MOST:
            abort(413)
        if isinstance(action.get(name), int):
            number = whole_number(words)
            if number is None:
                raise Illegal("web.not-a-number", NOT_A_NUMBER.filled(words=words[:MOST_SHOWN]))
            filled[name] = number
        else:
            filled[name] = words
    return filled


SEAT_TAKEN = Text(
    fr="La place de {name} est déjà tenue par un autre téléphone ; libérez-la sur l'écran commun, puis recommencez.",
    en="Another phone already holds {name}'s seat; free it on the shared screen, then try again.",
)
NOT_A_NUMBER = Text(
    fr="« {words} » n'est pas un nombre entier ; écrivez-le en chiffres.",
    en="“{words}” is not a whole number; write it in digits.",
)
