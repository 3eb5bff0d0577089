"""The event stream, from the test client and over real sockets."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from companion.core.errors import Unreadable
from companion.table.session import Session
from companion.web.live import EventStream, mark
from companion.web.serve import GONE_MS, Serving, address_for_phones, open_listener, serve, serve_on
from companion.web.streams import MOST_EACH
from tests.core.toy import Keep, Throw


def event(revision: int) -> str:
    return f"event: changed\nid: run-{revision}\ndata: {revision}\n\n"


def beginning(session: Session, known: str) -> str:
    return EventStream(session, "run", session.revision, "", known).beginning()


def test_a_page_that_knows_the_present_is_told_when_to_come_back(session: Session) -> None:
    words = beginning(session, mark("run", session.revision))
    assert words.startswith("retry: ")
    assert "event" not in words


@pytest.mark.parametrize("known", ["", "run-0", "other-1", "run", "run-1-1"])
def test_a_page_that_does_not_is_told_at_once(session: Session, known: str) -> None:
    assert beginning(session, known).endswith("\n\n" + event(session.revision))


def test_the_page_and_its_stream_agree(app: Flask) -> None:
    client = app.test_client()
    known = client.get("/").text.split('data-events="', 1)[1].split('"', 1)[0]
    assert "event" not in client.get(known).text


def test_a_browser_that_comes_back_says_what_it_knew(app: Flask, session: Session) -> None:
    client = app.test_client()
    known = client.get("/").text.split("since=", 1)[1].split('"', 1)[0]
    session.play(Keep(0), "seat 0")
    came_back = {"Last-Event-ID": known.replace("-1", "-2")}
    assert "event" in client.get(f"/events?since={known}").text
    assert "event" not in client.get(f"/events?since={known}", headers=came_back).text


@pytest.fixture
def serving(app: Flask) -> Iterator[Serving]:
    serving = serve(app, "127.0.0.1", 0)
    yield serving
    serving.close()


def ask(serving: Serving, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=10)
    connection.request("GET", path, headers=headers)
    return connection.getresponse()


def read_event(stream: http.client.HTTPResponse) -> dict[str, str]:
    fields = {}
    while (line := stream.readline().decode().rstrip("\n")) or "event" not in fields:
        name, _, value = line.partition(": ")
        fields[name] = value
    return fields


def read_change(stream: http.client.HTTPResponse) -> dict[str, str]:
    """The next event but those that only say that the server is there."""
    while (fields := read_event(stream))["event"] != "changed":
        pass
    return fields


def test_a_hundred_phones_hear_of_a_play(serving: Serving, session: Session) -> None:
    streams = [ask(serving, "/events", Cookie=f"client={number}") for number in range(100)]
    assert {read_change(stream)["data"] for stream in streams} == {str(session.revision)}
    assert ask(serving, "/").status == 200  # streams leave room for pages
    session.play(Keep(0), "seat 0")
    assert {read_change(stream)["data"] for stream in streams} == {str(session.revision)}
    session.play(Throw((2,)), "camera")
    assert {read_change(stream)["data"] for stream in streams} == {str(session.revision)}


def test_a_quiet_table_still_says_something(serving: Serving) -> None:
    stream = ask(serving, "/events")
    read_event(stream)
    assert read_event(stream) == {"event": "ping", "data:": ""}


def test_the_newest_stream_of_a_client_takes_the_place_of_its_oldest(serving: Serving, session: Session) -> None:
    other = ask(serving, "/events", Cookie="client=other")
    read_event(other)
    held = []
    for _ in range(2 * MOST_EACH):
        held.append(ask(serving, "/events", Cookie="client=greedy"))
        read_event(held[-1])
    assert [stream.read() for stream in held[:MOST_EACH]] == [b""] * MOST_EACH
    session.play(Keep(0), "seat 0")
    for stream in (other, *held[MOST_EACH:]):
        assert read_change(stream)["data"] == str(session.revision)


def test_a_stream_that_is_closed_is_noticed_at_once(serving: Serving) -> None:
    held = [ask(serving, "/events", Cookie=f"client={number}") for number in range(5)]
    for stream in held:
        read_event(stream)
    assert len(serving.streams) == 5
    for stream in held:
        stream.close()  # nothing is said on it after this; the server hears of the close itself
    until(serving, lambda: len(serving.streams) == 0)


def until(serving: Serving, reached: Callable[[], bool]) -> None:
    """Ask the server until it has done what it does beside; fails when it does not."""
    for _ in range(200):
        if reached():
            return
        ask(serving, "/join").read()
    raise AssertionError("the server has not noticed")


def test_a_phone_that_went_silent_is_given_up() -> None:
    with open_listener("127.0.0.1", 0) as listener:
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # elsewhere the system decides
            assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == GONE_MS


def test_who_calls_before_the_server_answers_waits(app: Flask) -> None:
    listener = open_listener("127.0.0.1", 0)
    early = http.client.HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=10)
    early.request("GET", "/join")
    serving = serve_on(app, listener)
    assert early.getresponse().status == 200
    serving.close()


def test_closing_frees_the_port_and_ends_the_streams(app: Flask) -> None:
    serving = serve(app, "127.0.0.1", 0)
    stream = ask(serving, "/events")
    read_event(stream)
    serving.close()
    serving.close()  # once more does no harm
    with pytest.raises((http.client.IncompleteRead, ConnectionError)):
        stream.read()
    again = serve(app, "127.0.0.1", serving.port)
    assert again.port == serving.port
    assert json.dumps(ask(again, "/join").status) == "200"
    again.close()


def test_a_taken_port_is_one_sentence(serving: Serving, app: Flask) -> None:
    with pytest.raises(Unreadable, match=f"127.0.0.1:{serving.port} does not open"):
        serve(app, "127.0.0.1", serving.port)
    with pytest.raises(Unreadable, match="does not open"):
        serve(app, "127.0.0.1", 70_000)


def test_the_address_for_phones_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert address_for_phones(8123).startswith("http://")
    assert address_for_phones(8123).endswith(":8123/")

    def no_network(*args: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr("socket.if_nameindex", lambda: [])
    monkeypatch.setattr("socket.socket.connect", no_network)
    monkeypatch.setattr("socket.gethostname", lambda: "cafe")
    assert address_for_phones(80) == "http://cafe:80/"


def test_the_shared_screen_invites_phones_to_a_real_address(app: Flask) -> None:
    client = app.test_client()
    assert "http://cafe.local:8000/join" in client.get("/", base_url="http://cafe.local:8000/").text
    local = client.get("/", base_url="http://127.0.0.1:8000/").text
    assert "http://127.0.0.1" not in local.replace("xmlns", "")
    assert ":8000/join" in local
    assert 'class="qr"' in local
