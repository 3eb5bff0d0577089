"""What is sent with a request: given up when it does not come, refused when it is too long."""

from __future__ import annotations

import http.client
from html import unescape

import pytest

from companion.core.text import typeset
from companion.web import bridge
from companion.web.safety import MOST_BYTES, SENTENCES
from tests.web.serving.conftest import SHORT_S, Start, connect, head


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
