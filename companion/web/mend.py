"""Putting things right: answers to questions, corrected readings, the last action taken back and put back."""

from __future__ import annotations

from zlib import crc32

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.core.capabilities import offers
from companion.core.capabilities.dice import DIE, ThrowsDice, die_faces
from companion.core.capabilities.reveals import RevealsCards
from companion.core.scene import Thing
from companion.core.text import Text, same
from companion.table.page import StoryLine
from companion.web.authority import AT_THE_TABLE, Act, Role, may
from companion.web.cookie import seat_here, source_here
from companion.web.forms import done, number_sent
from companion.web.room import the_room

FACE_MOST = 40
"""Letters in the name of a face; the longest of our games has a dozen."""

bp = Blueprint("mend", __name__)


def home() -> str:
    """Where this phone belongs: its own seat's page, or the shared screen."""
    seat = seat_here()
    return url_for("watch.screen") if seat is None else url_for("seat.page", seat=seat)


@bp.post("/answer/<int:ident>")
@may(*AT_THE_TABLE, act=Act.ANSWER)
def answer(ident: int) -> Response:
    """Settle an open question with one of its choices."""
    the_room().session.answer(ident, number_sent("choice"), source_here())
    return done(home())


@bp.post("/undo")
@may(*AT_THE_TABLE, act=Act.UNDO)
def undo() -> Response:
    """Take the last action back, if it is still the one that the person saw."""
    the_room().session.undo(source_here(), number_sent("length"))
    return done(home())


@bp.post("/put-back")
@may(*AT_THE_TABLE, act=Act.UNDO)
def put_back() -> Response:
    """Take the last undo or correction back, if it is still the one that the person saw."""
    the_room().session.put_back(source_here(), number_sent("count"))
    return done(home())


@bp.get("/reading/<int:index>")
@may(Role.SPECTATOR)
def reading(index: int) -> str:
    """What the camera saw for one action, with the faces that it may have been."""
    line = _line(index)
    seen = the_room().session.evidence(index)
    offered = [faces_offered(each.thing) for each in seen]
    pictured = [bool(the_room().session.seen_jpeg(index, number)) for number in range(len(seen))]
    return render_template("reading.html", line=line, seen=seen, offered=offered, pictured=pictured, home=home())


@bp.post("/reading/<int:index>")
@may(*AT_THE_TABLE, act=Act.CORRECT)
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
    """Tells one reading from another that took its place in the story: by what was read, and by its pictures."""
    seen = the_room().session.evidence(line.index)
    return f"{crc32(b'|'.join([*(face.encode() for face in line.faces), *(each.crop_jpeg for each in seen)])):08x}"


def _line(index: int) -> StoryLine:
    story = the_room().session.page(None).story
    if index >= len(story) or not story[index].faces:
        abort(404)
    return story[index]
