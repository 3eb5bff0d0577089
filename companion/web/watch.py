"""The shared screen: what everyone at the table may see."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup

from companion.web.authority import Role, may
from companion.web.live import mark
from companion.web.room import the_room
from companion.web.serve import address_for_phones

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Names that a machine has for itself; a phone could do nothing with them."""
STORY_SHOWN = 12
"""Lines of the story on a live page: what a table still talks about. The rest is a page of its own."""

bp = Blueprint("watch", __name__)


def join_address() -> str:
    """Where phones take a seat: at the address that this browser uses, or at the network's if that is loopback."""
    here = urlsplit(request.host_url)
    base = address_for_phones(here.port or 80) if here.hostname in LOOPBACK else request.host_url
    return base.rstrip("/") + url_for("seat.join")


def qr_code(address: str) -> Markup:
    """A QR code as an SVG element that takes the size and colours of its surroundings."""
    code = segno.make(address, error="m", micro=False)
    # safe as markup: segno writes it, and the address ends up as squares
    return Markup(code.svg_inline(omitsize=True, svgclass="qr", lineclass=None))


@bp.get("/")
@may(Role.SPECTATOR)
def screen() -> str:
    """The shared screen's page."""
    room = the_room()
    page, address = room.session.page(None), join_address()
    known = mark(room.start, page.revision)
    simulated = room.simulated is not None
    return render_template(
        "watch.html", page=page, known=known, address=address, qr=qr_code(address), simulated=simulated
    )


@bp.get("/now")
@may(Role.SPECTATOR)
def now() -> str:
    """The part of the shared screen that changes; seats, host and screens have buttons that the others have not."""
    return render_template("watch_now.html", page=the_room().session.page(None))


@bp.get("/story")
@may(Role.SPECTATOR)
def story() -> str:
    """All that happened."""
    return render_template("story.html", page=the_room().session.page(None))
