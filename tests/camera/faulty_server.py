"""A network camera on loopback whose every fault is caused for real: motion JPEG of a table, with noise."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import cv2
import numpy as np

from companion.camera.arrays import Pixels

PICTURES = 12
"""Different pictures, each with its own noise, that are served over and over: drawing them anew costs more than reading
them."""
Show = Callable[[Pixels], Pixels]


class FaultyCamera:
    """What the camera does now; tests set it.

    Attributes:
        fps: pictures a second.
        answers: whether it takes connections and keeps those it has.
        hangs: whether it sends nothing and keeps its connections.
        frozen: whether it sends the same picture again.
        show: what becomes of the table's picture.
    """

    def __init__(self, table: Pixels, fps: float = 15.0) -> None:
        self.fps, self.answers, self.hangs, self.frozen = fps, True, False, False
        self.show: Show = lambda picture: picture
        self._random = np.random.default_rng(1)
        height, width = table.shape[:2]
        grain = self._random.normal(0, 3, (height + 64, width + 64, 1)).astype(np.float32)
        self._grain, self._table, self._last = np.repeat(grain, 3, axis=2), table.astype(np.float32), b""
        self._packed_for: Show | None = None
        self._packed: list[bytes] = []
        self._number = 0
        self.closed = Event()

    def picture(self) -> bytes:
        """The next picture, JPEG."""
        if not self.frozen or not self._last:
            if self._packed_for is not self.show:
                self._packed_for, self._packed = self.show, [self._drawn() for _ in range(PICTURES)]
            self._number += 1
            self._last = self._packed[self._number % PICTURES]
        return self._last

    def _drawn(self) -> bytes:
        y, x = self._random.integers(0, 64, 2)
        height, width = self._table.shape[:2]
        seen = self._table + self._grain[y : y + height, x : x + width]
        shown = self.show(seen.clip(0, 255).astype(np.uint8))
        return cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


@contextmanager
def served(camera: FaultyCamera) -> Iterator[str]:
    """Serve the camera; gives its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if not camera.answers:
                self.close_connection = True
                return
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
            self.end_headers()
            with suppress(OSError):
                while camera.answers and not camera.closed.is_set():
                    if not camera.hangs:
                        data = camera.picture()
                        head = b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data)
                        self.wfile.write(head + data + b"\r\n")
                    camera.closed.wait(1 / camera.fps - time.monotonic() % (1 / camera.fps))

        def log_message(self, *words: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/live"
    finally:
        camera.closed.set()
        server.shutdown()
        server.server_close()
