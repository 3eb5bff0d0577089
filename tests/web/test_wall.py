"""The wall screen: who may look and who may answer, how it follows the evening, and what it tells of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from companion import catalog
from companion.core.capabilities.awaited import awaited_seats
from companion.core.capabilities.figures import Figure
from companion.core.clock import ManualClock
from companion.core.kit import pick_chance, random_match
from companion.core.text import same
from companion.evening import Evening
from companion.table.evening_figures import EVENING_S
from companion.table.journal import Journal
from companion.table.session import Session
from companion.web import create_app
from tests.web.conftest import CROP, browser, for_test, host_code, table_screen
from tests.web.evenings import Phone, match_of, opened
from tests.web.test_correcting import SEATS, played

WALL = {"HX-Request": "true", "Wall": "1"}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = opened(tmp_path)
    yield evening
    evening.close()


def play_to_the_end(session: Session) -> None:
    random = Random(3)
    while session.match.state.scores is None:
        state = session.match.state
        outcomes = state.chance_outcomes()
        seat = state.actor.seat or 0
        session.play(pick_chance(outcomes, random) if outcomes else session.game.choose(state, seat, random), "table")


def test_anybody_looks_and_only_a_paired_screen_answers(app: Flask, session: Session) -> None:
    question = session.ask(same("Which?"), (same("this"), same("that")), lambda choice, source: None, CROP)
    anybody, screen = browser(app), table_screen(app)
    for address in ("/wall", "/wall/now"):
        seen = anybody.get(address).text
        assert "Which?" in seen
        assert 'name="choice"' not in seen
        assert screen.get(address).text.count('name="choice"') == 2
    assert anybody.post(f"/answer/{question.id}", data={"choice": "0"}).status_code in (303, 403)
    assert len(session.questions) == 1
    screen.post(f"/answer/{question.id}", data={"choice": "0"})
    assert session.questions == ()


def test_a_wall_screen_that_is_paired_is_a_wall_screen_again(app: Flask) -> None:
    wall = browser(app)
    assert 'action="/screen?wall=1"' in wall.get("/wall").text
    waiting = wall.post("/screen?wall=1").headers["Location"]
    shown = wall.get(waiting).text
    assert f'hx-get="{waiting}"' in shown
    found = re.search(r'<p class="code">(\d{4})</p>', shown)
    assert found is not None
    assert browser(app, seat=0).post("/screen/pair", data={"code": found[1]}).status_code == 303
    assert wall.get(waiting).headers["Location"] == "/wall"
    assert wall.get(waiting, headers=WALL).headers["HX-Redirect"] == "/wall"
    assert 'action="/screen?wall=1"' not in wall.get("/wall").text


def test_the_wall_follows_from_the_lobby_to_a_match_and_back(evening: Evening) -> None:
    wall, ada = Phone(evening), Phone(evening, "Ada")
    Phone(evening, "Bob")
    assert 'hx-headers=\'{"Wall": "1"}\'' in wall.go("/")
    ada.tap("/lobby/game", game="karo")
    ada.tap("/lobby/begin")
    told = {"Scene": wall.scene or "", **WALL}
    assert wall.get("/lobby/screen", **told).headers["HX-Redirect"] == "/wall"
    assert 'id="tallies"' in wall.go("/wall")
    ada.go("/here")
    ada.tap("/evening/lobby", match="1")
    told = {"Scene": wall.scene or "", **WALL}
    assert wall.get("/wall/now", **told).headers["HX-Redirect"] == "/wall"
    assert "Qui est là" in wall.go("/wall")
    # a phone of the same scene is led elsewhere
    assert wall.follow("/now").headers.get("HX-Redirect") in (None, "/here")


@pytest.mark.parametrize("key", sorted(catalog.game_keys()))
def test_every_game_says_how_each_player_stands(journal: Journal, key: str) -> None:
    whole = random_match(catalog.game(key), SEATS[key], seed=5)
    session = played(journal, key, seed=5, most=len(whole.actions) - 2)
    page = browser(for_test(create_app(session))).get("/wall").text
    tallies = re.findall(r'<span class="tally">(.*?)</span></li>', page, re.DOTALL)
    assert len(tallies) == SEATS[key]
    assert all(re.sub(r"<[^>]+>|\s", "", each) for each in tallies)


def test_everybody_who_is_awaited_is_lit_on_the_wall_and_on_the_watchers_page(journal: Journal) -> None:
    whole = random_match(catalog.game("leprechauns"), 4, seed=5)
    most = next(n for n, state in enumerate(whole.states) if len(awaited_seats(whole.game, state)) > 1)
    session = played(journal, "leprechauns", seed=5, most=most)
    wall, watched = (browser(for_test(create_app(session))).get(each).text for each in ("/wall", "/"))
    assert len(session.awaited) > 1
    lit = re.findall(r'<li class="turn[^"]*"><span>(\w+)</span>', wall)
    assert lit == [session.names[seat] for seat in session.awaited]
    assert watched.count('aria-current="step"') == len(lit)


def numbers(page: str) -> list[tuple[str, str]]:
    """The figures of a winner's scene: what stands large, and what it is."""
    return re.findall(r"<strong[^>]*>([^<]+)</strong> <span>([^<]+)</span>", page.split('class="numbers', 1)[1])


