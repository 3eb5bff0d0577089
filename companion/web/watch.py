"""The shared screen: what everyone at the table may see."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for

from companion.web.authority import Role, may
from companion.web.invitation import join_address, qr_code
from companion.web.live import mark
from companion.web.room import the_room

STORY_SHOWN = 12
"""Lines of the story on a live page: what a table still talks about. The rest is a page of its own."""

bp = Blueprint("watch", __name__)


@bp.get("/")
@may(Role.SPECTATOR)
def screen() -> str:
    """The shared screen's page."""
    room = the_room()
    page, address = room.session.page(None), join_address(url_for("seat.join"))
    known = mark(room.start, page.revision)
    simulated = room.simulated is not None
    return render_template(
        "watch.html", page=page, awaited=room.session.awaited, known=known, address=address, qr=qr_code(address),
        simulated=simulated,
    )  # fmt: skip


@bp.get("/now")
@may(Role.SPECTATOR)
def now() -> str:
    """The part of the shared screen that changes; seats, host and screens have buttons that the others have not."""
    session = the_room().session
    page = session.page(None)  # read first: who is awaited can only be newer, and then the page is fetched anew
    return render_template("watch_now.html", page=page, awaited=session.awaited)


@bp.get("/story")
@may(Role.SPECTATOR)
def story() -> str:
    """All that happened."""
    return render_template("story.html", page=the_room().session.page(None))
