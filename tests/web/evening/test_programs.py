"""A program that follows the table over its API, from the lobby into a match and back."""

from __future__ import annotations

import json
from typing import Any

from companion.evening import Evening
from companion.web.live import EventStream
from tests.web.evening.conftest import karo, play
from tests.web.evenings import Phone, match_of


def table_of(phone: Phone) -> dict[str, Any]:
    """What a program hears of the table."""
    told: dict[str, Any] = json.loads(phone.get("/api/v1/table").get_data(as_text=True))
    return told


def test_a_program_follows_the_table_through_the_evening(evening: Evening) -> None:
    program = Phone(evening)
    told = [table_of(program)]
    assert (told[0]["game"], told[0]["players"], told[0]["camera"]) == (None, [], "well")
    ada, _ = karo(evening)
    told.append(table_of(program))
    play(evening, 3)
    told.append(table_of(program))
    ada.go("/here")
    ada.tap("/evening/lobby", match=str(match_of(evening).session.number))
    told.append(table_of(program))
    assert [each["game"] for each in told] == [None, "karo", "karo", "karo"]
    assert [[each["name"] for each in one["players"]] for one in told[1:]] == [["Ada", "Bob"]] * 3
    assert {frozenset(each) for each in told} == {frozenset(told[0])}
    versions = [each["version"] for each in told]
    assert versions == sorted(set(versions))


def stream_of(evening: Evening) -> EventStream:
    """What a program that listens now is answered."""
    with evening.app.test_request_context("/api/v1/events"):
        stream = evening.app.full_dispatch_request().response
    assert isinstance(stream, EventStream)
    return stream


def test_a_stream_ends_with_what_it_tells_of(evening: Evening) -> None:
    before = stream_of(evening)
    assert before.is_current()
    karo(evening)
    assert (before.is_current(), stream_of(evening).is_current()) == (False, True)