def test_the_end_has_everybody_by_their_score(journal: Journal) -> None:
    session = played(journal, "karo", seed=5)
    scores = session.match.state.scores
    assert scores is not None
    page = browser(for_test(create_app(session))).get("/wall").text
    ranking = re.findall(r'<li class="[a-z ]*">\s*<span>(\w+)</span>', page.split('class="ranking', 1)[1])
    assert ranking[:2] == [session.names[seat] for seat in sorted((0, 1), key=lambda seat: -scores[seat])]
    assert (str(len(session.match.actions)), "coups joués") in numbers(page)


def test_figures_as_good_in_other_words_are_all_shown_each_with_its_owner(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = played(journal, "leprechauns", seed=5)
    title = same("Longest word")
    told = (("CAT", 3), ("HORSE", 5), ("SHEEP", 5), ("HORSE", 5))
    figures = tuple(Figure("best-word", title, seat, size, word) for seat, (word, size) in enumerate(told))
    figures = figures[: len(session.names)]
    monkeypatch.setattr(type(session.game), "figures_of", staticmethod(lambda match: figures))
    page = browser(for_test(create_app(session))).get("/wall").text
    assert [words for words, what in numbers(page) if what == "Longest word"] == ["HORSE", "SHEEP"]
    owners = re.findall(r"<small>([^<]+)</small>", page.split('class="numbers', 1)[1])
    names = session.names
    assert owners == [", ".join(names[1::2]), names[2]]


def test_the_end_tells_of_the_evenings_other_matches(evening: Evening) -> None:
    ada, _ = Phone(evening, "Ada"), Phone(evening, "Bob")
    ada.tap("/lobby/game", game="karo")
    ada.tap("/lobby/begin")
    won = {"Ada": 0, "Bob": 0}
    for number in (1, 2):
        session = match_of(evening).session
        play_to_the_end(session)
        scores = session.match.state.scores
        assert scores is not None
        for seat, name in enumerate(session.names):
            won[name] += scores[seat] == max(scores) > min(scores)
        figures = evening.figures(session)
        assert (figures.matches, dict(figures.wins)) == (number, won)
        page = Phone(evening).go("/wall")
        assert (("2", "parties finies") in numbers(page)) is (number == 2)
        ada.go("/here")
        ada.tap("/evening/rematch", match=str(number))
    assert evening.figures(match_of(evening).session).matches == 2  # the third is not finished


def test_an_evening_is_no_longer_than_an_evening(evening: Evening) -> None:
    clock = evening.setting.clock
    assert isinstance(clock, ManualClock)
    ada, _ = Phone(evening, "Ada"), Phone(evening, "Bob")
    ada.tap("/lobby/game", game="karo")
    ada.tap("/lobby/begin")
    play_to_the_end(match_of(evening).session)
    ada.go("/here")
    clock.wait_s(EVENING_S + 1)
    ada.tap("/evening/rematch", match="1")
    play_to_the_end(match_of(evening).session)
    assert evening.figures(match_of(evening).session).matches == 1


def test_the_hosts_code_stands_on_a_paired_wall_screen_alone(session: Session) -> None:
    app = for_test(create_app(session, manner="cafe"))
    code = host_code(app)
    assert code is not None
    assert code in table_screen(app).get("/wall").text
    assert code not in browser(app).get("/wall").text
