"""A throw that people took back is not played again by the camera while the dice lie there as they did."""

from __future__ import annotations

from companion.perception.eyes import Eyes
from companion.table.referee import Referee
from companion.table.session import Session
from companion.table.watchers.throws import THROWN, ThrowWatcher
from tests.core.toy import Throw
from tests.table.test_referee import FRAMES_TO_REST, Scripted, coin


def watched(camera: Scripted, session: Session) -> Referee:
    """A program that has just been started, once the table has come to rest before it."""
    referee = Referee(camera, session, [ThrowWatcher(session, Eyes({"die": camera.read}))])
    watch(referee)
    return referee


def watch(referee: Referee) -> None:
    for _ in range(FRAMES_TO_REST):
        referee.step()


def test_a_throw_taken_back_is_neither_played_again_nor_asked_about(session: Session) -> None:
    camera = Scripted()
    referee = watched(camera, session)
    camera.lay(coin("2"))
    watch(referee)
    assert session.match.actions == (Throw((2,)),)
    session.undo("seat 0")
    for _ in range(2):
        watch(referee)
        camera.lay(coin("2", 102.0, 99.0))  # something else moved, and the light with it
    assert (session.match.actions, session.questions) == ((), ())
    camera.lay(coin("1", 200.0, 50.0))
    watch(referee)
    assert session.match.actions == (Throw((1,)),)


def test_a_program_started_anew_asks_about_a_throw_that_was_taken_back(session: Session) -> None:
    camera = Scripted()
    camera.lay(coin("2"))
    watched(camera, session)
    assert session.match.actions == (Throw((2,)),)
    session.undo("seat 0")
    watched(camera, session)
    assert session.match.actions == ()
    (question,) = session.questions
    assert question.words.en == THROWN.filled(what="Coin: 2").en
    session.answer(question.id, 0, "seat 0")
    assert session.match.actions == (Throw((2,)),)
