"""What a café's page knows of its tables, whatever a broker carries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.link import Subscription
from companion.club.local_link import LocalBroker, LocalLink
from companion.club.public_table import PublicTable, parse
from companion.club.tables import Tables
from companion.core.text import Text, same

PROMPT = Text(fr="À Ada.", en="Ada's turn.")


def told(name: str, **other: object) -> bytes:
    of: dict[str, object] = {
        "run": "r", "table": name, "game": "toy", "title": same("Toy"), "players": ("Ada", "Bob"), "turn": 0,
        "prompt": PROMPT, "over": False, "scores": None, "asks": 0, "notice": None, "address": "http://a/",
        "at_s": 1000.0, "view": {"coin": 1},
    }  # fmt: skip
    return PublicTable.model_validate({**of, **other}).to_json()


@pytest.fixture
def link(broker: LocalBroker) -> LocalLink:
    link = LocalLink(broker)
    link.open(Subscription())
    return link


@pytest.fixture
def tables(broker: LocalBroker) -> Tables:
    tables = Tables(LocalLink(broker))
    tables.open()
    return tables


def test_tables_come_by_name_and_those_that_closed_last(tables: Tables, link: LocalLink) -> None:
    for name in ("b", "a", "c"):
        link.publish(f"table-companion/{name}/state", told(name.upper()))
        link.publish(f"table-companion/{name}/online", b"offline" if name == "a" else b"online")
    assert [(table.name, table.online) for table in tables.all] == [("B", True), ("C", True), ("A", False)]


def test_a_table_that_is_not_understood_is_there_all_the_same(tables: Tables, link: LocalLink) -> None:
    link.publish("table-companion/a/online", b"online")
    link.publish("table-companion/a/state", b'{"version": 99}')
    (table,) = tables.all
    assert (table.name, table.online, table.shown) == ("a", True, None)


def test_a_closed_table_can_be_forgotten_and_an_open_one_not(
    tables: Tables, link: LocalLink, broker: LocalBroker
) -> None:
    for name, state in (("a", b"online"), ("b", b"offline")):
        link.publish(f"table-companion/{name}/state", told(name))
        link.publish(f"table-companion/{name}/online", state)
        tables.forget(name)
    tables.forget("nobody")
    assert [table.id for table in tables.all] == ["a"]
    later = Tables(LocalLink(broker))
    later.open()
    assert [table.id for table in later.all] == ["a"], "the broker forgot it, too"


def test_other_topics_are_no_tables(tables: Tables, link: LocalLink) -> None:
    before = tables.revision
    for topic in ("table-companion/a/other", "other/a/state", "table-companion//state"):
        link.publish(topic, told("x"))
    assert tables.all == ()
    assert tables.revision == before


def test_a_broker_that_is_lost_is_said_once_and_tables_stay(tables: Tables, link: LocalLink) -> None:
    link.publish("table-companion/a/state", told("a"))
    own = tables._link
    assert isinstance(own, LocalLink)
    own.cut()
    assert tables.trouble is not None
    before = tables.revision
    own.cut()
    assert tables.revision == before
    assert [table.id for table in tables.all] == ["a"]
    own.mend()
    assert tables.trouble is None


@given(st.binary(max_size=300))
def test_no_payload_breaks_anything(payload: bytes) -> None:
    broker = LocalBroker()
    tables, link = Tables(LocalLink(broker)), LocalLink(broker)
    tables.open()
    link.open(Subscription())
    for kind in ("state", "online"):
        link.publish(f"table-companion/a/{kind}", payload)
    assert all(table.shown is None for table in tables.all)


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,x", "//evil.example/", ""])
def test_an_address_that_is_no_page_is_not_understood(address: str) -> None:
    assert parse(told("a").replace(b"http://a/", address.encode())) is None
