"""A server on loopback whose limits a test has set, and clients that ask it byte by byte."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from companion.web.serve import Serving, serve

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
