"""A request that is slow, endless or none is given up or refused; whole ones are answered in their order."""

from __future__ import annotations

import http.client
import re
from contextlib import suppress
from functools import partial

import pytest

from companion.web import bridge, connection
from companion.web import serve as serve_module
from tests.web.serving.conftest import SHORT_S, Start, ask, connect, head


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
