"""How seats are taken, asked for, brought back and given up."""

from __future__ import annotations

from math import ceil

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.errors import Illegal
from companion.core.text import Text, seat_name
from companion.table.reporters import reporter
from companion.web.authority import Role, may
from companion.web.cookie import known_phone, own_seats, phone_here, source_here
from companion.web.forms import done, led_to, number_sent
from companion.web.host_texts import ASKS_FOR, WAITING
from companion.web.live import mark
from companion.web.pace import RECOVERY
from companion.web.presence import present_here
from companion.web.room import the_room
from companion.web.seat import bp
from companion.web.seat_requests import SeatRequest

WORD_MOST = 80
"""Letters of a recovery word that are looked at: three words are thirty."""


@bp.get("/here")
@may(Role.SPECTATOR)
def here() -> ResponseReturnValue:
    """Lead a phone to where it belongs: its seat, or the shared screen."""
    own = own_seats()
    return redirect(url_for("seat.page", seat=own[0]) if own else url_for("watch.screen"), 303)


@bp.get("/join")
@may(Role.SPECTATOR)
def join() -> str:
    """The page where seats are taken."""
    room = the_room()
    return render_template(
        "join.html",
        title=room.session.game.title,
        names=room.session.names,
        robots=room.session.partner_seats.seats,
        taken=room.phones.taken,
        own=own_seats(),
        told=room.authority.told.get(phone_here()),
    )


@bp.post("/join/<int:seat>")
@may(Role.SPECTATOR)
def claim(seat: int) -> ResponseReturnValue:
    """Give a free seat to this phone. Raises `Illegal` when another holds it: then it can be asked for."""
    if seat not in own_seats() and not the_room().authority.claim(seat, known_phone()):
        raise Illegal("web.seat-taken", SEAT_TAKEN.filled(name=seat_name(seat)))
    touches = request.form.get("then") == "table"
    return redirect(url_for("simulated_table.page") if touches else url_for("seat.page", seat=seat), 303)


@bp.post("/join/<int:seat>/ask")
@may(Role.SPECTATOR)
def ask(seat: int) -> ResponseReturnValue:
    """Ask for a seat that another phone holds. Raises `Illegal` when it cannot be asked for now."""
    room = the_room()
    if seat in own_seats():
        return redirect(url_for("seat.page", seat=seat), 303)
    if seat not in room.phones.taken:
        return claim(seat)
    room.authority.requests.ask(seat, known_phone())
    room.session.announce()
    return redirect(url_for("seat.wait", seat=seat), 303)


@bp.get("/join/<int:seat>/wait")
@may(Role.SPECTATOR)
def wait(seat: int) -> ResponseReturnValue:
    """Where a phone waits for the answer; it is led on when there is one."""
    room = the_room()
    asked, part = room.authority.requests.asked(seat), request.headers.get("HX-Request")
    led_on = url_for("seat.page", seat=seat) if seat in own_seats() else None
    if led_on is None and (asked is None or asked.phone != phone_here()):
        led_on = url_for("seat.join")
    if led_on is not None:
        return ("", 204, {"HX-Redirect": led_on}) if part else redirect(led_on, 303)
    assert asked is not None
    return render_template(
        "wait_now.html" if part else "wait.html",
        seat=seat,
        words=WAITING.filled(name=seat_name(seat), left=_left(asked)),
        known=mark(room.start, room.session.revision),
    )


@bp.post("/join/word")
@may(Role.SPECTATOR)
def recover() -> ResponseReturnValue:
    """Bring a seat back to its holder's other phone, who says the recovery word. Raises `Illegal` for a wrong one."""
    room, seat = the_room(), number_sent("seat")
    if not 0 <= seat < len(room.session.names):
        abort(400)
    room.authority.pace.step(f"word {seat}", RECOVERY)
    if not room.authority.recover(seat, request.form["word"][:WORD_MOST], known_phone()):
        raise Illegal("web.wrong-word", WRONG_WORD.filled(name=seat_name(seat)))
    return redirect(url_for("seat.page", seat=seat), 303)


@bp.post("/free/<int:seat>")
@may(Role.THIS_SEAT, Role.HOST)
def free(seat: int) -> ResponseReturnValue:
    """Give this phone's own seat back, or free one as the host."""
    own = seat in own_seats()
    who = reporter(f"seat {seat}" if own else source_here())
    the_room().authority.free(seat, who, own=own)
    return led_to(url_for("seat.join") if own else url_for("host.page"))


@bp.post("/seat/<int:seat>/asked")
@may(Role.THIS_SEAT, Role.HOST)
def answer(seat: int) -> ResponseReturnValue:
    """Give the seat to who asks for it, or keep it (`choice`)."""
    own = seat in own_seats()
    if request.form["choice"] == "give":
        the_room().authority.give(seat, by_host=not own)
    else:
        the_room().authority.keep(seat)
    return done(url_for("seat.page", seat=seat) if own and seat in own_seats() else url_for("host.page"))


@bp.post("/seat/<int:seat>/word")
@may(Role.THIS_SEAT)
def new_word(seat: int) -> ResponseReturnValue:
    """Another recovery word for this seat; the old one is void."""
    room = the_room()
    room.authority.words.put(seat, room.phones.renew_word(seat))
    return redirect(url_for("seat.page", seat=seat), 303)


def asked_here() -> tuple[tuple[int, Text], ...]:
    """The requests that this phone may answer: the seat, and the question in words; for templates."""
    room = the_room()
    asked = (room.authority.requests.asked(seat) for seat in range(len(room.session.names)))
    mine = [each for each in asked if each is not None and present_here({"seat": each.seat}).roles & ANSWERS]
    return tuple((each.seat, ASKS_FOR.filled(name=seat_name(each.seat), left=_left(each))) for each in mine)


def _left(request: SeatRequest) -> int:
    return ceil(the_room().authority.requests.left_s(request))


ANSWERS = {Role.THIS_SEAT, Role.HOST}
SEAT_TAKEN = Text(
    fr="La place de {name} est déjà tenue par un autre téléphone ; demandez-la, ou dites son mot de retour.",
    en="Another phone already holds {name}'s seat; ask for it, or say its recovery word.",
)
WRONG_WORD = Text(
    fr="Ce n'est pas le mot de retour de {name} ; vérifiez les trois mots, ou demandez la place.",
    en="That is not {name}'s recovery word; check the three words, or ask for the seat.",
)
