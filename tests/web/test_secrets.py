"""What only one seat may see is on no other page: every address is fetched as every viewer, and searched."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.table.session import Session
from tests.core.toy import Wish
from tests.web.conftest import CROP, browser

WISH = "canari-souhait"
NOTE = "canari-note"


@pytest.fixture
def planted(session: Session, app: Flask) -> Flask:
    """Seat 0 has a wish and a note; there is a picture and a question with a crop."""
    session.play(Wish(0, WISH), "seat 0")
    session.write_note(0, NOTE)
    session.show(CROP)
    session.tell(session.game.title)
    session.ask(session.game.title, (session.game.title,), lambda choice, source: None, CROP)
    return app


def all_addresses(app: Flask, session: Session) -> Iterator[str]:
    """Every GET address with every number that means something, and one that does not."""
    numbers = range(len(session.match.actions) + 1)
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.endpoint in ("static", "live.events"):
                continue
            combinations: list[dict[str, int]] = [{}]
            for name in rule.arguments:
                combinations = [{**some, name: number} for some in combinations for number in numbers]
            for values in combinations:
                yield app.url_for(rule.endpoint, **values)  # type: ignore[arg-type]


def all_words(app: Flask, session: Session, client: FlaskClient) -> str:
    pages = []
    for address in all_addresses(app, session):
        answer = client.get(address, follow_redirects=True)
        pages.append(answer.get_data().decode("latin-1") + str(answer.headers))
    pages.append(client.get("/events").text)
    return "\n".join(pages)


def test_the_owner_sees_what_was_planted(planted: Flask, session: Session) -> None:
    words = all_words(planted, session, browser(planted, 0))
    assert WISH in words
    assert NOTE in words


@pytest.mark.parametrize("seat", [None, 1])
def test_nobody_else_does(planted: Flask, session: Session, seat: int | None) -> None:
    browser(planted, 0)
    words = all_words(planted, session, browser(planted, seat))
    assert WISH not in words
    assert NOTE not in words


def test_private_pages_are_not_kept_by_browsers(planted: Flask, session: Session) -> None:
    phone = browser(planted, 0)
    kept = [
        address
        for address in all_addresses(planted, session)
        if phone.get(address).headers.get("Cache-Control") != "no-store"
    ]
    assert kept == []
