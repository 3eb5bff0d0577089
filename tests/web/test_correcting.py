"""Any line of the story is put right where it stands, within three taps, and nobody learns from it what he may not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import unescape
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import catalog
from companion.core.correcting import alternatives
from companion.core.game import Action, ChanceAction
from companion.core.kit import random_match
from companion.games.kaplan.actions import Bet
from companion.games.plic_plac.actions import CardSeen
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web import create_app
from tests.core.toy import Keep, Pass, Throw
from tests.web.conftest import browser, for_test, table_screen

NAMES = ("Ada", "Bob", "Cy", "Dan")
SEATS = {"karo": 2, "plic-plac": 3, "kaplan": 3, "kaleidoscope": 2, "leprechauns": 4}
MOST_TAPS = 3
LINES = 6
"""Lines of each game that are put right over the pages, spread over its match."""


def mark_of(page: str) -> str:
    return page.split('name="at" value="', 1)[1].split('"', 1)[0]


def sure(page: str) -> dict[str, str]:
    """What the button sends that makes sure."""
    return {"sure": page.split('name="sure" value="', 1)[1].split('"', 1)[0]}


def choices(page: str) -> list[str]:
    """The words of the buttons that choose what happened, in their order."""
    return [unescape(words) for words in re.findall(r'name="choice" value="-?\d+"[^>]*>([^<]*)<', page)]


def played(journal: Journal, key: str, seed: int, most: int | None = None) -> Session:
    """A random match, played through a session."""
    game = catalog.game(key)
    match = random_match(game, SEATS[key], seed=seed)
    session = open_session(journal, RecordingCues(), game, SEATS[key], match.options, NAMES[: SEATS[key]])
    for action in match.actions[:most]:
        session.play(action, "camera" if isinstance(action, ChanceAction) else f"seat {action.seat}")  # type: ignore[attr-defined]
    return session


def put_right(phone: FlaskClient, index: int, sent: dict[str, str]) -> int:
    """Correct a line as a finger does; the number of taps, the one on the line among them."""
    page = phone.get(f"/line/{index}").text
    data = {"at": mark_of(page), **sent}
    answer = phone.post(f"/line/{index}", data=data)
    if answer.status_code == 303:
        return 2
    assert 'name="sure"' in answer.text, answer.text
    assert phone.post(f"/line/{index}", data={**data, **sure(answer.text)}).status_code == 303
    return 3


@pytest.mark.parametrize("key", sorted(SEATS))
@pytest.mark.whole
def test_old_lines_of_every_game_are_put_right_in_three_taps(journal: Journal, key: str) -> None:
    session = played(journal, key, seed=5)
    app = for_test(create_app(session))
    app.extensions["companion"].authority.pace.step = lambda *_: None  # a finger looks at the table in between
    phones = [browser(app, seat) for seat in range(SEATS[key])]
    length = len(session.match.actions)
    for index in range(0, length, max(1, length // LINES)):
        done = session.match.actions[index]
        seat = getattr(done, "seat", 0)
        others = alternatives(session.match, index, seat if hasattr(done, "seat") else None)
        simple = [number for number, each in enumerate(others) if not each.written]
        sent = {"choice": str(simple[0] if simple and not isinstance(done, CardSeen) else -1)}
        if 'name="face"' in phones[seat].get(f"/line/{index}").text:
            sent = {"number": "0", "face": str(1 + Random(index).randrange(9))}
        before = session.match
        assert put_right(phones[seat], index, sent) <= MOST_TAPS
        assert any("⟦" in deed.words.en for deed in session.live.deeds), "said to everyone, with who did it"
        session.put_back("table", session.to_put_back)
        assert session.match == before


def test_what_would_go_is_named_before_it_goes_and_listed_afterwards(journal: Journal) -> None:
    session = played(journal, "karo", seed=1, most=20)
    screen = table_screen(for_test(create_app(session)))
    page = screen.get("/line/13").text
    assert len(choices(page)) > 20
    taken_out = {"at": mark_of(page), "choice": "-1"}
    before = session.match
    asked = screen.post("/line/13", data=taken_out)
    assert asked.status_code == 200
    assert "Ces actions ne seraient plus possibles" in asked.text
    assert session.match == before
    assert screen.post("/line/13", data={**taken_out, **sure(asked.text)}).headers["Location"] == "/"
    shown = screen.get("/now").text
    assert 'id="dropped"' in shown
    assert shown.count("<li>", shown.index('id="dropped"'), shown.index("</section>")) == len(session.dropped_words())
    assert "Retiré par l’écran commun" in unescape(shown)
    assert screen.post("/put-back", data={"count": "1"}).status_code == 303
    assert session.match == before
    assert 'id="dropped"' not in screen.get("/now").text


def test_who_was_sure_before_more_was_played_is_asked_again(app: Flask, session: Session) -> None:
    session.play(Keep(0), "seat 0")
    screen = table_screen(app)
    sent = {"at": mark_of(screen.get("/line/0").text), "number": "0", "face": "2"}
    asked = screen.post("/line/0", data=sent).text
    session.play(Throw((1,)), "camera")
    again = screen.post("/line/0", data={**sent, **sure(asked)})
    assert again.status_code == 200
    assert session.match.actions[0] == Throw((1,))
    assert screen.post("/line/0", data={**sent, **sure(again.text)}).status_code == 303
    assert session.match.actions[0] == Throw((2,))


def test_the_last_reading_is_one_tap_away_for_whoever_may_correct_it(app: Flask, session: Session) -> None:
    session.play(Keep(0), "seat 0")
    wanted = '<p id="last-reading"><a href="/line/0">'
    assert wanted in browser(app, 1).get("/seat/1/now").text
    assert wanted in table_screen(app).get("/now").text
    assert "last-reading" not in browser(app).get("/now").text


def test_a_reading_that_others_followed_is_not_shown_as_the_last_line(app: Flask, session: Session) -> None:
    screen = table_screen(app)
    says, corrects = "Dernière lecture de la caméra :", "Corriger la dernière lecture de la caméra"
    assert says not in screen.get("/now").text
    assert ">C’est faux</a>" in screen.get("/wall").text
    session.play(Keep(0), "seat 0")
    read = str(session.page(None).story[0].words.fr)
    assert f"<span>{says} {read}</span>" in unescape(screen.get("/now").text)
    wall = screen.get("/wall").text
    assert f'<a href="/line/0">{corrects}</a>' in wall
    assert "C’est faux" not in wall


def test_a_typed_action_is_corrected_by_its_seat_alone_in_a_game_with_secrets(app: Flask, session: Session) -> None:
    session.play(Keep(0), "seat 0")
    ada, bob = browser(app, 0), browser(app, 1)
    assert 'href="/line/1"' in ada.get("/seat/0/now").text
    assert 'href="/line/1"' not in bob.get("/seat/1/now").text
    assert choices(bob.get("/line/1").text) == []
    refused = bob.post("/line/1", data={"at": "", "choice": "0"})
    assert refused.status_code == 409
    assert "Ada" in refused.text
    assert put_right(ada, 1, {"choice": "0"}) == 2
    assert session.match.actions == (Throw((1,)), Pass(0))
    assert session.page(None).story[1].source == "seat 0"


def test_a_word_is_written_anew(app: Flask, session: Session) -> None:
    session.play_at_seat(1, {"do": "Wish", "seat": 1, "words": "moon"})
    bob = browser(app, 1)
    page = bob.get("/line/1").text
    assert "gold" not in page.split("<form", 1)[1].split("value=", 1)[0]
    assert put_right(bob, 1, {"choice": "0", "words": "sun"}) == 2
    assert session.match.actions[1].words == "sun"  # type: ignore[attr-defined]


def test_a_line_that_is_no_longer_what_was_seen_is_not_corrected(app: Flask, session: Session) -> None:
    session.play(Keep(0), "seat 0")
    ada = browser(app, 0)
    mark = mark_of(ada.get("/line/1").text)
    session.correct(1, Pass(0), "seat 0")
    assert ada.post("/line/1", data={"at": mark, "choice": "0"}).status_code == 409


def test_plic_plac_is_no_memory(journal: Journal) -> None:
    """Two matches that differ in a card that lies face down again show the same page, and preview nothing."""
    session = played(journal, "plic-plac", seed=2)
    match = session.match
    index = next(n for n, action in enumerate(match.actions) if isinstance(action, CardSeen))
    seen = match.actions[index]
    assert isinstance(seen, CardSeen)
    screen = table_screen(for_test(create_app(session)))
    page = screen.get(f"/line/{index}").text
    others = alternatives(match, index, None)
    assert len(others) == 36
    other = next(each.action for each in others if each.action != seen)
    forged = replace(match, actions=(*match.actions[:index], other, *match.actions[index + 1 :]))
    told = [each.words for each in alternatives(forged, index, None)]
    assert told == [each.words for each in others]
    for words in (others[0], others[-1]):
        number = others.index(words)
        asked = screen.post(f"/line/{index}", data={"at": mark_of(page), "choice": str(number)}).text
        assert 'class="gone"' not in asked
        assert words.words.fr not in unescape(asked)


def test_a_refused_try_at_plic_placs_cards_is_said_to_everyone(journal: Journal) -> None:
    """That the rules refuse a card tells that it lay open then."""
    session = played(journal, "plic-plac", seed=2)
    lines = [n for n, action in enumerate(session.match.actions) if isinstance(action, CardSeen)]
    shown = {each.card for each in session.match.states[lines[1]].shown}  # type: ignore[attr-defined]
    others = alternatives(session.match, lines[1], None)
    number = next(n for n, each in enumerate(others) if each.action.card in shown)  # type: ignore[attr-defined]
    screen = table_screen(for_test(create_app(session)))
    data = {"at": mark_of(screen.get(f"/line/{lines[1]}").text), "choice": str(number)}
    asked = screen.post(f"/line/{lines[1]}", data=data).text
    assert session.live.deeds == ()
    assert screen.post(f"/line/{lines[1]}", data={**data, **sure(asked)}).status_code == 409
    assert [deed.words.en for deed in session.live.deeds] == [
        "the shared screen wanted to correct “The upturned card is seen”: the rules do not allow it."
    ]


def test_kaplans_hidden_tokens_are_not_told_by_what_was_in_the_hand() -> None:
    """Nobody is told which hidden token lies where: with two exchanged, all pages of their player are the same."""
    for seed in range(4):
        match = random_match(catalog.game("kaplan"), 3, seed=seed)
        first, second = next(exchangeable(match.actions))
        here, exchanged = match.back_to(second + 1), match.back_to(first)
        one, other = match.actions[first], match.actions[second]
        for number in range(first, second + 1):
            bet = {first: other, second: one}.get(number)
            action = match.actions[number]
            exchanged = exchanged.play(action if bet is None else replace(action, value=bet.value))  # type: ignore[call-arg,attr-defined]
        own = [n for n in range(second + 1) if getattr(match.actions[n], "seat", None) == one.seat]  # type: ignore[attr-defined]
        for index in own:
            told = [[each.words for each in alternatives(of, index, one.seat)] for of in (here, exchanged)]  # type: ignore[attr-defined]
            assert told[0] == told[1]


def exchangeable(actions: Sequence[Action]) -> Iterator[tuple[int, int]]:
    """Two bets with hidden tokens of one seat and family that could lie where the other does."""
    for second, other in enumerate(actions):
        for first, one in enumerate(actions[:second]):
            both = isinstance(one, Bet) and isinstance(other, Bet) and one.hidden and other.hidden
            if both and (one.seat, one.family) == (other.seat, other.family):  # type: ignore[attr-defined]
                yield first, second
