"""What programs are told of a table: the promised keys in every game, nothing secret, and a number for every change."""

from __future__ import annotations

import http.client
import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion import catalog
from companion.core.actors import OVER
from companion.core.capabilities.awaited import awaited_seats
from companion.core.game import Game
from companion.core.kit import random_match
from companion.core.match import Match
from companion.core.session_state import SessionState
from companion.core.text import Text, same
from companion.table.live import Live
from companion.table.page import page_for
from companion.table.session import Session
from companion.table.troubles import SAVING
from companion.web.api import public_json
from companion.web.serve import serve
from tests.core.toy import Keep, Pass, Throw, Wish
from tests.web.conftest import browser

GAMES = ("kaplan", "karo", "kaleidoscope", "leprechauns", "plic-plac")
NAMES = ("Ada", "Bob", "Cleo", "Dan")
SEEDS = (1, 2)


def seats_of(game: Game) -> int:
    return min(4, game.seats[-1])


def told(match: Match, names: tuple[str, ...]) -> dict[str, Any]:
    """What is told of a match whose phones all have their seats."""
    page = page_for(SessionState(match, names), None, Live())
    return public_json(page, range(len(names)), awaited_seats(match.game, match.state), "well")


def at_times(game: Game, seed: int) -> list[tuple[Match, tuple[str, ...]]]:
    """The match's start, middle and end, without the lines of its story."""
    whole = random_match(game, seats_of(game), seed=seed)
    names = NAMES[: whole.seats]
    return [(replace(whole, actions=(), states=(state,)), names) for state in
            (whole.states[0], whole.states[len(whole.states) // 2], whole.states[-1])]  # fmt: skip


def check_both(words: object) -> None:
    assert isinstance(words, dict)
    assert words.keys() == {"fr", "en"}
    assert all(isinstance(each, str) and each.strip() and "{" not in each for each in words.values())


def check_table(found: dict[str, Any], game: Game, names: tuple[str, ...]) -> None:
    """Every key of the promise, with what it promises."""
    assert found.keys() == {
        "version", "game", "title", "over", "prompt", "players", "asked", "notices", "camera",
    }  # fmt: skip
    assert type(found["version"]) is int
    assert found["game"] == game.key
    assert found["title"] == game.title.fr
    assert type(found["over"]) is type(found["asked"]) is bool
    check_both(found["prompt"])
    for words in found["notices"]:
        check_both(words)
    assert found["camera"] == "well"
    assert [each["seat"] for each in found["players"]] == list(range(len(names)))
    assert [each["name"] for each in found["players"]] == list(names)
    for player in found["players"]:
        assert player.keys() == {"seat", "name", "taken", "turn", "score"}
        assert type(player["taken"]) is type(player["turn"]) is bool
        assert isinstance(player["score"], float) if found["over"] else player["score"] is None


@pytest.mark.parametrize("key", GAMES)
def test_every_key_at_start_in_the_middle_and_at_the_end(key: str) -> None:
    game = catalog.game(key)
    ends = []
    for match, names in at_times(game, SEEDS[0]):
        found = told(match, names)
        check_table(json.loads(json.dumps(found)), game, names)
        ends.append(found["over"])
        assert any(each["turn"] for each in found["players"]) <= (not found["over"])
    assert ends == [False, False, True]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_states_that_everybody_takes_for_one_are_told_in_the_same_words(key: str, seed: int) -> None:
    game, random = catalog.game(key), Random(seed)
    whole = random_match(game, seats_of(game), seed=seed)
    names = NAMES[: whole.seats]
    for state in whole.states[:: max(1, len(whole.states) // 60)]:
        other = game.disguise(state, None, random)
        one, two = (told(replace(whole, actions=(), states=(each,)), names) for each in (state, other))
        assert one == two


@pytest.mark.parametrize(
    ("key", "several"), [("kaplan", True), ("leprechauns", True), ("karo", False), ("plic-plac", False)]
)
def test_everyone_who_must_act_is_told_to(key: str, several: bool) -> None:
    """Kaplan's players choose families at once; chests are turned up all together; in KARO one plays at a time."""
    game = catalog.game(key)
    whole = random_match(game, seats_of(game), seed=SEEDS[0])
    awaited = [awaited_seats(game, state) for state in whole.states]
    assert any(len(seats) > 1 for seats in awaited) == several
    for state, seats in zip(whole.states, awaited, strict=True):
        assert state.actor.seat is None or state.actor.seat in seats
        assert state.actor != OVER or not seats


def test_whoever_throws_kaplans_dice_must_act() -> None:
    game = catalog.game("kaplan")
    whole = random_match(game, 3, seed=SEEDS[0])
    states: list[Any] = list(whole.states)
    throws = [state for state in states if state.phase.value == "throw"]
    assert throws
    assert all(awaited_seats(game, state) == (state.turn,) for state in throws)


# Over HTTP ------------------------------------------------------------------------------------------------


def asked(app: Flask) -> dict[str, Any]:
    answer = app.test_client().get("/api/v1/table")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    found: dict[str, Any] = answer.get_json()
    return found


def test_nobody_gets_a_cookie(app: Flask) -> None:
    for address in ("/api/v1/table", "/api/v1/events"):
        answer = app.test_client().get(address)
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["Cache-Control"] == "no-store"


def test_a_phone_a_question_and_troubles_are_told(app: Flask, session: Session) -> None:
    before = asked(app)
    assert [each["taken"] for each in before["players"]] == [False, False]
    assert not before["asked"]
    assert before["notices"] == []
    browser(app, 1)
    session.ask(same("?"), (same("!"),), lambda choice, source: None)
    session.tell(Text(fr="Non.", en="No."))
    session.stand(SAVING, Text(fr="Rien.", en="Nothing."))
    after = asked(app)
    assert [each["taken"] for each in after["players"]] == [False, True]
    assert after["asked"]
    assert after["notices"] == [{"fr": "Rien.", "en": "Nothing."}, {"fr": "Non.", "en": "No."}]
    assert after["version"] > before["version"]


def test_how_the_camera_is(app: Flask, session: Session) -> None:
    assert asked(app)["camera"] == "well"
    session.camera_is("lost")
    assert asked(app)["camera"] == "lost"


def test_the_version_grows_with_every_action(app: Flask, session: Session) -> None:
    versions = [asked(app)["version"]]
    for act in (
        lambda: session.play(Wish(1, "gold"), "seat 1"),
        lambda: session.play(Keep(0), "seat 0"),
        lambda: session.play(Throw((2,)), "camera"),
        lambda: session.play(Pass(1), "seat 1"),
        lambda: session.undo("seat 1"),
        lambda: browser(app, 0),
    ):
        act()
        versions.append(asked(app)["version"])
    assert versions == sorted(set(versions))
    assert asked(app)["players"][0]["name"] == "Ada"


def test_the_stream_tells_every_version_and_nothing_else(app: Flask, session: Session) -> None:
    serving = serve(app, "127.0.0.1", 0)
    try:
        connection = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=10)
        connection.request("GET", "/api/v1/events")
        stream = connection.getresponse()
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert stream.headers["Set-Cookie"] is None
        seen = [next_version(stream)]
        for action in (Keep(0), Throw((2,)), Pass(1)):
            session.play(action, "table")
            seen.append(next_version(stream))
        assert seen == sorted(set(seen))
        assert seen[-1] == asked(app)["version"] == session.revision
        connection.close()
    finally:
        serving.close()


def next_version(stream: http.client.HTTPResponse) -> int:
    """The data of the next event, which must be one line with a number; comments are passed over."""
    while not (line := stream.readline().decode()).startswith("data:"):
        assert not line.startswith("event:")
    return int(line.removeprefix("data:"))
