"""Films of KARO, followed frame by frame; `python -m tests.games.karo.videos` plays whole games of many more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion import catalog
from companion.camera import replay
from companion.camera.source import Frame, SourceEnded
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.hardware.cues import RecordingCues
from companion.perception.boards.reader import BoardReader
from companion.rehearsal.board import Mishaps
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.referee import Referee
from companion.table.watchers.board.watcher import BoardWatcher
from tests.games.karo.videos import MISHAPS, film, rehearsal

pytestmark = pytest.mark.whole

SOME_TURNS = 7


@pytest.mark.parametrize(("seed", "rules"), [(0, "four-circles"), (5, "clear-out")])
def test_the_beginning_of_a_film_is_followed_through_every_mishap(seed: int, rules: str) -> None:
    followed = film(seed, rules, SOME_TURNS, replace(MISHAPS, push=0.4, lamp=0.3))
    assert followed.followed, followed.line()
    assert followed.seen == followed.turns == SOME_TURNS


def test_who_is_told_of_a_fault_that_is_none_need_do_nothing() -> None:
    """An empty tile on wood of its own colour was thought gone: a moment later the board is looked at as if for the
    first time, and the turn is seen."""
    followed = film(630, "four-circles", 17)
    assert any("are gone from their places" in said for said in followed.accused)
    assert followed.followed, followed.line()
    assert followed.seen == followed.turns == 17


@pytest.mark.parametrize(
    ("seed", "rules", "turns"),
    [
        (21, "four-circles", 13),  # a white groove on white, the first circle of all, nine turns after the first disc
        (25, "movers-hoppers", 2),  # both camps, of faces that were never seen
    ],
)
def test_what_was_never_seen_is_told_apart(seed: int, rules: str, turns: int) -> None:
    followed = film(seed, rules, turns)
    assert followed.followed, followed.line()
    assert followed.asked <= 2


def test_a_recording_gives_the_same_record_as_the_table_did(tmp_path: Path) -> None:
    table = rehearsal(3, "four-circles", tmp_path, Mishaps())
    source, pictures = table.referee._source, tmp_path / "pictures"
    pictures.mkdir()
    small, number = source.small, 0

    def recorded() -> Frame:
        nonlocal number
        frame = small()
        cv2.imwrite(str(pictures / f"{number:04}.png"), source.full().pixels)
        number += 1
        return frame

    source.small = recorded  # type: ignore[method-assign]
    while len(table.session.match.actions) < 3:
        table.step()
    clock = ManualClock()
    journal = Journal(tmp_path / "again.sqlite", clock)
    session = open_session(
        journal, RecordingCues(), catalog.game("karo"), 2, table.session.match.options, ("Ada", "Bob")
    )
    recording = replay.open_source(SourceUrl.parse(f"replay://{pictures}?fps=6"), clock)
    referee = Referee(recording, session, [BoardWatcher(session, BoardReader())])
    for _ in range(number):
        for question in session.questions:
            session.answer(question.id, 0, "seat 0")
        referee.step()
    with pytest.raises(SourceEnded):
        referee.step()
    assert len(session.match.actions) >= 2
    assert session.match.actions == table.session.match.actions[: len(session.match.actions)]
