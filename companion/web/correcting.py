"""A line of the story is put right where it stands: what it may have been, and what that would drop, in three taps."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.core.actors import Viewer
from companion.core.capabilities import offers
from companion.core.capabilities.dice import DIE, ThrowsDice, die_faces
from companion.core.capabilities.reveals import RevealsCards
from companion.core.correcting import Alternative, alternatives, may_correct, may_foresee
from companion.core.errors import Illegal
from companion.core.evidence import SeenThing
from companion.core.game import Action, SeatAction
from companion.core.replaying import corrected
from companion.core.scene import Thing
from companion.core.text import Text, same, seat_name
from companion.table import codec
from companion.table.page import StoryLine
from companion.table.reporters import reporter
from companion.web.authority import AT_THE_TABLE, Act, Role, may
from companion.web.cookie import own_seats, seat_here, source_here
from companion.web.forms import number_sent
from companion.web.room import the_room
from companion.web.seat import filled_in

FACE_MOST = 40
"""Letters in the name of a face; the longest of our games has a dozen."""
TAKEN_OUT = -1
"""The form sends this in place of an alternative's number when the action did not happen."""
MOST_LISTED = 12
"""Actions that no longer fit and are named on a page, which stays short enough for a phone; the rest is counted."""

bp = Blueprint("correcting", __name__)


@dataclass(frozen=True, slots=True)
class ShownReading:
    """One thing that an action was read from, as a page shows it.

    Attributes:
        number: among the action's readings.
        face: what it was read as; "" for a thing that is known by its name, and may be open no more.
        confidence: 0 to 1; None where people typed it in.
        pictured: whether there is a picture that everybody may see now.
        offered: what it may have been, in words and as its face; empty where whole actions are chosen instead.
    """

    number: int
    face: str
    confidence: float | None
    pictured: bool
    offered: tuple[tuple[Text, str], ...]


@bp.get("/line/<int:index>")
@may(Role.SPECTATOR)
def page(index: int) -> ResponseReturnValue:
    """What happened, what was seen of it, and what it may have been instead."""
    viewer = _viewer(index)
    readings, others = _shown(index), _alternatives(index, viewer)
    return render_template(
        "line.html",
        line=_line(index, viewer), readings=readings, home=_home(viewer),
        at=line_mark(index, viewer), taken_out=TAKEN_OUT,
        alternatives=() if any(each.offered for each in readings) else others,
        mine=may_correct(the_room().session.match, index, viewer),
    )  # fmt: skip


@bp.post("/line/<int:index>")
@may(*AT_THE_TABLE, act=Act.CORRECT)
def correct(index: int) -> ResponseReturnValue:
    """Put the line right if it is still the one that the person saw, and ask once where later actions may go."""
    session, viewer = the_room().session, _viewer(index)
    if not may_correct(session.match, index, viewer):
        raise Illegal("web.not-your-line", NOT_YOURS.filled(name=seat_name(_seat(session.match.actions[index]))))
    if request.form["at"] != line_mark(index, viewer):
        abort(409)
    action = _meant(index, viewer)
    length = len(session.match.actions)
    if index + 1 < length and request.form.get("sure") != str(length):
        foreseen = may_foresee(session.match, index)
        gone = corrected(session.match, index, action).dropped if foreseen else ()
        if gone or not foreseen:
            return _ask(index, viewer, action, gone if foreseen else None)
    source = source_here() if viewer is None else f"seat {viewer}"
    try:
        if "face" in request.form:
            session.correct_reading(index, number_sent("number"), request.form["face"].strip(), source)
        else:
            session.correct(index, action, source)
    except Illegal:
        if not may_foresee(session.match, index):  # even a refusal tells something, so it is not to be had in silence
            session.say(TRIED.filled(who=reporter(source), what=_line(index, None).words))
        raise
    return redirect(_home(viewer), 303)


def _ask(index: int, viewer: Viewer, action: Action | None, gone: Sequence[int] | None) -> str:
    """The page that says what no longer fits before it goes; gone: None where that must not be told before.

    "Correct it" on that page holds for the match as it is now: once another action was played, the page asks again.
    """
    session = the_room().session
    match, listed = session.match, (() if gone is None else gone[:MOST_LISTED])
    return render_template(
        "line_sure.html",
        line=_line(index, viewer), home=_home(viewer),
        sent=[(name, value) for name, value in request.form.items() if name != "sure"],
        length=len(match.actions), foreseen=gone is not None,
        instead=None if action is None or gone is None else session.game.label(match.states[index], action, viewer),
        gone=[session.game.label(match.states[number], match.actions[number], None) for number in listed],
        more=len(gone or ()) - len(listed),
    )  # fmt: skip


