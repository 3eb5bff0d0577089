"""Putting things right: answers to questions, corrected readings, the last action taken back."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.capabilities import offers
from companion.core.capabilities.dice import DIE, ThrowsDice, die_faces
from companion.core.capabilities.reveals import RevealsCards
from companion.core.scene import Thing
from companion.core.text import Text, same
from companion.table.page import StoryLine
from companion.web.cookie import own_seats, source_here
from companion.web.forms import done, number_sent
from companion.web.room import the_room

FACE_MOST = 40
"""Letters in the name of a face; the longest of our games has a dozen."""

bp = Blueprint("mend", __name__)


def home() -> str:
    """Where this phone belongs: its own seat's page, or the shared screen."""
    seats = own_seats()
    return url_for("seat.page", seat=seats[0]) if len(seats) == 1 else url_for("watch.screen")


@bp.post("/answer/<int:ident>")
def answer(ident: int) -> Response:
    """Settle an open question with one of its choices."""
    the_room().session.answer(ident, number_sent("choice"), source_here())
    return done(home())


@bp.post("/undo")
def undo() -> Response:
    """Take the last action back, if it is still the one that the person saw."""
    session = the_room().session
    if number_sent("length") != len(session.match.actions):
        abort(409)
    session.undo(source_here())
    return done(home())


@bp.get("/reading/<int:index>")
def reading(index: int) -> str:
    """What the camera saw for one action, with the faces that it may have been."""
    line = _line(index)
    seen = the_room().session.evidence(index)
    offered = [faces_offered(each.thing) for each in seen]
    pictured = [bool(the_room().session.seen_jpeg(index, number)) for number in range(len(seen))]
    return render_template("reading.html", line=line, seen=seen, offered=offered, pictured=pictured, home=home())


@bp.post("/reading/<int:index>")
def correct(index: int) -> Response:
    """Say what one thing truly showed, if the reading is still the one that the person saw."""
    face = request.form["face"].strip()
    if not face or len(face) > FACE_MOST:
        abort(400)
    if request.form["at"] != reading_mark(_line(index)):
        abort(409)
    the_room().session.correct_reading(index, number_sent("number"), face, source_here())
    return redirect(home(), 303)


def faces_offered(thing: Thing) -> tuple[tuple[Text, str], ...]:
    """What a thing may have been, in words and as its face; empty where that is typed in."""
    game = the_room().session.game
    if thing.kind == DIE:
        return tuple((same(face), face) for face in die_faces(offers(game, ThrowsDice)))
    reveals = offers(game, RevealsCards)
    return () if reveals is None else reveals.corrections(thing)


def reading_mark(line: StoryLine) -> str:
    """Tells one reading from another that took its place in the story."""
    return f"{line.at_s:.3f}"


def _line(index: int) -> StoryLine:
    story = the_room().session.page(None).story
    if index >= len(story) or not story[index].faces:
        abort(404)
    return story[index]
