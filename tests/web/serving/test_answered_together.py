"""Phones that ask the same, without a secret, are answered together, and never with what is older."""

from __future__ import annotations

import http.client
import re
import socket
from itertools import count
from pathlib import Path
from threading import Event, Semaphore

import pytest
from flask import Flask, Response

from companion import web
from companion.web import bridge
from companion.web.alike import Key, key_of
from companion.web.authority import Role, may
from companion.web.serve import Serving
from tests.web.serving.conftest import Start, connect, head


def told(serving: Serving, address: str, path: str, cookie: str) -> socket.socket:
    """A phone that has asked for a part of a page, and waits."""
    phone = connect(serving, address)
    sent = head(serving, path=path, User_Agent=address, Sec_Fetch_Dest="empty", HX_Request="true", Cookie=cookie)
    phone.sendall(sent + b"\r\n\r\n")
    return phone


def body_of(phone: socket.socket) -> bytes:
    with phone:
        answer = http.client.HTTPResponse(phone)
        answer.begin()
        return answer.read()


@pytest.mark.parametrize("path", ["/part", "/part/secret"])
def test_who_asks_the_same_without_a_secret_is_answered_together(
    app: Flask, start: Start, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    goes_on, asked, heard, phones = Event(), count(), Semaphore(0), 12

    def heard_of(scope: bridge.Scope) -> Key | None:
        heard.release()
        return key_of(scope)

    monkeypatch.setattr(bridge, "key_of", heard_of)

    @app.get("/slow")
    @may(Role.SPECTATOR)
    def slow() -> str:
        goes_on.wait(20)
        return "done"

    @app.get("/part")
    @may(Role.SPECTATOR)
    def part() -> str:
        return f"number {next(asked)}"

    @app.get("/part/secret")
    @may(Role.SPECTATOR)
    def secret() -> Response:
        answer = Response(f"number {next(asked)}")
        answer.set_cookie("secret", str(next(asked)))
        return answer

    serving = start()
    busy = [connect(serving, f"127.0.0.{10 + number}") for number in range(bridge.PAGE_THREADS)]
    for each in busy:
        each.sendall(head(serving, path="/slow") + b"\r\n\r\n")
    alike = [told(serving, f"127.0.1.{number}", path, f"client={number}; lang=en") for number in range(1, 10)]
    others = [
        told(serving, "127.0.2.1", path, "client=1; lang=fr"),
        told(serving, "127.0.2.2", path, f"client=1; {app.config['SESSION_COOKIE_NAME']}=mine"),
        told(serving, "127.0.2.3", path, f"client=1; {app.config['SESSION_COOKIE_NAME']}=mine"),
    ]
    for _ in range(bridge.PAGE_THREADS + phones):
        assert heard.acquire(timeout=20)
    goes_on.set()
    answers = {body_of(each) for each in alike}
    assert len(answers) == (1 if path == "/part" else len(alike)), "a secret is given to nobody else"
    assert len({body_of(each) for each in others} | answers) == len(others) + len(answers)
    for each in busy:
        each.close()


def test_no_page_reads_what_tells_one_make_of_phone_from_another() -> None:
    """Answers are shared by phones that differ in it."""
    sources = [each.read_text() for each in Path(web.__file__).parent.rglob("*.*") if each.suffix in (".py", ".html")]
    read = re.compile(r"user_agent|accept_languages|accept_mimetypes|accept_charsets")
    assert sources
    assert not [each for each in sources if read.search(each)]
    secure = {name for each in sources for name in re.findall(r"[\"'](Sec-[\w-]+)[\"']", each, re.IGNORECASE)}
    assert secure == {"Sec-Fetch-Site"}, "read where something is sent, never where a page is made"


def test_who_asks_later_hears_of_what_is_newer(app: Flask, start: Start) -> None:
    goes_on, begun, asked = Event(), Event(), count()

    @app.get("/part")
    @may(Role.SPECTATOR)
    def part() -> str:
        number = next(asked)
        begun.set()
        if number == 0:
            goes_on.wait(20)
        return f"number {number}"

    serving = start()
    first = told(serving, "127.0.1.1", "/part", "client=1")
    assert begun.wait(20)
    assert body_of(told(serving, "127.0.1.2", "/part", "client=2")) == b"number 1"
    goes_on.set()
    assert body_of(first) == b"number 0"
