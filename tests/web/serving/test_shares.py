"""One client, however greedy, takes neither connections nor threads from the others; a room is served whole."""

from __future__ import annotations

import asyncio
import http.client
from functools import partial
from threading import Event

import pytest
from flask import Flask

from companion.table.session import Session
from companion.web import bridge
from companion.web import serve as serve_module
from companion.web.authority import Role, may
from companion.web.connection import Crowd
from tests.core.toy import Keep
from tests.web import crowd
from tests.web.serving.conftest import Start, ask, connect, head


def test_a_full_house_costs_whoever_holds_most(start: Start, monkeypatch: pytest.MonkeyPatch, session: Session) -> None:
    most = 40
    monkeypatch.setattr(serve_module, "Crowd", partial(Crowd, most))
    serving = start()
    phone = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=20)
    phone.request("GET", "/events")
    heard = phone.getresponse()
    while b"data" not in heard.readline():
        pass
    greedy = [connect(serving, "127.0.0.9") for _ in range(2 * most)]
    assert [ask(serving, address=f"127.0.0.{number}") for number in range(20, 30)] == [200] * 10
    assert len(serving.crowd) <= most
    session.play(Keep(0), "seat 0")
    while not (line := heard.readline()).startswith(b"data: "):
        assert line, "the stream of a phone that holds one has been ended"
    assert int(line[6:]) == session.revision
    for each in greedy:
        each.close()
    heard.close()


def test_one_address_leaves_threads_to_the_others(app: Flask, start: Start) -> None:
    goes_on = Event()

    @app.get("/slow")
    @may(Role.SPECTATOR)
    def slow() -> str:
        goes_on.wait(20)
        return "done"

    serving = start()
    greedy = [connect(serving, "127.0.0.9") for _ in range(3 * bridge.PAGE_THREADS)]
    for each in greedy:
        each.sendall(head(serving, "GET", "/slow") + b"\r\n\r\n")
    assert ask(serving) == 200
    goes_on.set()
    assert {each.recv(4096)[:12] for each in greedy} == {b"HTTP/1.1 200"}
    for each in greedy:
        each.close()


def test_who_left_is_not_served_any_more(app: Flask, start: Start) -> None:
    goes_on, asked = Event(), list[str]()

    @app.get("/slow/<name>")
    @may(Role.SPECTATOR)
    def slow(name: str) -> str:
        asked.append(name)
        goes_on.wait(20)
        return "done"

    serving = start()
    first = [connect(serving, "127.0.0.9") for _ in range(bridge.THREADS_EACH)]
    for each in first:
        each.sendall(head(serving, "GET", "/slow/first") + b"\r\n\r\n")
    gone = connect(serving, "127.0.0.9")
    gone.sendall(head(serving, "GET", "/slow/gone") + b"\r\n\r\n")
    gone.close()
    assert ask(serving) == 200  # so the server has heard of all that
    goes_on.set()
    for each in first:
        assert each.recv(4096)
        each.close()
    assert ask(serving, "/join", "127.0.0.9") == 200  # its turn came after that of who left
    assert "gone" not in asked


@pytest.mark.whole
def test_a_room_is_served_beside_a_greedy_client_and_comes_back_whole() -> None:
    """The crowd of `make crowd`, smaller and without its clock."""

    async def visit() -> tuple[int, int, int]:
        server = await crowd.start("plic-plac")
        room = await crowd.phones(server, 30)
        tasks = [asyncio.ensure_future(phone.follow()) for phone in room]
        tasks += [asyncio.ensure_future(crowd.hold_stream(server, number)) for number in range(40)]
        tasks += [asyncio.ensure_future(crowd.drip(server, number)) for number in range(40)]
        await crowd.until(lambda: all(phone.contents for phone in room))
        events, contents = await crowd.act(server, room, 3)
        await crowd.stop(tasks)
        back, refused = await crowd.come_back(server, 60)
        await server.close()
        return len(events) + len(contents), len(back), refused + sum(phone.refused for phone in room)

    assert asyncio.run(visit()) == (6, 60, 0)
