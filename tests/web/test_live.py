"""The event stream, from the test client and over a real socket."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.core.errors import Unreadable
from companion.table.session import Session
from companion.web.live import changes, mark
from companion.web.room import MOST_STREAMS
from companion.web.serve import GONE_MS, Serving, address_for_phones, serve
from tests.core.toy import Keep, Throw

FIRST = "retry: 2000\n\n"


def event(revision: int) -> str:
    return f"event: changed\nid: run-{revision}\ndata: {revision}\n\n"


def test_a_page_that_knows_the_present_waits_for_the_next_change(session: Session) -> None:
    stream = changes(session, "run", mark("run", session.revision))
    assert next(stream) == FIRST
    before = session.revision
    session.play(Keep(0), "seat 0")
    assert next(stream) == event(before + 1)
    session.play(Throw((2,)), "camera")
    session.show(b"picture")
    assert next(stream) == event(before + 3)  # two changes, one look


@pytest.mark.parametrize("known", ["", "run-0", "other-1", "run", "run-1-1"])
def test_a_page_that_does_not_is_told_at_once(session: Session, known: str) -> None:
    stream = changes(session, "run", known)
    assert [next(stream), next(stream)] == [FIRST, event(session.revision)]


def test_a_quiet_table_still_beats(session: Session) -> None:
    stream = changes(session, "run", mark("run", session.revision), heartbeat_s=0.0)
    assert [next(stream) for _ in range(3)] == [FIRST, ": still here\n\n", ": still here\n\n"]


def test_the_page_and_its_stream_agree(app: Flask, session: Session) -> None:
    client = app.test_client()
    known = client.get("/").text.split('sse-connect="', 1)[1].split('"', 1)[0]
    stream = iter(client.get(known).response)
    assert next(stream) == FIRST.encode()
    session.play(Keep(0), "seat 0")
    assert f"data: {session.revision}\\n" in str(next(stream))


def test_a_browser_that_comes_back_says_what_it_knew(app: Flask, session: Session) -> None:
    client = app.test_client()
    known = client.get("/").text.split("since=", 1)[1].split('"', 1)[0]
    session.play(Keep(0), "seat 0")
    answer = client.get(f"/events?since={known}", headers={"Last-Event-ID": known.replace("-1", "-2")})
    stream = iter(answer.response)
    next(stream)
    session.play(Throw((2,)), "camera")
    assert "data: 3\\n" in str(next(stream))


def test_too_many_streams_are_refused_and_closed_ones_make_room(app: Flask) -> None:
    client = app.test_client()
    streams = [client.get("/events") for _ in range(MOST_STREAMS)]
    assert {each.status_code for each in streams} == {200}
    assert client.get("/events").status_code == 503
    streams[0].close()
    assert client.get("/events").status_code == 200
    for each in streams[1:]:
        each.close()


@pytest.fixture
def serving(app: Flask) -> Iterator[Serving]:
    serving = serve(app, "127.0.0.1", 0)
    yield serving
    serving.close()


def ask(serving: Serving, method: str, path: str, **more: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=10)
    origin = {"Origin": f"http://127.0.0.1:{serving.port}", "Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, path, headers=origin, **more)  # type: ignore[arg-type]
    return connection.getresponse()


def read_event(stream: http.client.HTTPResponse) -> dict[str, str]:
    fields = {}
    while (line := stream.readline().decode().rstrip("\n")) or "event" not in fields:
        name, _, value = line.partition(": ")
        fields[name] = value
    return fields


def test_phones_hear_of_a_play_over_the_network(serving: Serving, session: Session) -> None:
    streams = [ask(serving, "GET", "/events") for _ in range(40)]
    assert {read_event(stream)["data"] for stream in streams} == {str(session.revision)}
    assert ask(serving, "GET", "/").status == 200  # forty streams leave room for pages
    session.play(Keep(0), "seat 0")
    assert {read_event(stream)["data"] for stream in streams} == {str(session.revision)}


def test_a_phone_that_went_silent_is_given_up(serving: Serving) -> None:
    stream = ask(serving, "GET", "/events")
    read_event(stream)
    (channel,) = serving._server.active_channels.values()
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # elsewhere the system decides
        assert channel.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == GONE_MS


def test_closing_frees_the_port_and_ends_the_streams(app: Flask) -> None:
    serving = serve(app, "127.0.0.1", 0)
    stream = ask(serving, "GET", "/events")
    read_event(stream)
    serving.close()
    serving.close()  # once more does no harm
    with pytest.raises((http.client.IncompleteRead, ConnectionError)):
        stream.read()
    again = serve(app, "127.0.0.1", serving.port)
    assert again.port == serving.port
    assert json.dumps(ask(again, "GET", "/join").status) == "200"
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
