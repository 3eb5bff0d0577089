"""A whole game of Kaplan on the pages: each moment renders for each viewer, in one language, and tells no secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from companion import catalog
from companion.core.clock import ManualClock
from companion.core.evidence import SeenThing
from companion.core.game import pick_chance
from companion.core.scene import Thing
from companion.core.text import LANGUAGES
from companion.hardware.cues import RecordingCues
from companion.table import codec
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web import create_app
from tests.web.conftest import CROP, browser, for_test, table_screen
from tests.web.test_words import UNFILLED, shown

NAMES = ("Ada", "Basile", "Chloé", "Denis", "Élise")
LONGEST = 2000
"""Actions after which the game must have ended."""
LOOK_EVERY = 7
"""Moments between two looks at all pages: prime to the turn's length, so that each phase is met."""


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal(tmp_path / "journal.sqlite", ManualClock(1000.0))
    game = catalog.game("kaplan")
    yield open_session(journal, RecordingCues(), game, len(NAMES), game.options(sorting="hands"), NAMES)
    journal.close()


@pytest.fixture
def app(session: Session) -> Flask:
    return for_test(create_app(session))


def play_one(session: Session, random: Random) -> None:
    """What simulated people would do next; throws are seen by the camera."""
    match = session.match
    outcomes = match.state.chance_outcomes()
    if outcomes:
        action = pick_chance(outcomes, random)
        dice = tuple(SeenThing(Thing("die", str(value)), 0.99, CROP) for value in getattr(action, "values", ()))
        session.play(action, "camera", dice)
        return
    seat = match.state.actor.seat
    assert seat is not None
    session.play(match.game.choose(match.state, seat, random), f"seat {seat}")


def hidden_word(session: Session) -> str:
    """The word under the crown; before the cards lie, what no page says."""
    word: str | None = session.match.state.word  # type: ignore[attr-defined]
    return "⟦no word⟧" if word is None else word.lower()


def who_wrote_the_word(session: Session) -> set[int]:
    """Seats that announced the right word, and so read it in their own announcement."""
    players = session.match.state.players  # type: ignore[attr-defined]
    return {p.seat for p in players if p.announcement and p.announcement.word.lower() == hidden_word(session)}


@pytest.mark.whole
def test_a_whole_game_renders_for_everyone(app: Flask, session: Session) -> None:
    random = Random(3)
    phones = [browser(app, seat) for seat in range(len(NAMES))]
    screen = browser(app)
    phases = set()
    while session.match.state.scores is None:
        length = len(session.match.actions)
        assert length < LONGEST
        phase = session.page(None).state["phase"]
        if length % LOOK_EVERY == 0 or phase not in phases:
            phases.add(phase)
            language = LANGUAGES[length % 2]
            pages = [screen.get(f"/now?lang={language}").text]
            pages += [phone.get(f"/seat/{seat}/now?lang={language}").text for seat, phone in enumerate(phones)]
            for viewer, page in zip((None, *range(len(NAMES))), pages, strict=True):
                assert not UNFILLED.search(shown(page))
                assert viewer in who_wrote_the_word(session) or hidden_word(session) not in page.lower()
        play_one(session, random)
    assert {"colour", "families", "throw", "dice", "bets", "clue"} <= phases
    final = screen.get("/now").text
    assert hidden_word(session) in final.lower()
    assert 'id="scores"' in final


def until(session: Session, phase: str, random: Random) -> None:
    while session.page(None).state["phase"] != phase:
        play_one(session, random)


def test_every_offered_choice_can_be_tapped(app: Flask, session: Session) -> None:
    """The buttons of the game's own page carry what the session offers, neither more nor less."""
    random = Random(5)
    for phase in ("families", "dice", "bets", "clue"):
        until(session, phase, random)
        for seat in range(len(NAMES)):
            page = session.page(seat)
            phone = browser(app, seat)
            text = phone.get(f"/seat/{seat}/now").text
            assert text.count(f'action="/seat/{seat}/play"') == len(page.choices), (phase, seat)
            app.extensions["companion"].phones.free(seat)
        acting = session.match.state.actor.seat
        assert acting is not None
        choice = next(each for each in session.page(acting).choices if not each.open_fields)
        answer = browser(app, acting).post(
            f"/seat/{acting}/play", data={"action": app.json.dumps(choice.action)}, headers={"HX-Request": "true"}
        )
        assert answer.status_code == 204
        assert codec.to_json(session.match.actions[-1]) == choice.action
        app.extensions["companion"].phones.free(acting)


def test_draws_that_no_camera_sees_are_told_on_the_page(app: Flask, session: Session) -> None:
    """32 symbols make a list; the layout is one button, whatever word it hides, and the word is on no page."""
    until(session, "symbol", Random(1))
    screen = table_screen(app)
    assert screen.get("/now").text.count("<option ") == 32
    assert screen.post("/chance", data={"length": "2", "outcome": "31"}).status_code == 303
    for length in (3, 4):
        page = screen.get("/now").text
        assert page.count('name="outcome"') == 1
        assert screen.post("/chance", data={"length": str(length), "outcome": "0"}).status_code == 303
    assert session.page(None).state["phase"] == "cover"
    assert hidden_word(session) not in (page + screen.get("/").text + screen.get("/story").text).lower()


def test_an_announced_word_stays_secret(app: Flask, session: Session) -> None:
    until(session, "bets", Random(9))
    announce = next(each for each in session.page(2).choices if each.open_fields)
    word = "hippocampe"
    phone = browser(app, 2)
    sent = {"action": app.json.dumps(announce.action), "word": word}
    assert phone.post("/seat/2/play", data=sent, headers={"HX-Request": "true"}).status_code == 204
    assert word in phone.get("/seat/2").text
    for seat in (None, 0, 1, 3, 4):
        other = browser(app, seat)
        for path in ("/", "/now", "/story", "/join", f"/seat/{seat}", f"/seat/{seat}/story"):
            assert word not in other.get(path).text
    assert "Kaplan !" in browser(app).get("/now").text


def test_own_tokens_and_readings_are_on_the_own_page_only(app: Flask, session: Session) -> None:
    random = Random(11)
    while not any(place.get("letter") and not place["turned"] for place in session.page(0).state["places"]):
        play_one(session, random)
    phone, screen = browser(app, 0), browser(app)
    assert 'id="my-tokens"' in phone.get("/seat/0/now").text
    assert 'id="my-readings"' in phone.get("/seat/0/now").text
    assert 'id="my-' not in screen.get("/now").text
