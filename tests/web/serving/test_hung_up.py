"""Clients that hang up before their answer is begun."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

from companion.web.bridge import Bridge
from companion.web.streams import Streams


def test_who_has_hung_up_costs_the_app_nothing_and_is_no_fault_of_the_server() -> None:
    """A server that is given no answer at all writes an error into the log: each phone that falls asleep would."""
    asked: list[Any] = []
    sent: list[dict[str, Any]] = []
    scope: Any = {
        "type": "http", "method": "GET", "path": "/seat/0/now", "raw_path": b"/seat/0/now", "query_string": b"",
        "headers": [], "state": {"connection": SimpleNamespace(closing=True, address="192.168.1.7")},
    }  # fmt: skip

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    def app(environ: Any, start_response: Any) -> Any:
        asked.append(environ)
        return []

    with ThreadPoolExecutor(1) as pool:
        asyncio.run(Bridge(app, pool, Streams())(scope, receive, send))
    assert asked == []
    assert [each["type"] for each in sent] == ["http.response.start", "http.response.body"]
