"""An app over the toy game, and browsers that behave as browsers do: every POST says where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from jinja2 import StrictUndefined

from companion.core.clock import ManualClock
from companion.core.evidence import Evidence, SeenThing
from companion.core.scene import Thing
from companion.evening import Evening
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web import create_app
from companion.web.phones import new_token, phone_of
from companion.web.room import KEY, Room
from tests.core.toy import TOY, Options, Throw
from tests.web.evenings import opened

NAMES = ("Ada", "Bob")
CROP = b"\xff\xd8 a crop"
SEEN: Evidence = (SeenThing(Thing("die", "1"), 0.93, CROP),)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "journal.sqlite", ManualClock(1000.0))
    yield journal
    journal.close()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A table of the product's games with one picture for a camera, in the lobby."""
    evening = opened(tmp_path)
    yield evening
    evening.close()


@pytest.fixture
def session(journal: Journal) -> Session:
    """Two players, two rounds; the coin fell on 1 and the camera saw it."""
    session = open_session(journal, RecordingCues(), TOY, 2, Options(rounds=2), NAMES)
    session.play(Throw((1,)), "camera", SEEN)
    return session


@pytest.fixture
def app(session: Session) -> Flask:
    return for_test(create_app(session))


class Plain(Response):
    """As text, spaces at which French breaks no line are like all others."""

    def get_data(self, as_text: bool = False) -> Any:
        data = super().get_data(as_text)  # type: ignore[call-overload]
        return data.replace("\u00a0", " ") if as_text else data


def for_test(app: Flask) -> Flask:
    """Errors are raised, a template that names what a page does not have fails, and answers' texts are plain."""
    app.testing = True
    app.response_class = Plain
    app.jinja_env.undefined = StrictUndefined
    return app


def table_screen(app: Flask) -> FlaskClient:
    """A screen that was paired with the table."""
    client, token = browser(app), new_token()
    client.set_cookie(app.config["SESSION_COOKIE_NAME"], token)
    app.extensions[KEY].phones.add_screen(phone_of(token))
    return client


def browser(app: Flask, seat: int | None = None) -> FlaskClient:
    """A fresh phone or screen; it takes `seat` unless that is None."""
    client = app.test_client()
    client.environ_base["HTTP_ORIGIN"] = "http://localhost"
    if seat is not None:
        assert client.post(f"/join/{seat}").headers["Location"] == f"/seat/{seat}"
    return client


def host_code(app: Flask) -> str | None:
    """The one-time code by which a phone becomes host of a café's table; None at home, or once it was used."""
    room: Room = app.extensions[KEY]
    return None if room.authority.code is None else room.authority.code.shown
