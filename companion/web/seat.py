"""A player's own page, on the one phone that holds the seat. `joining.py` is how seats are taken and change hands."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.errors import Illegal
from companion.core.text import Text, seat_name
from companion.table.codec import open_fields_of, read_sent
from companion.web.authority import Role, may
from companion.web.forms import done, whole_number
from companion.web.live import mark
from companion.web.room import the_room
from companion.web.tapping import tapping_of

NOTE_MOST = 8000
"""Letters in a note: three pages, and at four bytes a letter well under the largest request."""
FIELD_MOST = 200
"""Letters in what people fill into an action: a word, a number."""
MOST_SHOWN = 20
"""Letters of it that a sentence repeats."""

bp = Blueprint("seat", __name__)


@bp.get("/seat/<int:seat>")
@may(Role.THIS_SEAT)
def page(seat: int) -> ResponseReturnValue:
    """The seat's own page."""
    room = the_room()
    words, closed = room.authority.words, room.phones.seats[seat].closed
    return _shown(
        "seat.html",
        seat,
        note_most=NOTE_MOST,
        word=words.shown(seat),
        word_left_s=words.left_s(seat),
        closed=closed,
        whose=PAGE_OF.filled(name=seat_name(seat)),
    )


@bp.get("/seat/<int:seat>/now")
@may(Role.THIS_SEAT)
def now(seat: int) -> ResponseReturnValue:
    """The part of the seat's page that changes."""
    return _shown("seat_now.html", seat)


@bp.get("/seat/<int:seat>/board")
@may(Role.THIS_SEAT)
def board(seat: int) -> ResponseReturnValue:
    """The board of the seat's page, as it is after the taps that the address names."""
    return _shown("board.html", seat)


def _shown(template: str, seat: int, **more: Any) -> str:
    room = the_room()
    shown = room.session.seat_page(seat)
    return render_template(
        template,
        page=shown.page,
        tapping=tapping_of(shown, seat),
        awaited=shown.awaited,
        known=mark(room.start, shown.page.revision),
        **more,
    )


@bp.get("/seat/<int:seat>/story")
@may(Role.THIS_SEAT)
def story(seat: int) -> ResponseReturnValue:
    """All that happened, as this seat may know it."""
    return render_template("story.html", page=the_room().session.page(seat))


@bp.post("/seat/<int:seat>/play")
@may(Role.THIS_SEAT)
def play(seat: int) -> ResponseReturnValue:
    """Carry out an action of this seat, with its open fields filled in; the rules say why where they refuse it."""
    session = the_room().session
    sent = read_sent(session.game, request.form["action"])
    session.play_at_seat(seat, {**sent, **filled_in(sent, open_fields_of(session.game, sent))})
    return done(url_for("seat.page", seat=seat))


@bp.post("/seat/<int:seat>/note")
@may(Role.THIS_SEAT)
def note(seat: int) -> ResponseReturnValue:
    """Keep the seat's own note."""
    words = request.form["words"].replace("\r\n", "\n")
    if len(words) > NOTE_MOST:
        abort(413)
    if the_room().phones.seats[seat].closed:
        abort(409)
    the_room().session.write_note(seat, words)
    if request.headers.get("HX-Request"):
        return render_template("saved.html")
    return redirect(url_for("seat.page", seat=seat), 303)


@bp.post("/seat/<int:seat>/new-notes")
@may(Role.THIS_SEAT)
def new_notes(seat: int) -> ResponseReturnValue:
    """Begin the notes of this seat anew: those of its last holder were closed, and nobody here has read them."""
    room = the_room()
    if room.phones.seats[seat].closed:
        room.session.write_note(seat, "")
        room.phones.open_notes(seat)
    return redirect(url_for("seat.page", seat=seat), 303)


def filled_in(action: dict[str, Any], names: frozenset[str]) -> dict[str, Any]:
    """What the person wrote into the open fields `names` of `action`, of the same sort as the example there.

    Raises:
        Illegal: a whole number is wanted, and something else was written.
    """
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


NOT_A_NUMBER = Text(
    fr="« {words} » n'est pas un nombre entier ; écrivez-le en chiffres.",
    en="“{words}” is not a whole number; write it in digits.",
)
PAGE_OF = Text(fr="Cette page est celle de {name}.", en="This page belongs to {name}.")
