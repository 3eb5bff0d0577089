"""Serves an app to a room full of phones: one loop for all connections and streams, a few threads for the pages."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Thread

from flask import Flask
from uvicorn.config import Config
from uvicorn.server import ServerState

from companion.core.errors import Unreadable
from companion.core.system_words import why
from companion.core.text import Text
from companion.web.addresses import Addresses
from companion.web.bridge import PAGE_THREADS, App, Bridge
from companion.web.connection import IDLE_S, Connection, Crowd
from companion.web.safety import allow_names
from companion.web.streams import Streams

BACKLOG = 1024
"""Connections that the system keeps while we are busy: 500 phones that come back at once, each with two."""
GONE_MS = 30_000
"""A phone that left the network without a word is given up when it has not confirmed anything for so long; without
this the system would try for a quarter of an hour."""
CLOSE_S = 5.0
"""How long pages that are being made may take when the server closes."""


@dataclass(frozen=True)
class Serving:
    """A server at work. `port` is the one that was opened, also when 0 was asked for."""

    port: int
    crowd: Crowd
    streams: Streams
    _loop: asyncio.AbstractEventLoop
    _stop: asyncio.Event
    _thread: Thread

    def close(self) -> None:
        """Stop: port, connections and streams are closed when this returns."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()


def open_listener(host: str = "0.0.0.0", port: int = 8000) -> socket.socket:
    """Open the port; who calls waits until `serve_on` answers.

    Args:
        port: 0 takes any free one.

    Raises:
        Unreadable: the port or host cannot be opened.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; the connections inherit it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        raise Unreadable(
            "web.port",
            Text(
                fr="L'adresse {host}:{port} ne s'ouvre pas ({why}) ; choisissez un autre port.",
                en="The address {host}:{port} does not open ({why}); choose another port.",
            ).filled(host=host, port=port, why=why(error)),
        ) from None
    return listener


def serve(app: Flask, host: str = "0.0.0.0", port: int = 8000, names: Iterable[str] = ()) -> Serving:
    """Open the port and answer from threads of our own until `close`. Arguments and errors: see `open_listener` and
    `serve_on`. names: by which phones may call this machine beside its own names and addresses."""
    allow_names(app, names)
    return serve_on(app, open_listener(host, port))


def serve_on(app: App, listener: socket.socket) -> Serving:
    """Answer at an open port from threads of our own until `close`.

    Args:
        app: WSGI.
        listener: of `open_listener`; closed with the server.
    """
    port: int = listener.getsockname()[1]
    crowd, streams, ready = Crowd(), Streams(), Event()
    loop, stop = asyncio.new_event_loop(), asyncio.Event()

    async def run() -> None:
        pool, state = ThreadPoolExecutor(PAGE_THREADS, "web-page"), ServerState()
        config = _config(Bridge(app, pool, streams))
        server = await loop.create_server(lambda: Connection(config, state, crowd), sock=listener, backlog=BACKLOG)
        ready.set()
        await stop.wait()
        server.close()
        streams.end()
        crowd.hang_up()
        if state.tasks:
            await asyncio.wait(state.tasks, timeout=CLOSE_S)
        pool.shutdown(wait=False, cancel_futures=True)

    def answer() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(run())

    thread = Thread(target=answer, name="web", daemon=True)
    thread.start()
    ready.wait()
    return Serving(port, crowd, streams, loop, stop, thread)


def _config(bridge: Bridge) -> Config:
    """Nothing is guessed from headers that a client can write, and nothing is logged of who asks for what."""
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    config = Config(
        bridge,
        http=Connection,
        ws="none",
        lifespan="off",
        interface="asgi3",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level=logging.ERROR,
        timeout_keep_alive=IDLE_S,
    )
    config.load()
    return config


def address_for_phones(port: int) -> str:
    """The page's address on the local network, or by this machine's name when there is no network."""
    return Addresses(port).best
