"""One client, however greedy or slow, takes nothing from the others; and a crowd is served whole."""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from html import unescape
from itertools import count
from pathlib import Path
from threading import Event, Semaphore

import pytest
from flask import Flask, Response

from companion import web
from companion.core.text import typeset
from companion.table.session import Session
from companion.web import bridge, connection
from companion.web import serve as serve_module
from companion.web.alike import Key, key_of
from companion.web.authority import Role, may
from companion.web.connection import Crowd
from companion.web.safety import MOST_BYTES, SENTENCES
from companion.web.serve import Serving, serve
from tests.core.toy import Keep
from tests.web import crowd

Start = Callable[[], Serving]
SHORT_S = 0.05


@pytest.fixture
def start(app: Flask) -> Iterator[Start]:
    """Starts a server when a test has set its limits."""
    started: list[Serving] = []

    def begin() -> Serving:
        started.append(serve(app, "127.0.0.1", 0))
        return started[-1]

    yield begin
    for each in started:
        each.close()


def connect(serving: Serving, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", serving.port), timeout=20, source_address=(address, 0))


def ask(serving: Serving, path: str = "/join", address: str = "127.0.0.1") -> int:
    asking = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=20, source_address=(address, 0))
    asking.request("GET", path)
    return asking.getresponse().status


def head(serving: Serving, method: str = "GET", path: str = "/join", **more: object) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{serving.port}"]
    return "\r\n".join([*lines, *(f"{name.replace('_', '-')}: {value}" for name, value in more.items())]).encode()


@pytest.mark.parametrize("sent", [0, 1, 20], ids=["nothing", "a letter", "half a line"])
def test_a_request_that_does_not_come_is_given_up(start: Start, monkeypatch: pytest.MonkeyPatch, sent: int) -> None:
    monkeypatch.setattr(connection, "HEADERS_S", SHORT_S)
    serving = start()
    with connect(serving) as slow:
        slow.sendall(head(serving)[:sent])
        assert slow.recv(1) == b""  # closed


def test_letters_that_drip_in_give_no_new_time(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEADERS_S", SHORT_S)
    serving = start()
    with connect(serving) as slow:
        slow.settimeout(SHORT_S / 10)
        for letter in head(serving, X_Long="x" * 1000):
            slow.sendall(bytes([letter]))
            try:
                assert slow.recv(1) == b""  # closed, and not answered
                return
            except TimeoutError:
                continue
    raise AssertionError("the server still waits")


def test_a_head_without_an_end_is_given_up(start: Start) -> None:
    serving = start()
    with connect(serving) as endless, suppress(ConnectionError):
        line = b"X-Long: " + b"x" * 1000 + b"\r\n"
        endless.sendall(head(serving) + b"\r\n")
        for _ in range(100 * connection.MOST_HEAD // len(line)):
            endless.sendall(line)
        raise AssertionError("the server still reads")
    assert ask(serving) == 200


@pytest.mark.parametrize(
    "lines",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET * HTTP/1.1\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\n\r\n",
        b"GET /j\xc3\xb6in HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /join HTTP/9.9\r\n\r\n",
        b"GET /join HTTP/1.1\r\nHost : x\r\n\r\n",
        b"POST /undo HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /undo HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        b"POST /undo HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
        b"POST /undo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
    ],
)
def test_what_is_no_request_is_refused(start: Start, caplog: pytest.LogCaptureFixture, lines: bytes) -> None:
    serving = start()
    with connect(serving) as odd:
        odd.sendall(lines)
        assert int(odd.recv(4096).split()[1]) in range(400, 500)
    assert ask(serving) == 200
    assert not caplog.records


def test_requests_that_come_together_are_answered_in_their_order(start: Start) -> None:
    serving = start()
    with connect(serving) as hasty:
        last = head(serving, path="/nowhere", Connection="close")
        hasty.sendall(head(serving) + b"\r\n\r\n" + last + b"\r\n\r\n")
        answered = b"".join(iter(partial(hasty.recv, 65536), b""))
    assert re.findall(rb"HTTP/1.1 (\d+)", answered) == [b"200", b"404"]


def test_a_connection_that_asks_for_nothing_more_is_given_up(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve_module, "IDLE_S", SHORT_S)
    serving = start()
    asking = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=20)
    asking.request("GET", "/join")
    answer = asking.getresponse()
    assert answer.read()
    assert asking.sock.recv(1) == b""


def test_a_body_that_does_not_come_is_given_up(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "BODY_S", SHORT_S)
    serving = start()
    with connect(serving) as slow:
        slow.sendall(head(serving, "POST", "/undo", Content_Length=10) + b"\r\n\r\nlen")
        assert slow.recv(4096).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(("origin", "status"), [("http://evil.example", 403), ("own", 413)])
def test_a_long_upload_is_refused_before_it_is_sent(start: Start, origin: str, status: int) -> None:
    serving = start()
    own = f"http://127.0.0.1:{serving.port}"
    with connect(serving) as upload:
        wanted = {"Origin": own if origin == "own" else origin, "Content_Length": 200 * 1024 * 1024}
        upload.sendall(head(serving, "POST", "/undo", **wanted) + b"\r\n\r\n")
        answer = http.client.HTTPResponse(upload)
        answer.begin()
        assert answer.status in (status, 413)
        assert typeset(SENTENCES[answer.status].fr) in unescape(answer.read().decode()).replace("\u00a0", " ")


def test_a_long_upload_of_unknown_length_is_refused_where_it_becomes_too_long(start: Start) -> None:
    serving = start()
    with connect(serving) as upload:
        upload.sendall(
            head(serving, "POST", "/join/0", Origin=f"http://127.0.0.1:{serving.port}", Transfer_Encoding="chunked")
            + b"\r\n\r\n%x\r\n" % (MOST_BYTES + 1)
            + b"x" * (MOST_BYTES + 1)
            + b"\r\n"
        )
        assert upload.recv(4096).startswith(b"HTTP/1.1 413 ")


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


def test_headers_that_would_pass_for_others_are_dropped() -> None:
    scope = {
        "server": ("127.0.0.1", 8000), "client": ("127.0.0.9", 1), "method": "GET", "raw_path": b"/%C3%A9/a",
        "scheme": "http", "query_string": b"a=%20", "http_version": "1.1",
        "headers": [
            (b"x_forwarded_for", b"6"), (b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"accept", b"x"), (b"accept", b"y"),
            (b"content-length", b"7"), (b"transfer-encoding", b"chunked"), (b"proxy", b"p"),
        ],
    }  # fmt: skip
    told = bridge.environment(scope, b"four")
    assert told["PATH_INFO"].encode("latin-1").decode() == "/é/a"
    assert told["HTTP_COOKIE"] == "a=1; b=2"
    assert told["HTTP_ACCEPT"] == "x,y"
    assert told["CONTENT_LENGTH"] == "4"
    assert told["REMOTE_ADDR"] == "127.0.0.9"
    assert not {"HTTP_X_FORWARDED_FOR", "HTTP_TRANSFER_ENCODING", "HTTP_CONTENT_LENGTH"} & set(told)


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
