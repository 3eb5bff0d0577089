"""The wall screen: what everybody at the table reads from where they sit, without a touch and without scrolling."""

from __future__ import annotations

from flask import Blueprint, render_template, url_for

from companion.core.capabilities import offers
from companion.core.capabilities.figures import Figure, TellsFigures
from companion.core.text import Text
from companion.table.evening_figures import FiguresOfEvening
from companion.web.authority import Role, may
from companion.web.invitation import join_address, qr_code
from companion.web.live import mark
from companion.web.room import the_room

bp = Blueprint("wall", __name__)


@bp.get("/wall")
@may(Role.SPECTATOR)
def page() -> str:
    """The wall screen's page. It shows what everybody may see; its buttons are those of whoever opens it."""
    room = the_room()
    shown, address = room.session.page(None), join_address(url_for("seat.join"))
    known = mark(room.start, shown.revision)
    return render_template(
        "wall.html", page=shown, awaited=room.session.awaited, known=known, address=address, qr=qr_code(address)
    )


@bp.get("/wall/now")
@may(Role.SPECTATOR)
def now() -> str:
    """The part of the wall screen that changes."""
    session = the_room().session
    page = session.page(None)  # as on the watchers' page
    return render_template("wall_now.html", page=page, awaited=session.awaited)


def match_figures() -> list[tuple[Text, str, list[str]]]:
    """What is worth telling of a match that is over, for templates: the best figure of each kind, its title, and the
    names of those who have it; one after the other where some have as good a one in other words. Empty while it goes
    on, and where the game has none."""
    session = the_room().session
    told = offers(session.game, TellsFigures)
    if told is None or session.match.state.scores is None:
        return []
    kinds: dict[str, list[Figure]] = {}
    for figure in told.figures_of(session.match):
        kinds.setdefault(figure.key, []).append(figure)
    found = []
    for figures in kinds.values():
        most = max(each.value for each in figures)
        owners: dict[str, list[str]] = {}
        for figure in figures:
            if figure.value == most:
                owners.setdefault(figure.words, []).append(session.names[figure.seat])
        found += [(figures[0].title, words, names) for words, names in owners.items()]
    return found


def evening_figures() -> FiguresOfEvening | None:
    """What the evening has been so far, for templates; None where the match is no part of one."""
    room = the_room()
    return None if room.evening is None else room.evening.figures(room.session)


FIGURES = {"match_figures": match_figures, "evening_figures": evening_figures}
"""By the names that templates know them by."""
