"""Whatever stands at a broker: it is left aside, and the café's page answers."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.club.local_link import LocalBroker, LocalLink
from companion.club.mqtt_link import MqttLink
from companion.club.public_table import parse
from companion.club.tables import MOST_TABLES, Tables
from companion.core.text import same
from companion.web.club import create_club
from tests.club.test_tables import told
from tests.web.conftest import browser, for_test

GOOD: dict[str, Any] = json.loads(told("a"))
ODD: dict[str, Any] = {
    "at_s": [float("nan"), float("inf"), -1, 1e300, 10**400, "x", None, []],
    "turn": [-1, 2, 10**30, 1.5, "0", True],
    "scores": [[1.0], [1.0, float("nan")], [1.0, float("inf")], [1e300, 0], "x", [1, 2, 3]],
    "asks": [-1, 10**30, "x", None],
    "players": [["x" * 5000], ["Ada"] * 500, ["A\u202eda", "Bob"], ["\x1b[31m", "Bob"], "Ada", [1, 2]],
    "title": [{"fr": "x" * 5000, "en": "x"}, {"fr": "x"}, "x", None],
    "prompt": [{"fr": "\u2066", "en": "x"}, {"fr": 1, "en": 2}],
    "address": ["javascript:alert(1)", "https://" + "x" * 5000, "http://a/\n", 1],
    "table": ["x" * 5000, None, "\u202e"],
    "view": [],
}
"""Values that no table publishes, by field."""
SENT = [json.dumps({**GOOD, field: value}).encode() for field, values in ODD.items() for value in values]
SENT += [b"\xff\xfe", b"[" * 100_000, b"{", b"null", b"1e999", b'{"at_s":' * 500, b"x" * 300_000, b"9" * 5000]
SENT += [json.dumps({**GOOD, "turn": 1, "view": "x" * 300_000}).encode()]


@pytest.fixture
def tables(broker: LocalBroker) -> Tables:
    tables = Tables(LocalLink(broker))
    tables.open()
    return tables


@pytest.fixture
def club(tables: Tables) -> Flask:
    return for_test(create_club(tables))


@pytest.mark.parametrize("payload", SENT, ids=range(len(SENT)))
def test_a_message_that_no_table_sends_is_left_aside_and_the_page_answers(
    payload: bytes, broker: LocalBroker, tables: Tables, club: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    broker.publish("table-companion/window/state", payload)
    broker.publish("table-companion/window/online", b"online")
    broker.publish("table-companion/door/state", told("Door"))
    assert {table.id: table.shown is None for table in tables.all} == {"door": False, "window": True}
    assert "window" in caplog.text
    for address in ("/", "/now", "/?lang=en"):
        page = browser(club).get(address)
        assert page.status_code == 200
        assert "Door" in page.text


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(GOOD)), json_values)
def test_any_value_in_any_field(broker: LocalBroker, club: Flask, field: str, value: Any) -> None:
    broker.publish("table-companion/window/state", json.dumps({**GOOD, field: value}).encode())
    assert browser(club).get("/").status_code == 200


def test_topics_that_no_table_has_and_more_tables_than_a_page_shows(broker: LocalBroker, tables: Tables) -> None:
    for name in ("é", "../..", "x" * 500, " ", "A"):
        broker.publish(f"table-companion/{name}/state", told("x"))
    assert tables.all == ()
    for number in range(MOST_TABLES + 50):
        broker.publish(f"table-companion/t{number}/online", b"online")
    assert len(tables.all) == MOST_TABLES
    broker.publish("table-companion/t0/online", b"")
    broker.publish("table-companion/new/online", b"online")
    assert "new" in [table.id for table in tables.all]


def test_what_our_own_games_publish_is_understood() -> None:
    assert parse(told("a", notice=same("n" * 900), players=("Ada", "👩‍🚀"), scores=(-3.5, 1e5))) is not None


def test_a_listener_that_fails_does_not_end_the_thread_of_the_broker() -> None:
    pytest.importorskip("paho.mqtt.client")
    link = MqttLink("mqtt://localhost")

    def fail(topic: str, payload: bytes) -> None:
        raise ValueError(topic)

    link._subscription = SimpleNamespace(on_message=fail)  # type: ignore[assignment]
    link._message(link._client, None, SimpleNamespace(topic="x", payload=b""))
