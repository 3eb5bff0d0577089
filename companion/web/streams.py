"""Event streams without a thread each: a page is told that something changed, and fetches its own part again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Thread
from typing import Any

from companion.web.live import Changing, EventStream

PING_S = 2.0
"""A page that hears nothing for two of these connects anew, so it is back within five seconds."""
MOST_EACH = 6
"""Open streams of one client: a browser opens no more connections than this to one server."""
LOOK_S = 1.0
"""How soon a thread that waits for a change notices that the server has closed."""


class _Listener:
    """One open stream. `wake` is set when there is something to say or when it is over."""

    def __init__(self, seen: int) -> None:
        self.wake, self.over, self.newest = asyncio.Event(), False, seen

    def end(self) -> None:
        self.over = True
        self.wake.set()


class _Bell:
    """One thread that waits for a change, and tells all listeners in the server's loop."""

    def __init__(self, shown: Changing, seen: int, loop: asyncio.AbstractEventLoop) -> None:
        self.listeners: set[_Listener] = set()
        self.newest = seen
        self._shown, self._loop, self._stopped = shown, loop, False
        Thread(target=self._wait, args=(seen,), name="web-changes", daemon=True).start()

    def stop(self) -> None:
        self._stopped = True

    def _wait(self, seen: int) -> None:
        while not self._stopped:
            now = self._shown.wait(seen, LOOK_S)
            if now > seen and not self._stopped:
                seen = now
                try:
                    self._loop.call_soon_threadsafe(self._ring, now)
                except RuntimeError:  # the server has closed in this very moment
                    return

    def _ring(self, revision: int) -> None:
        self.newest = revision
        for listener in self.listeners:
            listener.newest = revision
            listener.wake.set()


class Streams:
    """All streams that a server holds open. Lives in its loop."""

    def __init__(self, most_each: int = MOST_EACH) -> None:
        self._most_each = most_each
        self._bells: dict[int, _Bell] = {}
        self._of: dict[tuple[str, str], list[_Listener]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    async def hold(
        self,
        stream: EventStream,
        address: str,
        receive: Callable[[], Awaitable[Any]],
        send: Callable[[str, bool], Awaitable[None]],
    ) -> None:
        """Tell of every change until the client goes, or opens too many others.

        Args:
            address: where the client is; clients elsewhere that call themselves the same are others.
            receive: the next of what the client sends, at last that it has gone.
            send: sends text, and whether there is more to come.
        """
        bell = self._bell(stream)
        listener = _Listener(bell.newest)
        mine = self._of.setdefault((address, stream.client), [])
        if len(mine) >= self._most_each:
            mine.pop(0).end()
        mine.append(listener)
        bell.listeners.add(listener)
        gone = asyncio.ensure_future(_left(receive))
        gone.add_done_callback(lambda _: listener.end())
        try:
            await send(stream.beginning(), True)
            await _tell(stream, listener, send)
        finally:
            gone.cancel()
            bell.listeners.discard(listener)
            if listener in mine:
                mine.remove(listener)
            if not mine:
                self._of.pop((address, stream.client), None)
            if not bell.listeners and self._bells.get(id(stream.shown)) is bell:
                bell.stop()  # what it waits for may never change again: a match that was left
                del self._bells[id(stream.shown)]

    def end(self) -> None:
        """End all."""
        for bell in self._bells.values():
            bell.stop()
        for mine in self._of.values():
            for listener in mine:
                listener.end()

    def _bell(self, stream: EventStream) -> _Bell:
        bell = self._bells.get(id(stream.shown))
        if bell is None:
            bell = self._bells[id(stream.shown)] = _Bell(stream.shown, stream.seen, asyncio.get_running_loop())
        return bell


async def _left(receive: Callable[[], Awaitable[Any]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _tell(stream: EventStream, listener: _Listener, send: Callable[[str, bool], Awaitable[None]]) -> None:
    seen = stream.seen
    while not listener.over:
        if listener.newest > seen:
            seen = listener.newest
            await send(stream.event(seen), True)
        if not stream.is_current():
            break
        try:
            async with asyncio.timeout(PING_S):
                await listener.wake.wait()
            listener.wake.clear()
        except TimeoutError:
            await send(stream.ping(), True)
    await send("", False)
