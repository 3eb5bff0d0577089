"""The host's page, how a phone becomes host, and how a screen becomes the table's."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.errors import Illegal
from companion.core.text import Text, seat_names
from companion.web.authority import Act, Role, may
from companion.web.cookie import known_phone, own_seats, phone_here
from companion.web.forms import number_sent
from companion.web.host import switches
from companion.web.host_texts import HOST_SITS, HOST_STANDS, NEW_SCREEN, NO_HOST, NO_SUCH_SCREEN, WRONG_CODE
from companion.web.live import mark
from companion.web.mend import home
from companion.web.pace import PAIRING
from companion.web.room import Room, the_room

bp = Blueprint("host", __name__)


@bp.get("/host")
@may(Role.SPECTATOR)
def page() -> str:
    """What the host decides; for everybody else who may become host, and how."""
    room = the_room()
    return render_template("host.html", known=mark(room.start, room.session.revision), **_shown(room))


@bp.get("/host/now")
@may(Role.SPECTATOR)
def now() -> str:
    """The part of it that changes."""
    return render_template("host_now.html", **_shown(the_room()))


def _shown(room: Room) -> dict[str, object]:
    phone, authority = phone_here(), room.authority
    return {
        "names": room.session.names,
        "manner": authority.manner,
        "is_host": bool(phone) and phone == room.phones.host,
        "has_host": room.phones.host is not None,
        "who": _who_is_host(room),
        "waits": authority.presses.waits(phone),
        "switches": switches(authority.granted),
        "taken": room.phones.taken,
        "over": room.session.match.state.scores is not None,
        "others": [seat for seat, held in sorted(room.phones.seats.items()) if held.phone != room.phones.host],
        "screens": len(room.phones.screens),
        "said": request.args.get("code", ""),
    }


def _who_is_host(room: Room) -> Text:
    """A sentence on who is host at home, or who will be."""
    if room.phones.host is None:
        return NO_HOST
    seats = tuple(seat for seat, held in sorted(room.phones.seats.items()) if held.phone == room.phones.host)
    return HOST_SITS.filled(name=seat_names(seats)) if seats else HOST_STANDS


@bp.post("/host/claim")
@may(Role.SPECTATOR)
def claim() -> ResponseReturnValue:
    """Become host with the one-time code. Raises `Illegal` for a wrong one, and where no code makes a host."""
    if not the_room().authority.claim_by_code(request.form["code"], known_phone()):
        raise Illegal("web.wrong-code", WRONG_CODE)
    return redirect(url_for("host.page"), 303)


@bp.post("/host/button")
@may(Role.SPECTATOR)
def button() -> ResponseReturnValue:
    """Wait for the button that shows that this phone is at the table."""
    room = the_room()
    if room.authority.manner == "cafe":
        room.authority.presses.ask(known_phone())
    return redirect(url_for("host.page"), 303)


@bp.post("/host/switch")
@may(Role.HOST)
def switch() -> ResponseReturnValue:
    """Let the seats do an act (`act`, with `on` = 1), or no longer (0)."""
    room, act = the_room(), next((each for each in Act if each.value == request.form["act"]), None)
    if room.authority.manner != "cafe" or act is None:
        abort(400)
    others = room.authority.granted - {act}
    room.phones.grant(frozenset(each.value for each in (others | {act} if number_sent("on") == 1 else others)))
    room.session.announce()
    return redirect(url_for("host.page"), 303)


@bp.post("/host/hand-over")
@may(Role.HOST)
def hand_over() -> ResponseReturnValue:
    """Make the phone of a seat the host."""
    the_room().authority.hand_over(number_sent("to"))
    return redirect(url_for("host.page"), 303)


@bp.post("/screen")
@may(Role.SPECTATOR)
def be_screen() -> ResponseReturnValue:
    """Ask to be a screen of the table: the page that follows shows a code for whoever sits there. With `wall` in
    the address, a wall screen asks, and is one again once it is paired."""
    the_room().authority.pairings.ask(known_phone())
    return redirect(url_for("host.screen", wall=request.args.get("wall")), 303)


@bp.get("/screen")
@may(Role.SPECTATOR)
def screen() -> ResponseReturnValue:
    """The code of this screen; once it is paired, the table."""
    room, phone = the_room(), phone_here()
    if not room.authority.pairings.waits(phone):
        paired = url_for("wall.page" if "wall" in request.args else "watch.screen")
        if request.headers.get("HX-Request"):
            return "", 204, {"HX-Redirect": paired}
        return redirect(paired, 303)
    code = room.authority.pairings.ask(phone)
    return render_template("screen.html", code=code, known=mark(room.start, room.session.revision))


@bp.post("/screen/pair")
@may(Role.HOST, Role.ANY_SEAT)
def pair() -> ResponseReturnValue:
    """Make the screen that shows this code one of the table's. Raises `Illegal` when none shows it."""
    room = the_room()
    room.authority.pace.step(f"pair {phone_here()}", PAIRING)
    phone = room.authority.pairings.use(request.form["code"])
    if phone is None:
        raise Illegal("web.no-such-screen", NO_SUCH_SCREEN)
    room.phones.add_screen(phone)
    room.session.say(NEW_SCREEN)
    return redirect(home() if own_seats() else url_for("host.page"), 303)


@bp.post("/screen/leave")
@may(Role.SCREEN)
def leave() -> ResponseReturnValue:
    """This screen is one of the table's no longer."""
    the_room().phones.drop_screen(phone_here())
    return redirect(url_for("watch.screen"), 303)


@bp.post("/screens/drop")
@may(Role.HOST)
def drop_screens() -> ResponseReturnValue:
    """No screen is the table's any more; they can be paired again."""
    room = the_room()
    for phone in room.phones.screens:
        room.phones.drop_screen(phone)
    room.session.announce()
    return redirect(url_for("host.page"), 303)


def code_shown() -> str | None:
    """The host's code, for the table's own screen while the table has no host; for templates."""
    room = the_room()
    if room.authority.code is None or room.phones.host is not None or phone_here() not in room.phones.screens:
        return None
    return room.authority.code.shown
