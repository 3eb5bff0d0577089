"""The referee on the toy game: scripted sightings, real settling, real session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import pytest

from companion import catalog
from companion.camera.arrays import Pixels
from companion.camera.source import Frame
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.hardware.cues import RecordingCues
from companion.perception.eyes import Eyes, Sighting
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.referee import Referee
from companion.table.session import Session
from companion.table.troubles import ANGLE, TOO_STEEP
from companion.table.watchers.board.watcher import BoardWatcher
from companion.table.watchers.throws import FACE, LEANS, THROWN, ThrowWatcher
from tests.core.toy import Keep, Throw
from tests.table.test_camera_watch import Ticks

FRAME_S = 0.1
FRAMES_TO_REST = 12


def coin(face: str, x: float = 100.0, y: float = 100.0, *, confidence: float = 0.99, leaning: bool = False) -> Sighting:
    return Sighting(Thing("die", face), confidence, (x, y), 20.0, ("1", "2"), leaning)


@dataclass
class Scripted:
    """A camera over a grey table; `lay` changes what lies there, and the picture with it.

    steady: what stays where it lies looks the same after `lay`; without it everything turns light or dark.
    """

    sightings: tuple[Sighting, ...] = ()
    number: int = 0
    level: int = 60
    looks: int = field(default=0)
    steady: bool = False

    @property
    def full_size_xy(self) -> tuple[int, int]:
        return 320, 240

    def lay(self, *sightings: Sighting) -> None:
        self.sightings = sightings
        if not self.steady:
            self.level = 200 if self.level == 60 else 60

    def small(self) -> Frame:
        self.number += 1
        return Frame(self._picture(), self.number * FRAME_S, self.number)

    def full(self) -> Frame:
        self.looks += 1
        return Frame(self._picture(), self.number * FRAME_S, self.number)

    def _picture(self) -> Pixels:
        grain = np.random.default_rng(1).integers(-3, 4, (240, 320, 3))
        picture = 120 + grain
        x, y = np.meshgrid(np.arange(320), np.arange(240))
        for each in self.sightings:
            near = np.hypot(x - each.centre_xy_px[0], y - each.centre_xy_px[1]) <= each.radius_px
            picture[near] += self.level - 120
        if not self.sightings:
            picture[:30, :30] += self.level - 120
        return picture.clip(0, 255).astype(np.uint8)

    def read(self, picture: Pixels, areas: object = None) -> tuple[Sighting, ...]:
        return self.sightings

    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


@pytest.fixture
def camera() -> Scripted:
    return Scripted()


@pytest.fixture
def watch(camera: Scripted, session: Session) -> Callable[[], None]:
    """Watch until the table has come to rest."""
    referee = Referee(camera, session, [ThrowWatcher(session, Eyes({"die": camera.read}))])

    def until_rest() -> None:
        for _ in range(FRAMES_TO_REST):
            referee.step()

    return until_rest


Watch = Callable[[], None]


def test_no_picture_goes_out_while_something_moves(camera: Scripted, session: Session) -> None:
    referee = Referee(camera, session, [ThrowWatcher(session, Eyes({"die": camera.read}))])
    for _ in range(5):
        camera.lay(coin("2"))
        referee.step()
    assert session.live.picture_jpeg is None


def test_a_throw_is_seen_explained_and_played(camera: Scripted, session: Session, watch: Watch) -> None:
    watch()
    assert session.match.actions == ()
    camera.lay(coin("2"))
    watch()
    assert session.match.actions == (Throw((2,)),)
    line = session.page(None).story[0]
    assert (line.source, line.faces, line.confidence) == ("camera", ("2",), (0.99,))
    crop = session.evidence(0)[0].crop_jpeg
    assert crop.startswith(b"\xff\xd8")
    assert session.live.picture_jpeg is not None


def test_what_the_watcher_of_throws_has_looked_at_no_later_one_sees(camera: Scripted, session: Session) -> None:
    later = Ticks()
    referee = Referee(camera, session, [ThrowWatcher(session, Eyes({"die": camera.read})), later])
    camera.lay(coin("2"))
    for _ in range(2 * FRAMES_TO_REST):
        referee.step()
    assert (session.match.actions, later.frames) == ((Throw((2,)),), 0)


def test_a_table_at_rest_is_read_once(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(coin("2"))
    for _ in range(4):
        watch()
    assert camera.looks == 1
    assert len(session.match.actions) == 1


def test_what_still_lies_there_is_no_new_throw(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(coin("2"))
    watch()
    session.play(Keep(0), "seat 0")
    camera.lay(coin("2", 102.0, 99.0))  # something else moved, and the light with it
    watch()
    assert session.match.actions == (Throw((2,)), Keep(0))
    assert session.questions == ()


def test_a_pushed_die_is_asked_about(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(coin("2"))
    watch()
    session.play(Keep(0), "seat 0")
    camera.lay(coin("2", 200.0, 50.0))
    watch()
    (question,) = session.questions
    assert question.words.fr == THROWN.filled(what="Pièce : 2").fr
    session.answer(question.id, 1, "seat 1")
    watch()
    assert session.match.actions == (Throw((2,)), Keep(0))
    camera.lay(coin("1", 120.0, 150.0))
    watch()
    assert session.match.actions[-1] == Throw((1,))


def test_the_same_value_again_counts_when_people_say_so(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(coin("2"))
    watch()
    session.play(Keep(0), "seat 0")
    camera.lay(coin("2", 200.0, 50.0))
    watch()
    session.answer(session.questions[0].id, 0, "seat 1")
    assert session.match.actions == (Throw((2,)), Keep(0), Throw((2,)))
    assert session.page(None).story[2].source == "camera, seat 1"


def test_an_unsure_reading_is_asked_with_its_crop_and_one_tap_settles_it(
    camera: Scripted, session: Session, watch: Watch
) -> None:
    camera.lay(coin("", confidence=0.6))
    watch()
    (question,) = session.questions
    assert question.words == FACE
    assert [choice.fr for choice in question.choices] == ["1", "2", "On relance"]
    assert question.crop_jpeg is not None
    assert session.match.actions == ()
    session.answer(question.id, 1, "seat 1")
    assert session.match.actions == (Throw((2,)),)
    assert session.page(None).story[0].source == "camera, seat 1"


def test_a_rethrow_after_an_unsure_reading_starts_afresh(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(coin("", confidence=0.6))
    watch()
    session.answer(session.questions[0].id, 2, "seat 1")
    watch()
    assert session.questions == ()
    camera.lay(coin("1", 200.0, 120.0))
    watch()
    assert session.match.actions == (Throw((1,)),)


def test_motion_withdraws_the_question(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(coin("", confidence=0.6))
    watch()
    assert len(session.questions) == 1
    camera.lay(coin("1", 200.0, 120.0))
    watch()
    assert session.questions == ()
    assert session.match.actions == (Throw((1,)),)


def test_a_leaning_die_is_told_and_not_counted(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(coin("", leaning=True))
    watch()
    assert session.page(None).notice == LEANS
    assert session.match.actions == ()
    camera.lay(coin("1", 200.0, 120.0))
    watch()
    assert session.page(None).notice is None
    assert session.match.actions == (Throw((1,)),)


def test_a_camera_that_looks_from_too_far_aside_is_told_until_it_does_not(
    camera: Scripted, session: Session, watch: Watch
) -> None:
    camera.lay(replace(coin("", confidence=0.1), steep=True))
    watch()
    assert session.live.troubles[ANGLE] == TOO_STEEP
    assert session.match.actions == ()
    camera.lay(coin("1", 200.0, 120.0))
    watch()
    assert ANGLE not in session.live.troubles


def test_too_many_coins_explain_nothing_and_the_page_says_so(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(coin("1"), coin("2", 200.0, 200.0))
    watch()
    notice = session.page(None).notice
    assert notice is not None
    assert notice.en == "I see 1, 2, and that does not tell what happened. Throw the coin."


def test_an_unread_thing_that_could_not_help_is_not_asked_about(
    camera: Scripted, session: Session, watch: Watch
) -> None:
    camera.lay(coin(""), coin("", 200.0, 200.0))
    watch()
    assert session.questions == ()


def test_a_table_that_disagrees_is_told_and_play_goes_on_when_it_agrees(
    camera: Scripted, session: Session, watch: Watch
) -> None:
    camera.lay(coin("2"))
    watch()
    camera.lay(coin("1"))  # knocked over while a player decides
    watch()
    notice = session.page(None).notice
    assert notice is not None
    assert notice.en == "Missing from the table: die “2”. Put it in its place."
    camera.lay(coin("2"))
    watch()
    assert session.page(None).notice is None


def test_a_throw_that_lay_there_before_the_turn_came_is_read_when_it_comes(
    camera: Scripted, session: Session, watch: Watch
) -> None:
    camera.lay(coin("2"))
    watch()
    camera.lay()
    watch()
    session.play(Keep(0), "seat 0")
    camera.lay(coin("1", 200.0, 120.0))
    watch()
    assert session.match.actions == (Throw((2,)), Keep(0), Throw((1,)))


def test_nothing_is_read_while_things_move(camera: Scripted, session: Session) -> None:
    referee = Referee(camera, session, [ThrowWatcher(session, Eyes({"die": camera.read}))])
    for _ in range(FRAMES_TO_REST):
        camera.lay(coin("2"))
        referee.step()
    assert camera.looks == 0
    assert session.match.actions == ()


def test_what_lay_there_before_and_was_taken_for_a_die_does_not_matter(
    camera: Scripted, session: Session, watch: Watch
) -> None:
    session.play(Throw((1,)), "table")
    pawn, smudge = coin("2", 30.0, 30.0), coin("", 30.0, 200.0)
    camera.lay(pawn, smudge)
    watch()
    session.play(Keep(0), "seat 0")
    camera.lay(pawn, smudge, coin("2", 200.0, 120.0))
    watch()
    assert session.match.actions[2:] == (Throw((2,)),)
    assert session.page(None).story[2].faces == ("2",)


def test_old_dice_that_become_readable_are_no_new_throw(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(coin("2"))
    watch()
    camera.lay(coin("", 200.0, 50.0, leaning=True))  # pushed, and hard to read there
    watch()
    session.play(Keep(0), "seat 0")
    camera.lay(coin("2", 200.0, 50.0))
    watch()
    assert session.match.actions == (Throw((2,)), Keep(0))
    camera.lay(coin("2", 60.0, 130.0))  # pushed once more: the faces are those that the match knows
    watch()
    assert len(session.match.actions) == 2
    assert session.questions[0].words.fr == THROWN.filled(what="Pièce : 2").fr


def test_a_board_is_looked_at_after_every_motion_though_the_small_picture_is_as_before(
    camera: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A white disc that a hand moves on light wood changes next to nothing of it."""
    game, looks = catalog.game("karo"), []
    journal = Journal(tmp_path / "karo.sqlite", ManualClock())
    session = open_session(journal, RecordingCues(), game, 2, game.options(), ("Ada", "Bob"))
    monkeypatch.setattr(BoardWatcher, "judge", lambda self, *_, **__: looks.append(len(session.match.actions)))
    board = BoardWatcher(session, None)
    board._judged_length = 0
    referee = Referee(camera, session, [board])
    for _ in range(FRAMES_TO_REST):
        referee.step()
    assert len(looks) == 1
    for hand in (True, False):
        camera.lay()
        for _ in range(2 if hand else FRAMES_TO_REST):
            referee.step()
    assert len(looks) == 2
    for _ in range(FRAMES_TO_REST):
        referee.step()
    assert len(looks) == 2
