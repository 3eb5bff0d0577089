"""Whatever is sent to whatever address that changes something: an answer that says so, never a failure of ours."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.partner import PlaysSeats
from companion.core.errors import Illegal
from companion.core.game import Game, legal_for
from companion.table.session import Session
from tests.games.pages import open_match
from tests.web.conftest import browser

pytestmark = pytest.mark.whole

SENDS = 5
"""Forms that are sent to each address in each moment."""
MOMENTS = 4
STEPS = 3
"""Moments of a match that are tried, and random actions from each to the next."""
NUMBERS = (
    "",
    "0",
    "-1",
    "--5",
    "1",
    "3",
    "99",
    "1e9",
    "9" * 9,
    "9" * 4000,
    "9" * 5000,
    "-" + "9" * 400,
    "٣",
    "½",
    "nan",
)
WORDS = (
    *NUMBERS,
    "a",
    "\x00",
    "\u202e",
    "⟦1⟧",
    "é" * 300,
    "<b>",
    "{",
    "[" * 5000,
    "null",
    "true",
    "{{7*7}}",
    "\n",
    "\ufffe",
)
JSON_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 7, 10**8, 1.5, "", "x", "\ud800", "\x00" * 9, [], [[[]]], {}, {"do": 1}, ["a"] * 40, [-1],
)  # fmt: skip
RAW = (
    "[" * 7000,
    '{"do":' * 2000,
    "[" * 90 + "]" * 90,
    '{"do": NaN}',
    '{"do": 1e999}',
    '{"do": ' + "9" * 4000 + "}",
    '{"do": "\\ud800"}',
    '{"\\ud800": 1, "do": "Throw"}',
    '"do"',
    "[1]",
    "",
    "{}",
)
GAMES = sorted(catalog.games())


def address(app: Flask, rule: Rule, random: Random) -> str:
    """An address of this rule: mostly one that there is."""
    with app.test_request_context():
        path = app.url_for(rule.endpoint, **dict.fromkeys(rule.arguments, 0))  # type: ignore[arg-type]
    if rule.arguments and random.random() < 0.4:
        return path.replace("0", random.choice(("1", "2", "9" * 9, "9" * 20, "9" * 5000)))
    return path


def nasty_action(session: Session, seat: int, random: Random) -> str:
    """An action of this seat with something in it replaced, or what is no action at all."""
    choices = session.page(seat).choices or session.page(None).choices
    if not choices or random.random() < 0.2:
        return random.choice(RAW)
    action = dict(random.choice(choices).action)
    for name in random.sample(sorted(action), k=random.randint(0, min(2, len(action)))):
        action[name] = random.choice(JSON_VALUES)
    if random.random() < 0.1:
        action[random.choice(WORDS)[:50]] = random.choice(JSON_VALUES)
    return json.dumps(action)


def nasty_form(session: Session, random: Random) -> dict[str, Any]:
    """A form with every field that some address wants; some right, most not."""
    page = session.page(None)
    right: dict[str, Any] = {
        "length": str(len(session.match.actions)),
        "at": f"{page.story[-1].at_s:.3f}" if page.story else "0",
        "action": nasty_action(session, 0, random),
        "face": ["1", "1"],
        "seat": "0",
        "strength": "strong",
        "choice": "0",
        "number": "0",
        "outcome": "0",
    }
    fields = {*right, "words", "seconds", "x", "y", "end", "on"}
    fields |= {name for choice in session.page(0).choices for name in choice.open_fields}
    form = {name: right[name] if name in right and random.random() < 0.5 else random.choice(WORDS) for name in fields}
    form["face"] = random.choice((["1"] * 2000, right["face"], random.choice(WORDS), ["1", "12", "3"]))
    if random.random() < 0.1:
        form.pop(random.choice(sorted(form)))
    return form


def step(session: Session, random: Random) -> None:
    """Something that may happen next in the match."""
    match = session.match
    ways = [action for action, _ in match.state.chance_outcomes()[:200]]
    ways += [action for seat in range(match.seats) for action in legal_for(match.state, seat)[:200]]
    if ways:
        with suppress(Illegal):  # a form may have given the seat to the partner, who thinks
            session.play(random.choice(ways), "table")


@pytest.mark.parametrize("key", GAMES)
def test_no_form_makes_the_server_fail(key: str, tmp_path: Path) -> None:
    random, game = Random(key), catalog.game(key)
    session, app = open_match(game, tmp_path, game.seats[-1] if game.seats[-1] <= 6 else 4, game.options())
    phone = browser(app, 0)
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    for _ in range(MOMENTS):
        for rule in rules:
            for _ in range(SENDS):
                _send(app, phone, rule, session, random)
        for _ in range(STEPS):
            step(session, random)
    assert session.page(None) is not None
    assert browser(app).get("/").status_code == 200


def _send(app: Flask, phone: FlaskClient, rule: Rule, session: Session, random: Random) -> None:
    path, form = address(app, rule, random), nasty_form(session, random)
    answer = phone.post(path, data=form, headers={"HX-Request": "true"} if random.random() < 0.5 else {})
    assert answer.status_code < 500, (path, form)
    if path.startswith("/free") or path.startswith("/join"):  # the phone keeps its seat
        phone.post("/free/0")
        phone.post("/join/0")


@pytest.mark.parametrize("raw", RAW, ids=lambda raw: raw[:12])
def test_what_is_no_action_is_refused_in_one_sentence(raw: str, app: Flask, session: Session) -> None:
    phone, before = browser(app, 0), session.match
    answer = phone.post("/seat/0/play", data={"action": raw})
    assert answer.status_code == 400
    assert session.match == before


@pytest.mark.parametrize("number", ["9" * 4000, "9" * 5000, "--5", "-", "", "1.5", "nan"])
def test_what_is_no_number_is_refused_in_one_sentence(number: str, app: Flask) -> None:
    phone = browser(app, 0)
    assert phone.post("/undo", data={"length": number}).status_code == 400
    assert phone.post("/answer/1", data={"choice": number}).status_code == 400


@pytest.mark.parametrize("path", ["/seat/{}", "/line/{}", "/seen/{}/0.jpg", "/seen/0/{}.jpg", "/question/{}.jpg"])
@pytest.mark.parametrize("digits", [10, 4000, 5000])
def test_an_endless_number_in_an_address_is_no_page(path: str, digits: int, app: Flask) -> None:
    assert browser(app, 0).get(path.format("9" * digits)).status_code == 404


def partner_game() -> Game:
    """A game whose partner plays seats."""
    return next(game for game in catalog.games().values() if offers(game, PlaysSeats) is not None)


@pytest.mark.parametrize("seconds", ["9" * 400, "nan", "inf", "-1", "1e5", "½"])
def test_a_partner_is_not_given_endless_time(seconds: str, tmp_path: Path) -> None:
    _, app = open_match(partner_game(), tmp_path, 2, partner_game().options())
    form = {"seat": "0", "strength": "strong", "seconds": seconds}
    assert browser(app, 0).post("/partner/give", data=form).status_code in (400, 409)
