"""One connection of a phone, and the crowd of them all: who is too slow goes, a full house costs whoever holds most."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

HEADERS_S = 10.0
"""A request's head is one packet; on the worst network it is there after some seconds."""
MOST_HEAD = 64 * 1024
"""Bytes of a request's head: far more than any browser sends, cookies of other tables included."""
IDLE_S = 30
"""A browser's connection that asks for nothing is closed: the next request opens another in a few milliseconds."""
MOST_CONNECTIONS = 900
"""Well under the 1,024 files that a process may have open, and below which `select` works for the table box's line; 500
phones that come back hold one each and a second while they fetch."""
FEW = 8
"""An address with no more connections than this is one phone, or two: it holds no more than its share."""


class Crowd:
    """The open connections, by the address that they come from. Lives in the server's own thread.

    Args:
        most: how many may be open; one more makes the address that holds most lose one.
    """

    def __init__(self, most: int = MOST_CONNECTIONS) -> None:
        self._most, self._count = most, 0
        self._held: dict[str, dict[Connection, None]] = {}

    def __len__(self) -> int:
        return self._count

    def enter(self, connection: Connection) -> None:
        """A connection has been opened; another is closed if there is no room for it."""
        if self._count >= self._most:
            self._make_room()
        self._held.setdefault(connection.address, {})[connection] = None
        self._count += 1

    def leave(self, connection: Connection) -> None:
        """A connection has ended; one that is not known has been seen off before."""
        held = self._held.get(connection.address, {})
        if connection in held:
            del held[connection]
            self._count -= 1
            if not held:
                del self._held[connection.address]

    def hang_up(self) -> None:
        """Close all."""
        for held in list(self._held.values()):
            for connection in list(held):
                connection.cut()

    def _make_room(self) -> None:
        """Close the connection of whoever holds most that has waited longest; one at work only if none waits. Where
        nobody holds more than a phone does, that which has waited longest of all: its browser opens another."""
        most = max(self._held.values(), key=len)
        asked = self._held.values() if len(most) <= FEW else [most]
        waiting = [each for held in asked for each in held if each.waits]
        chosen = min(waiting, key=lambda each: each.quiet_since_s) if waiting else next(iter(most))
        self.leave(chosen)
        chosen.cut()


class Connection(HttpToolsProtocol):
    """An HTTP connection that is given up when its request's head does not come in time, or has no end.

    Args:
        crowd: enters it while it is open.

    Attributes:
        quiet_since_s: when it was opened or last answered, on the loop's clock.
    """

    def __init__(self, config: Config, state: ServerState, crowd: Crowd) -> None:
        super().__init__(config, state, {"connection": self})
        self._crowd = crowd
        self._head_due: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        self.quiet_since_s = 0.0

    @property
    def address(self) -> str:
        """Where it comes from, without the port; "" once that cannot be told any more."""
        return self.client[0] if self.client else ""

    @property
    def waits(self) -> bool:
        """Whether it is between two requests, or in the head of one."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def closing(self) -> bool:
        """Whether nobody reads any more what is sent."""
        return bool(self.transport.is_closing())

    def cut(self) -> None:
        """Close at once; what was not sent yet is lost."""
        self.transport.abort()

    def connection_made(self, transport: Any) -> None:
        """The library's: it is open."""
        super().connection_made(transport)
        self.quiet_since_s = self.loop.time()
        self._crowd.enter(self)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The library's: it has ended."""
        self._crowd.leave(self)
        self._stop_waiting()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # the library leaves it when a connection breaks

    def data_received(self, data: bytes) -> None:
        """The library's: the next bytes of a request."""
        super().data_received(data)
        if not self.waits:
            self._stop_waiting()
        elif self._head_bytes + len(data) > MOST_HEAD:
            self.cut()
        else:
            self._head_bytes += len(data)
            self._expect_head()

    def on_response_complete(self) -> None:
        """The library's: an answer has been handed over."""
        self.quiet_since_s = self.loop.time()
        super().on_response_complete()

    def timeout_keep_alive_handler(self) -> None:
        """The library's: nothing more was asked for `IDLE_S` long."""
        self.cut()  # closing politely would wait for a reader that takes a byte a minute

    def _expect_head(self) -> None:
        if self._head_due is None and not self.closing:  # bytes that drip in give no new time
            self._head_due = self.loop.call_later(HEADERS_S, self.cut)

    def _stop_waiting(self) -> None:
        self._head_bytes = 0
        if self._head_due is not None:
            self._head_due.cancel()
            self._head_due = None
