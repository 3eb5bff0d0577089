"""Serves an app to a room full of phones, on waitress."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from threading import Thread
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore

from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.web.live import HEARTBEAT_S
from companion.web.room import MOST_STREAMS

PAGE_THREADS = 8
"""Threads beside the event streams, which hold one each: a page takes some 10 ms, so eight of them keep up with
forty phones that all ask at once."""
MOST_CONNECTIONS = 400
"""A browser keeps up to six connections to a server; forty phones, and some of the last hour's."""
BACKLOG = 1024
"""Connections that the system keeps while we are busy."""
GONE_MS = 30_000
"""A phone that left the network without a word is given up when it has not confirmed two heartbeats; without this
the system would try for a quarter of an hour, and a thread would wait with it."""
NOWHERE = ("192.0.2.1", 9)
"""An address kept for documentation (RFC 5737): a UDP socket connected to it learns its own address, sends nothing."""


@dataclass(frozen=True)
class Serving:
    """A server at work. `port` is the one that was opened, also when 0 was asked for."""

    port: int
    _server: Any
    _thread: Thread

    def close(self) -> None:
        """Stop: port and connections are closed when this returns; the threads of event streams end soon after."""
        if self._thread.is_alive():
            self._server.trigger.pull_trigger(self._hang_up)  # in the server's own thread, where its sockets belong
            self._thread.join()
            Thread(target=self._tidy_up, name="web-end", daemon=True).start()

    def _hang_up(self) -> None:
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        wasyncore.dispatcher.close(self._server)
        self._server.trigger.del_channel()

    def _tidy_up(self) -> None:
        # A stream that wakes late still pulls the trigger: were its pipe closed before, the byte would go to
        # whatever file has been given the pipe's number since.
        self._server.task_dispatcher.shutdown(timeout=2 * HEARTBEAT_S)
        self._server.trigger.close()


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
            ).filled(host=host, port=port, why=error),
        ) from None
    return listener


def serve(app: Flask, host: str = "0.0.0.0", port: int = 8000) -> Serving:
    """Open the port and answer from threads of our own until `close`. Errors: see `open_listener`."""
    return serve_on(app, open_listener(host, port))


def serve_on(app: Flask, listener: socket.socket) -> Serving:
    """Answer at an open port from threads of our own until `close`, which closes the listener, too."""
    server = create_server(
        app,
        sockets=[listener],
        threads=MOST_STREAMS + PAGE_THREADS,
        connection_limit=MOST_CONNECTIONS,
        asyncore_use_poll=True,
        clear_untrusted_proxy_headers=True,
        ident=None,
    )
    thread = Thread(target=server.run, name="web", daemon=True)
    thread.start()
    return Serving(listener.getsockname()[1], server, thread)


def address_for_phones(port: int) -> str:
    """The page's address on the local network, or by this machine's name when there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
            host = probe.getsockname()[0]
        except OSError:
            host = socket.gethostname()
    return f"http://{host}:{port}/"
