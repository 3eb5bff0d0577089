"""How long cards that lie at places must lie so before something is played, asked or told; what the eyes see is made
up, a frame at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from companion import catalog
from companion.camera.source import Frame
from companion.core.errors import Unreadable
from companion.core.text import Text, same
from companion.games.plic_plac.actions import Announce, CardSeen, DrawFirst, TakeSecret
from companion.games.plic_plac.depiction import name_of
from companion.games.plic_plac.pieces import BY_FACE
from companion.hardware.cues import RecordingCues
from companion.perception.drawn.laid import LaidCards
from companion.perception.drawn.place_state import Lying, PlaceState
from companion.perception.drawn.reading import DrawnReading
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.table.watchers.placed_cards import PlacedCardsWatcher

ADA = 0
FRAME_S = 0.05
CARD_PX = 100.0
PICTURE = np.full((400, 400, 3), 90, np.uint8)


class Pool:
    """A pool of Plic-Plac whose every card is seen at once as the test says; all lie face down at first."""

    def __init__(self, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
        self.session, self.now_s = session, 0.0
        self.watcher = PlacedCardsWatcher(session)
        faces = self.watcher._cards.faces
        self._back = next(n for n, face in enumerate(faces) if not face.up)
        self._of_all = len(faces)
        self.lying: dict[str, PlaceState] = {}
        monkeypatch.setattr(LaidCards, "begin", lambda *_: None)
        monkeypatch.setattr(LaidCards, "update", lambda *_: self.lying)
        for name in self.watcher._game.laid_out(session.match.state):
            self.lying[name] = self.card(Lying.DOWN, {self._back: 1.0})
        self.watch(0.5)

    def card(self, lies: Lying, shares: Mapping[int, float], covered: float = 0.0) -> PlaceState:
        """A card in the middle of the picture, read like this, a share of it covered."""
        of_each = np.array([shares.get(n, 0.0) for n in range(self._of_all)])
        corners = 200.0 + CARD_PX / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
        reading = DrawnReading(of_each, np.eye(3), corners, covered, lies is Lying.UP, 1.0, True)
        return PlaceState(lies, reading, PICTURE, 0.0)

    def take(self, place: int) -> None:
        self.lying[name_of(place)] = PlaceState(Lying.NOTHING, None, None, 0.0)

    def put_back(self, place: int) -> None:
        self.lying[name_of(place)] = self.card(Lying.DOWN, {self._back: 1.0})

    def turn_up_unread(self, place: int) -> None:
        """Its face may be any."""
        self.lying[name_of(place)] = self.card(Lying.UP, dict.fromkeys(range(self._of_all), 1 / self._of_all))

    def turn_up(self, place: int, face: str, covered: float) -> None:
        """It is read without doubt, and a share of it is covered."""
        number = next(n for n, each in enumerate(self.watcher._cards.faces) if face in each.faces)
        self.lying[name_of(place)] = self.card(Lying.UP, {number: 1.0}, covered)

    def watch(self, seconds: float) -> None:
        for _ in range(round(seconds / FRAME_S)):
            self.now_s += FRAME_S
            frame = Frame(np.zeros((48, 64, 3), np.uint8), self.now_s, round(self.now_s / FRAME_S))
            self.watcher.watch(frame, lambda: PICTURE, self._ask)

    def _ask(
        self, words: Text, choices: tuple[Text, ...], crop: bytes | None, then: Callable[[int, str], None]
    ) -> None:
        self.session.ask(words, choices, then, crop)


@pytest.fixture
def pool(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> Pool:
    game = catalog.game("plic-plac")
    session = open_session(journal, RecordingCues(), game, 2, game.options(), ("Ada", "Bob"))
    session.play(DrawFirst(ADA), "seat 0")
    return Pool(session, monkeypatch)


def test_a_card_that_was_taken_is_played_within_half_a_second(pool: Pool) -> None:
    pool.take(7)
    pool.watch(0.5)
    assert pool.session.match.actions[-1] == TakeSecret(ADA, 7)


def test_cards_that_a_hand_takes_one_after_the_other_are_taken_together(pool: Pool) -> None:
    """Two are no secret card, though the first alone would have been."""
    pool.take(7)
    pool.watch(0.2)
    pool.take(8)
    pool.watch(0.5)
    assert pool.session.match.actions == (DrawFirst(ADA),)


def test_of_cards_that_somebody_lifts_while_choosing_the_last_is_taken(pool: Pool) -> None:
    for place in (7, 8, 9):
        pool.take(place)
        pool.watch(0.2)
        assert pool.session.match.actions == (DrawFirst(ADA),)
        assert pool.watcher.in_doubt
        if place != 9:
            pool.put_back(place)
    pool.watch(0.5)
    assert pool.session.match.actions == (DrawFirst(ADA), TakeSecret(ADA, 9))


def test_what_is_out_of_place_is_told_when_people_have_had_time_to_talk(pool: Pool) -> None:
    pool.take(7)
    pool.take(8)
    pool.watch(4.5)
    assert pool.session.page(None).notice is None
    pool.watch(4.5)
    assert pool.session.page(None).notice is not None


def test_a_card_that_stays_unread_is_asked_about_after_a_glance(pool: Pool) -> None:
    """A glance takes a second; with fingers over it, nobody wants a question."""
    pool.session.play(TakeSecret(ADA, 7), "seat 0")
    pool.session.play(Announce(ADA, "plic-plac"), "seat 0")
    pool.turn_up_unread(7)
    pool.watch(1.0)
    assert not pool.session.questions
    pool.watch(1.0)
    (question,) = pool.session.questions
    assert len(question.choices) == 6  # five cards, and another


@pytest.mark.parametrize(("covered", "is_kept"), [(0.015, True), (0.03, False)])
def test_the_picture_of_a_card_under_a_finger_is_not_kept(pool: Pool, covered: float, is_kept: bool) -> None:
    """More than the noise of the reader is a finger, or a card that another hides."""
    pool.session.play(TakeSecret(ADA, 7), "seat 0")
    pool.session.play(Announce(ADA, "plic-plac"), "seat 0")
    pool.turn_up(7, "green star", covered)
    pool.watch(0.5)
    assert pool.session.match.actions[-1] == CardSeen(7, BY_FACE["green star"])
    (seen,) = pool.session.evidence(len(pool.session.match.actions) - 1)
    assert bool(seen.crop_jpeg) is is_kept


def test_a_mat_that_is_hidden_is_looked_for_every_other_second(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time takes a full-size picture."""
    tries = list[float]()

    def begin(*_: Any) -> None:
        tries.append(pool.now_s)
        raise Unreadable("mat.hidden", same("hidden"))

    monkeypatch.setattr(LaidCards, "begin", begin)
    pool.watcher = PlacedCardsWatcher(pool.session)
    pool.watch(10.0)
    assert 4 <= len(tries) <= 7
