"""A camera on the network, played by a small server on this machine's loopback."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import cv2
import numpy as np
import pytest

from companion.camera.network import open_source
from companion.camera.source import SourceFailed
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from tests.camera.contract import check_source
from tests.camera.fakes import colour_card


class Camera(BaseHTTPRequestHandler):
    """Motion JPEG without end."""

    picture = cv2.imencode(".jpg", colour_card(800, 600))[1].tobytes()

    def do_GET(self) -> None:
        if self.path != "/live?key=1":
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        part = b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(self.picture)
        try:
            while True:
                self.wfile.write(part + self.picture + b"\r\n")
        except OSError:
            return

    def log_message(self, *words: object) -> None:
        return


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_motion_jpeg(address: str) -> None:
    url = SourceUrl.parse(f"http://{address}/live?key=1")
    check_source(lambda: open_source(url, ManualClock()))
    with open_source(url, ManualClock()) as source:
        assert np.abs(source.full().pixels.astype(int) - colour_card(800, 600)).mean() < 4


@pytest.mark.parametrize("rest", ["nobody:secret@{address}/elsewhere", "nobody:secret@127.0.0.1:1/live"])
def test_nothing_there_is_one_sentence_without_the_password(
    address: str, rest: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SourceFailed) as failed:
        open_source(SourceUrl.parse("http://" + rest.format(address=address)), ManualClock())
    shown = rest.format(address=address).partition("@")[2]
    assert failed.value.what.fr.startswith(f"Pas d'images à l'adresse « http://{shown} »")
    assert "secret" not in str(failed.value) + capfd.readouterr().err
