"""A table at home and one in a café, and what the phones at it say and do."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.core.clock import ManualClock
from companion.table.session import Session
from companion.web import Manner, create_app
from companion.web.host import Authority
from companion.web.room import KEY
from tests.web.conftest import browser, for_test, host_code

NOTE = "le mot est lanterne"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(1000.0)


@pytest.fixture
def opened(session: Session, clock: ManualClock) -> Callable[[Manner], Flask]:
    return lambda manner: for_test(create_app(session, manner=manner, clock=clock))


@pytest.fixture
def app(opened: Callable[[Manner], Flask]) -> Flask:
    """A table at home."""
    return opened("home")


@pytest.fixture
def cafe(opened: Callable[[Manner], Flask]) -> Flask:
    return opened("cafe")


def authority(app: Flask) -> Authority:
    found: Authority = app.extensions[KEY].authority
    return found


def be_host(app: Flask, phone: FlaskClient) -> FlaskClient:
    assert phone.post("/host/claim", data={"code": host_code(app)}).status_code == 303
    return phone


def word_of(phone: FlaskClient, seat: int) -> str:
    found = re.search(r'id="recovery".*?<strong>([a-z-]+)</strong>', phone.get(f"/seat/{seat}").text, re.DOTALL)
    assert found is not None
    return found[1]


def said(app: Flask) -> str:
    """What every page says was done beside playing."""
    return " ".join(re.findall(r'<p class="deed">(.*?)</p>', unescape(browser(app).get("/now").text)))