def _meant(index: int, viewer: Viewer) -> Action | None:
    """What the person says that happened; None: it did not."""
    session = the_room().session
    if "face" in request.form:
        face = request.form["face"].strip()
        if not face or len(face) > FACE_MOST:
            abort(400)
        return session.read_as(index, number_sent("number"), face)[0]
    choice, others = number_sent("choice"), alternatives(session.match, index, viewer)
    if choice == TAKEN_OUT:
        return None
    if not 0 <= choice < len(others):
        abort(400)
    chosen = others[choice]
    if not chosen.written:
        return chosen.action
    data = codec.to_json(chosen.action)
    return codec.action_from_json(session.game, {**data, **filled_in(data, chosen.written)})


def _shown(index: int) -> tuple[ShownReading, ...]:
    session = the_room().session

    def shown(number: int, seen: SeenThing) -> ShownReading:
        by_camera = bool(session.evidence(index))
        pictured = by_camera and bool(session.seen_jpeg(index, number))
        confidence = seen.confidence if by_camera else None
        offered = () if seen.thing.name else faces_offered(seen.thing)
        return ShownReading(number, seen.thing.face if offered else "", confidence, pictured, offered)

    return tuple(shown(number, seen) for number, seen in enumerate(session.readings(index)))


def faces_offered(thing: Thing) -> tuple[tuple[Text, str], ...]:
    """What a thing may have been, in words and as its face; empty where whole actions are chosen instead."""
    game = the_room().session.game
    if thing.kind == DIE:
        return tuple((same(face), face) for face in die_faces(offers(game, ThrowsDice)))
    reveals = offers(game, RevealsCards)
    return () if reveals is None else reveals.corrections(thing)


def lines_to_correct() -> frozenset[int]:
    """The lines of the story that this phone or screen may put right."""
    match, seats = the_room().session.match, own_seats() or (None,)
    return frozenset(n for n in range(len(match.actions)) if any(may_correct(match, n, seat) for seat in seats))


def last_reading() -> int | None:
    """The last line that the camera read, or without any the last line; None where this phone may not correct it."""
    state, seats = the_room().session.state, own_seats() or (None,)
    read = [number for number, line in enumerate(state.lines) if line.source.startswith("camera")]
    last = (read or range(len(state.lines)))[-1:]
    return next((n for n in last if any(may_correct(state.match, n, seat) for seat in seats)), None)


def line_mark(index: int, viewer: Viewer) -> str:
    """Tells one line, and what is offered for it, from another that took its place: nobody corrects what he does not
    see."""
    session = the_room().session
    told, line = _line(index, viewer), session.state.lines[index]
    words = [each.words.en for each in _alternatives(index, viewer)]
    seen = b"|".join(each.crop_jpeg for each in line.evidence)
    return f"{crc32(json.dumps([told.words.en, told.faces, line.source, line.at_s, words]).encode() + seen):08x}"


def reading_mark(index: int) -> str:
    """Tells one reading's pictures from others that took their place, for addresses that browsers keep."""
    return f"{crc32(b'|'.join(each.crop_jpeg for each in the_room().session.evidence(index))):08x}"


def _viewer(index: int) -> Viewer:
    """For whom the page is: of this phone's seats the one that acted, so that it is corrected by who knows it."""
    actions = the_room().session.match.actions
    if index >= len(actions):
        abort(404)
    seat = _seat(actions[index])
    return seat if seat in own_seats() else seat_here()


def _seat(action: Action) -> int:
    return action.seat if isinstance(action, SeatAction) else -1


def _alternatives(index: int, viewer: Viewer) -> tuple[Alternative, ...]:
    return alternatives(the_room().session.match, index, viewer)


def _line(index: int, viewer: Viewer) -> StoryLine:
    story = the_room().session.page(viewer).story
    if index >= len(story):
        abort(404)
    return story[index]


def _home(viewer: Viewer) -> str:
    return url_for("watch.screen") if viewer is None else url_for("seat.page", seat=viewer)


TRIED = Text(
    fr="{who} a voulu corriger « {what} » : les règles ne le permettent pas.",
    en="{who} wanted to correct “{what}”: the rules do not allow it.",
)
NOT_YOURS = Text(
    fr="Seul le téléphone de {name} peut corriger cette ligne : elle dépend de ce que les autres ne voient pas.",
    en="Only {name}'s phone can correct this line: it depends on what the others do not see.",
)
