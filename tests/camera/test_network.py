"""A camera on the network, played by a small server on this machine's loopback."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import cv2
import numpy as np
import pytest

from companion.camera.network import open_source
from companion.camera.source import SizeChanged, SourceFailed
from companion.camera.unpacking import reduction
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from tests.camera.contract import check_source
from tests.camera.fakes import colour_card
from tests.camera.faulty_server import FaultyCamera, served
from tests.camera_faults.camera import run_camera_fault
from tests.camera_faults.film import Counts


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
    shown = rest.format(address=address).partition("@")[2].partition("/")[0]
    assert failed.value.what.fr.startswith(f"Pas d'images à l'adresse « http://{shown}/… »")
    assert "secret" not in str(failed.value) + capfd.readouterr().err


def test_pictures_are_decoded_no_larger_than_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    camera, flags, decode = FaultyCamera(colour_card(1280, 960)), list[int](), cv2.imdecode

    def noted(packed: Any, flag: int) -> Any:
        flags.append(flag & ~cv2.IMREAD_IGNORE_ORIENTATION)
        return decode(packed, flag)

    monkeypatch.setattr(cv2, "imdecode", noted)
    with served(camera) as address, open_source(SourceUrl.parse(address), ManualClock()) as source:
        assert source.small().pixels.shape == (480, 640, 3)
        assert source.full().pixels.shape == (960, 1280, 3)
    whole, half = cv2.IMREAD_COLOR, cv2.IMREAD_REDUCED_COLOR_2
    assert [flag for flag in flags if flag in (whole, half)][-3:] == [whole, half, whole]


@pytest.mark.parametrize("look", ["small", "full"])
def test_pictures_of_another_size_end_the_camera_in_words(look: str) -> None:
    camera = FaultyCamera(colour_card(1280, 960))
    with served(camera) as address, open_source(SourceUrl.parse(address), ManualClock()) as source:
        camera.show = lambda picture: np.ascontiguousarray(picture[::2, ::2])
        looks = iter(getattr(source, look), None)
        with pytest.raises(SizeChanged):
            deque(looks, maxlen=0)


@pytest.mark.parametrize(
    ("size_xy", "factor"), [((640, 480), 1), ((1280, 960), 2), ((1920, 1080), 2), ((4056, 3040), 4)]
)
def test_reduced_pictures_are_not_smaller_than_small_ones(size_xy: tuple[int, int], factor: int) -> None:
    assert reduction(size_xy) == factor


@pytest.mark.whole
def test_a_network_camera_that_hangs_freezes_or_stops_is_said_and_comes_back() -> None:
    counts = {"stops": Counts(), "freezes": Counts()}
    with ThreadPoolExecutor() as both:  # in real time, most of which is waiting
        deque(both.map(run_camera_fault, counts, (5, 5), counts.values()), maxlen=0)
    for name, own in counts.items():
        assert (own.noticed, own.healed) == (1, 1), f"{name}: {own.line()}"
