"""The sorting station: scripted cards, real settling, real session, the rules of Kaplan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import catalog
from companion.camera.arrays import Pixels
from companion.core.capabilities.sorting_station import Mark, station_of
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.games.kaplan.actions import CardPassed, DrawColour, DrawSymbol, SortedByHand
from companion.games.kaplan.deck import deck
from companion.games.kaplan.pieces import Colour
from companion.hardware.cues import Cue, RecordingCues
from companion.perception.eyes import Area, Eye, Eyes, Sighting
from companion.perception.veil import VEIL_BGR, cut_out, veiled
from companion.table.journal import Journal
from companion.table.opening import open_session, resume_session
from companion.table.referee import Referee
from companion.table.session import Session
from companion.table.watchers.sorting_station import AGAIN, SortingStationWatcher
from companion.table.watchers.throws import ThrowWatcher
from tests.table.test_referee import FRAMES_TO_REST, Scripted

WINDOW = 2
KEEPS = [card.ident for card in deck().cards if card.windows[WINDOW - 1].colour is Colour.GREEN]
DISCARDS = [card.ident for card in deck().cards if card.ident not in KEEPS]
RADIUS_PX = 24.0
Watch = Callable[[], None]


def card(name: int | str, x: float = 100.0, y: float = 100.0, face: str = "draw") -> Sighting:
    return Sighting(Thing("card", face, str(name)), 0.99, (x, y), RADIUS_PX, ("draw", "read"))


@pytest.fixture
def session(journal: Journal, cues: RecordingCues) -> Session:
    game = catalog.game("kaplan")
    session = open_session(journal, cues, game, 2, game.options(), ("Ada", "Bob"))
    session.play(DrawColour(Colour.GREEN, WINDOW), "table")
    cues.played.clear()
    return session


@pytest.fixture
def camera() -> Scripted:
    return Scripted()


def station_referee(camera: Scripted, session: Session, read: Eye) -> Referee:
    eyes = Eyes({"die": lambda picture, areas=None: (), "card": read})
    return Referee(camera, session, [SortingStationWatcher(session, eyes), ThrowWatcher(session, eyes)])


@pytest.fixture
def watch(camera: Scripted, session: Session) -> Watch:
    """Watch until the table has come to rest."""
    referee = station_referee(camera, session, camera.read)

    def until_rest() -> None:
        for _ in range(FRAMES_TO_REST):
            referee.step()

    return until_rest


def counts(session: Session) -> tuple[int, int]:
    state = session.page(None).state
    return state["kept"], state["discarded"]


def test_cards_pass_one_by_one(camera: Scripted, session: Session, cues: RecordingCues, watch: Watch) -> None:
    for number, ident in enumerate((KEEPS[0], DISCARDS[0], KEEPS[1]), start=1):
        camera.lay(card(ident))
        watch()
        assert len(session.match.actions) == 1 + number
    assert session.match.actions[1:] == (
        CardPassed(True, KEEPS[0]),
        CardPassed(False, DISCARDS[0]),
        CardPassed(True, KEEPS[1]),
    )
    assert counts(session) == (2, 1)
    assert [played.cue for played in cues.played] == [Cue.KEEP, Cue.DISCARD, Cue.KEEP]
    assert session.page(None).signals.last is Mark.KEEP


def test_a_handful_is_judged_at_once(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(*(card(ident, 60.0 * n, 100.0) for n, ident in enumerate((*KEEPS[:2], *DISCARDS[:3]), start=1)))
    watch()
    assert counts(session) == (2, 3)


def test_what_lies_there_or_is_pushed_counts_once(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(card(KEEPS[0]))
    watch()
    camera.lay(card(KEEPS[0], 200.0, 150.0), card(DISCARDS[0], 60.0, 60.0))
    watch()
    camera.lay(card(KEEPS[0], 210.0, 150.0), card(DISCARDS[0], 60.0, 60.0))
    watch()
    assert counts(session) == (1, 1)
    assert session.page(None).notice is None


def test_what_lies_elsewhere_is_still_seen_though_only_changes_are_read(camera: Scripted, session: Session) -> None:
    asked: list[Sequence[Area] | None] = []
    watch = watch_changes(camera, session, asked)
    for laid in ((KEEPS[0],), (KEEPS[0], DISCARDS[0]), (DISCARDS[0],), (DISCARDS[0], KEEPS[1])):
        camera.lay(*(card(ident, 60.0 + 180.0 * (ident == DISCARDS[0]), 60.0) for ident in laid))
        watch()
    assert session.match.actions[1:] == (
        CardPassed(True, KEEPS[0]),
        CardPassed(False, DISCARDS[0]),
        CardPassed(True, KEEPS[1]),
    )
    assert asked[0] is None
    assert all(asked[1:])
    assert session.page(None).notice is None


def watch_changes(camera: Scripted, session: Session, asked: list[Sequence[Area] | None]) -> Watch:
    """Until the table is at rest; cards are seen only where the eyes are asked to look, which is noted."""
    camera.steady = True

    def read(picture: Pixels, areas: Sequence[Area] | None = None) -> tuple[Sighting, ...]:
        asked.append(areas)
        seen = camera.read(picture)
        return seen if areas is None else tuple(each for each in seen if any(within(each, area) for area in areas))

    referee = station_referee(camera, session, read)

    def watch() -> None:
        for _ in range(FRAMES_TO_REST):
            referee.step()

    return watch


def test_a_card_that_lies_aside_is_still_seen_when_its_double_comes(camera: Scripted, session: Session) -> None:
    """Where the picture does not change nothing is read, and nothing is forgotten."""
    watch = watch_changes(camera, session, [])
    aside, came, double = (
        card(ident, x, y)
        for ident, x, y in ((DISCARDS[0], 300.0, 200.0), (KEEPS[0], 80.0, 80.0), (DISCARDS[0], 200.0, 100.0))
    )
    for laid in ((aside,), (aside, came), (aside, came, double)):
        camera.lay(*laid)
        watch()
    assert session.match.actions[1:] == (CardPassed(False, DISCARDS[0]), CardPassed(True, KEEPS[0]))
    notice = session.page(None).notice
    assert notice is not None
    assert "twice" in notice.en


def within(sighting: Sighting, area: Area) -> bool:
    (x, y), (left, top, right, bottom) = sighting.centre_xy_px, area
    return left <= x <= right and top <= y <= bottom


def test_a_card_that_comes_back_is_told_and_not_counted(camera: Scripted, session: Session, watch: Watch) -> None:
    for ident in (KEEPS[0], KEEPS[1], KEEPS[0]):
        camera.lay(card(ident))
        watch()
    assert counts(session) == (2, 0)
    assert session.page(None).notice == AGAIN


def test_a_reading_side_stops_the_table(camera: Scripted, session: Session, cues: RecordingCues, watch: Watch) -> None:
    camera.lay(card("", 100.0, 100.0, face="read"), card(DISCARDS[0], 200.0, 100.0))
    watch()
    page = session.page(None)
    assert page.notice is not None
    assert page.notice.en == "Stop: a card shows its reading side. Turn it over without reading it."
    assert (page.signals.last, counts(session)) == (Mark.ALARM, (0, 1))
    assert Cue.ALARM in [played.cue for played in cues.played]
    camera.lay(card(KEEPS[0], 100.0, 100.0), card(DISCARDS[0], 200.0, 100.0))
    watch()
    assert (session.page(None).notice, session.page(None).signals.last) == (None, Mark.KEEP)


def test_an_unread_card_is_asked_with_its_crop_and_one_tap_counts_it(
    camera: Scripted, session: Session, watch: Watch
) -> None:
    camera.lay(card(""), card("", 220.0, 100.0))
    watch()
    (question,) = session.questions
    assert [choice.fr for choice in question.choices] == ["À garder", "À écarter", "On la repasse"]
    assert question.words.en == "Is window 2 green?"
    assert question.crop_jpeg is not None
    session.answer(question.id, 1, "seat 1")
    assert session.match.actions[1:] == (CardPassed(False),)
    assert session.page(None).story[-1].source == "camera, seat 1"
    (question,) = session.questions  # the second card's turn
    session.answer(question.id, 2, "seat 1")
    watch()
    assert (session.questions, counts(session)) == ((), (0, 1))


def test_an_unread_card_on_the_place_of_another_is_asked_about(
    camera: Scripted, session: Session, watch: Watch
) -> None:
    for kept in (1, 2):
        camera.lay(card(""))
        watch()
        session.answer(session.questions[0].id, 0, "seat 0")
        assert counts(session) == (kept, 0)


@pytest.mark.parametrize(("off_radii", "asked"), [(0.15, 1), (0.3, 2)])
def test_an_unread_card_that_was_settled_is_not_asked_about_again_where_it_lies(
    session: Session, off_radii: float, asked: int
) -> None:
    """It is read a little off each time; one that was pushed by a third of its radius may be another."""
    watcher = SortingStationWatcher(session, Eyes({}))
    station = station_of(session.game, session.match.state)
    assert station is not None
    picture, questions = np.full((240, 320, 3), 90, np.uint8), list[Callable[[int, str], None]]()
    for x in (100.0, 100.0 + off_radii * RADIUS_PX):
        watcher.judge(station, picture, (card("", x),), (), lambda words, choices, crop, then: questions.append(then))
        if len(questions) == 1:
            questions[0](0, "seat 1")
    assert len(questions) == asked


def test_a_card_without_a_side_is_not_asked_about(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(card("", face=""))
    watch()
    assert session.questions == ()
    notice = session.page(None).notice
    assert notice is not None
    assert notice.en.startswith("A card cannot be seen well enough")


def test_undo_takes_a_card_back_until_it_comes_again(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(card(KEEPS[0]))
    watch()
    session.undo("seat 0")
    watch()
    assert counts(session) == (0, 0)
    camera.lay()
    watch()
    camera.lay(card(KEEPS[0]))
    watch()
    assert counts(session) == (1, 0)


def test_the_sort_ends_with_its_30th_card_and_the_rest_is_left(
    camera: Scripted, session: Session, watch: Watch
) -> None:
    for ident in KEEPS[:29]:
        session.play(CardPassed(True, ident), "camera")
    camera.lay(card(KEEPS[29]), card(DISCARDS[0], 220.0, 100.0))
    watch()
    assert session.page(None).state["phase"] == "symbol"
    assert session.page(None).station is None
    assert session.page(None).notice is None


def test_a_card_that_lies_there_when_the_second_sort_begins_is_judged_anew(
    camera: Scripted, session: Session, watch: Watch
) -> None:
    for ident in KEEPS[:29]:
        session.play(CardPassed(True, ident), "camera")
    camera.lay(card(KEEPS[29]))
    watch()
    assert session.page(None).state["phase"] == "symbol"
    symbol = next(cell.symbol for cell in deck().card(KEEPS[29]).windows[WINDOW - 1].cells if cell.holds)
    session.play(DrawSymbol(symbol.shape, symbol.fill), "table")
    watch()
    assert counts(session) == (1, 0)


def test_people_may_break_the_sort_off(camera: Scripted, session: Session, watch: Watch) -> None:
    camera.lay(card(KEEPS[0]))
    watch()
    session.play(SortedByHand(), "seat 0")
    camera.lay(card(KEEPS[1]))
    watch()
    assert session.page(None).state["phase"] == "symbol"


def test_nothing_but_open_cards_can_be_made_out_in_what_is_shown(
    camera: Scripted, session: Session, watch: Watch
) -> None:
    camera.lay(card("", 100.0, 100.0, face="read"), card(KEEPS[0], 220.0, 100.0))
    watch()
    assert session.live.picture_jpeg is not None
    shown = cv2.imdecode(np.frombuffer(session.live.picture_jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    secret = shown[90:110, 90:110].reshape(-1, 3).mean(axis=0)
    assert np.abs(secret - VEIL_BGR).max() < 12
    before = session.page(None).picture_number
    camera.lay(card("", 100.0, 100.0, face="read"))
    camera.level = 130
    watch()
    assert session.page(None).picture_number == before + 1  # nothing is shown of what moves


def test_a_veil_leaves_nothing_to_read() -> None:
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 2, (240, 320, 1)).repeat(3, axis=2).astype(np.uint8) * 255
    open_one = np.array([[60.0, 100.0], [100.0, 100.0], [100.0, 140.0], [60.0, 140.0]])
    shown = veiled(picture, [open_one])
    assert np.array_equal(shown[100:141, 60:101], picture[100:141, 60:101])
    shown[100:141, 60:101] = VEIL_BGR
    assert np.unique(shown.reshape(-1, 3), axis=0).tolist() == [list(VEIL_BGR)]
    piece = cut_out(picture, np.array([[80.0, 100.0], [100.0, 120.0], [80.0, 140.0], [60.0, 120.0]]))
    assert piece.shape == (41, 41, 3)
    assert piece[0, 0].tolist() == piece[-1, -1].tolist() == list(VEIL_BGR)


def test_a_sort_survives_a_pulled_plug(journal: Journal, session: Session, journal_path: Path) -> None:
    for ident in (*KEEPS[:3], *DISCARDS[:4]):
        session.play(CardPassed(ident in KEEPS, ident), "camera")
    again = resume_session(Journal(journal_path, ManualClock()), RecordingCues(), session.game)
    assert again is not None
    assert again.match.state == session.match.state
