"""From the server's loop to the app: what a request may cost is decided here, before the app sees any of it."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from companion.web.alike import Key, key_of
from companion.web.connection import Connection
from companion.web.live import EventStream
from companion.web.safety import MOST_BYTES
from companion.web.streams import Streams

PAGE_THREADS = 8
"""A page takes some 10 ms of one core, so more threads would only wait for each other; fewer could all be held up by a
slow disk."""
THREADS_EACH = PAGE_THREADS // 2
"""Threads that serve one address at once: however much one phone asks for, half of them are left to the others."""
BODY_S = 10.0
"""A form is a packet or two."""
ANNOUNCING = (b"content-length", b"transfer-encoding")
"""Headers of a request that has a body."""
JOINED_BY = {"COOKIE": "; "}
"""How a header that comes several times is made one; by a comma unless it stands here."""

App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Gone(Exception):  # noqa: N818 - what happened, not a fault
    """The client left in the middle of its request."""


@dataclass(frozen=True)
class Answer:
    """What the app answered: `body` is text or a picture, or a stream to hold open."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | EventStream

    @property
    def for_all(self) -> bool:
        """Whether it holds nothing that belongs to who asked."""
        return isinstance(self.body, bytes) and all(name != b"set-cookie" for name, _ in self.headers)


UNREAD = Answer(503, [(b"content-length", b"0")], b"")
"""The answer to a client that has hung up and reads none: the server reports an error if there is no answer at all."""


class Making:
    """An answer that is made in a thread.

    Attributes:
        begun: whether the app has begun to make it. Later requests do not share it: the table may have changed since.
        answer: comes when it is made.
    """

    answer: asyncio.Future[Answer]

    def __init__(self) -> None:
        self.begun = False


class Turns:
    """Lets few requests of an address be worked on at once; the others wait, and other addresses do not wait for them.

    Args:
        each: how many of one address.
    """

    def __init__(self, each: int = THREADS_EACH) -> None:
        self._each = each
        self._wanted = Counter[str]()
        self._free: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        free = self._free.setdefault(address, asyncio.Semaphore(self._each))
        self._wanted[address] += 1
        try:
            async with free:
                yield
        finally:
            self._wanted[address] -= 1
            if not self._wanted[address]:
                del self._wanted[address], self._free[address]


class Bridge:
    """An ASGI app that lets a WSGI app answer in a few threads, and holds its streams open in none.

    Args:
        app: answers in `pool`.
    """

    def __init__(self, app: App, pool: ThreadPoolExecutor, streams: Streams) -> None:
        self._app, self._pool, self._streams, self._turns = app, pool, streams, Turns()
        self._makings: dict[Key, Making] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection = scope["state"]["connection"]
        body: bytes | None = b""
        if any(name in ANNOUNCING for name, _ in scope["headers"]):
            try:
                async with asyncio.timeout(BODY_S):
                    body = await _whole_body(scope, receive)
            except TimeoutError:
                await _send_whole(send, Answer(408, [], b""), last=True)
                return
            except Gone:
                return
        answer = await self._answer(scope, body, connection)
        if isinstance(answer.body, EventStream):
            await self._hold(answer, connection, receive, send)
            return
        await _send_whole(send, answer, last=body is None)

    async def _answer(self, scope: Scope, body: bytes | None, connection: Connection) -> Answer:
        """The app's answer, or one that is about to be made for somebody who asks the same. The app is not asked for
        whom has hung up."""
        key = key_of(scope) if body == b"" else None
        making = None if key is None else self._makings.get(key)
        if making is not None and not making.begun:
            answer = await asyncio.shield(making.answer)
            if answer.for_all:
                return answer
        async with self._turns.turn(connection.address):
            if connection.closing:
                return UNREAD
            making = Making()
            making.answer = asyncio.get_running_loop().run_in_executor(self._pool, self._make, making, scope, body)
            if key is None:
                return await making.answer
            self._makings[key] = making
            try:
                return await making.answer
            finally:
                if self._makings.get(key) is making:
                    del self._makings[key]

    def _make(self, making: Making, scope: Scope, body: bytes | None) -> Answer:
        making.begun = True
        return self._ask(scope, body)

    async def _hold(self, answer: Answer, connection: Connection, receive: Receive, send: Send) -> None:
        async def send_text(text: str, more: bool) -> None:
            await send({"type": "http.response.body", "body": text.encode(), "more_body": more})

        assert isinstance(answer.body, EventStream)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await self._streams.hold(answer.body, connection.address, receive, send_text)

    def _ask(self, scope: Scope, body: bytes | None) -> Answer:
        """Let the app answer; runs in a thread of the pool."""
        head: list[tuple[int, list[tuple[bytes, bytes]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
            encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            head.append((int(status[:3]), encoded))

        parts = self._app(environment(scope, body), start_response)
        try:
            whole = parts if isinstance(parts, EventStream) else b"".join(parts)
        finally:
            close = getattr(parts, "close", None)
            if close is not None:
                close()
        return Answer(*head[-1], whole)


def environment(scope: Scope, body: bytes | None) -> dict[str, Any]:
    """What a WSGI app is told of a request. body: None for one that is too long, which the app then refuses by its
    length."""
    host, port = scope["server"] or ("localhost", 80)
    told: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body or b""),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        written = name.decode("latin-1").upper()
        if "_" in written:  # would be taken for another header
            continue
        key = "CONTENT_TYPE" if written == "CONTENT-TYPE" else f"HTTP_{written.replace('-', '_')}"
        text = value.decode("latin-1")
        told[key] = told[key] + JOINED_BY.get(written, ",") + text if key in told else text
    for each in ("HTTP_CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"):  # the body is here, whole
        told.pop(each, None)
    told["CONTENT_LENGTH"] = str(MOST_BYTES + 1 if body is None else len(body))
    return told


async def _whole_body(scope: Scope, receive: Receive) -> bytes | None:
    """The request's body; None when it is longer than any of our forms, and then the rest is not read.

    Raises:
        Gone: the client left before it was sent whole.
    """
    told = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if int(told) > MOST_BYTES:
        return None
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        body += message["body"]
        if len(body) > MOST_BYTES:
            return None
        if not message["more_body"]:
            return bytes(body)


async def _send_whole(send: Send, answer: Answer, *, last: bool) -> None:
    """Send an answer. last: close the connection after it, as what the client still sends is not read."""
    assert isinstance(answer.body, bytes)
    headers = [*answer.headers, (b"connection", b"close")] if last else answer.headers
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})
