"""The Raspberry Pi's own camera: `picamera2://0`; keys: width, height, fps, and those of `picamera2_controls`.

Needs the system's package python3-picamera2, and a virtual environment made with --system-site-packages; it is imported
only when such a camera is opened. The chip delivers two streams at once: the full picture, and a small one.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from companion.camera.libcamera_formats import KNOWN, to_bgr
from companion.camera.picamera2_controls import (
    AF_CONTINUOUSLY,
    AF_START,
    KEYS,
    MICROSECONDS,
    SETTLES_FRAMES,
    SettledGains,
    Wishes,
    scaler_crop,
    wishes_of,
)
from companion.camera.source import SMALL_MAX_XY, ClosedAtEnd, Frame, SourceFailed, read_only
from companion.camera.url import SourceUrl
from companion.core.clock import Clock
from companion.core.text import Text

log = logging.getLogger(__name__)

PATIENCE_S = 10.0
"""A camera that gives no picture for this long has stopped; the longest exposure is a few seconds."""
BUFFERS = 3
"""Full pictures in memory at once: one being exposed, one ready, one being read."""
MOST_DIGITS = 4
"""Digits that a camera's number may have."""
MOST_SHOWN = 120
"""Letters of a library's own message that a sentence repeats."""


class Picamera2Source(ClosedAtEnd):
    """A started camera.

    Args:
        camera: a `picamera2.Picamera2`, configured with the streams "main" and "lores", and started.
        shown: its address, for messages.
        clock: the frames' times.
        wishes: how its pictures are turned.

    Raises:
        SourceFailed: it does not say how its pictures lie in memory, or not in a way that is known here.
    """

    def __init__(self, camera: Any, shown: str, clock: Clock, wishes: Wishes) -> None:
        self._camera: Any = camera
        self._wishes = wishes
        self._shown = shown
        self._clock = clock
        self._number = 0
        with _failing_as(shown, OTHER_SIZE):
            given = camera.camera_configuration()
            self._streams = {name: Stream.of(given[name]) for name in ("main", "lores")}
        for stream in self._streams.values():
            if stream.form not in KNOWN:
                raise _failed(shown, UNKNOWN_FORMAT.filled(name=stream.form))
        self.full_size_xy = wishes.turned_xy(self._streams["main"].size_xy)

    def small(self) -> Frame:
        """Return the next frame of the small stream. Raises `SourceFailed` when the camera gives none."""
        return self._frame("lores", fresh=False)

    def full(self) -> Frame:
        """Return a full-size frame whose exposure begins now. Raises `SourceFailed` when the camera gives none."""
        return self._frame("main", fresh=True)

    def close(self) -> None:
        """Stop the camera and release it; may be called twice."""
        if self._camera is not None:
            camera, self._camera = self._camera, None
            _release(camera)

    def _frame(self, name: str, fresh: bool) -> Frame:
        stream = self._streams[name]
        with _failing_as(self._shown, NO_PICTURES):
            if self._camera is None:
                raise RuntimeError("it is closed")
            # Flushing waits for an exposure that begins now, not one that was under way.
            request = self._camera.capture_request(wait=PATIENCE_S, flush=True if fresh else None)
            try:
                buffer = request.make_buffer(name)
            finally:
                request.release()
            pixels = self._wishes.turned(to_bgr(buffer, stream.form, stream.size_xy, stream.stride))
        self._number += 1
        return Frame(read_only(pixels), self._clock.now_s(), self._number)


@dataclass(frozen=True, slots=True)
class Stream:
    """How the pictures of one stream lie in memory: `form` is libcamera's name of the format, `stride` the bytes from
    row to row."""

    form: str
    size_xy: tuple[int, int]
    stride: int

    @classmethod
    def of(cls, told: Any) -> Self:
        """From what picamera2 tells of it. Raises KeyError, TypeError or ValueError for anything else."""
        width, height = told["size"]
        return cls(str(told["format"]), (int(width), int(height)), int(told["stride"]))


def open_source(url: SourceUrl, clock: Clock) -> Picamera2Source:
    """Open and start the camera.

    Raises:
        Unreadable: the address is not understood.
        SourceFailed: picamera2 is not installed or does not fit, there is no such camera, or it cannot be used now.
    """
    url.known("width", "height", "fps", *KEYS)
    width, height = url.whole("width", 0, 320, 9152), url.whole("height", 0, 240, 6944)
    fps, wishes = url.number("fps", 0.0, 0.1, 120.0), wishes_of(url)
    camera = _opened(_driver(url), url)
    try:
        with _failing_as(url.shown, REPLUG):
            sensor_x, sensor_y = _shown_of_sensor(camera, wishes)
            width = width or (round(height * sensor_x / sensor_y / 2) * 2 if height else sensor_x)
            height = height or round(width * sensor_y / sensor_x / 2) * 2
        _configure(camera, url, (width, height))
        _ask(camera, url, fps, wishes)
        with _failing_as(url.shown, IN_USE):
            camera.start()
        _settle(camera, url, wishes)
        return Picamera2Source(camera, url.shown, clock, wishes)
    except BaseException:
        _release(camera)
        raise


def _driver(url: SourceUrl) -> Any:
    """The class `picamera2.Picamera2`; raises SourceFailed when it cannot be had."""
    with _failing_as(url.shown, DOES_NOT_FIT):
        try:
            from picamera2 import Picamera2
        except ModuleNotFoundError as error:
            if error.name != "picamera2":  # it is there, and something that it needs is not
                raise
            raise _failed(url.shown, NOT_INSTALLED) from error
    return Picamera2


def _opened(driver: Any, url: SourceUrl) -> Any:
    """The camera of the given number, not configured yet; raises SourceFailed when there is none, or it is in use."""
    written = url.rest or "0"
    index = int(written) if written.isdecimal() and len(written) <= MOST_DIGITS else -1
    with _failing_as(url.shown, REPLUG):
        count = len(driver.global_camera_info())
    if not 0 <= index < count:
        raise _failed(url.shown, NO_SUCH_NUMBER.filled(count=count))
    with _failing_as(url.shown, IN_USE):
        return driver(index)


def _shown_of_sensor(camera: Any, wishes: Wishes) -> tuple[int, int]:
    """Width and height of the part of the sensor that is shown, px."""
    width, height = camera.sensor_resolution
    if wishes.crop is None:
        return width, height
    _, _, across, down = wishes.crop
    return 2 * round(width * across / 2), 2 * round(height * down / 2)


def _configure(camera: Any, url: SourceUrl, size_xy: tuple[int, int]) -> None:
    """Configure both streams; raises SourceFailed when the camera cannot give this size."""
    with _failing_as(url.shown, NO_SUCH_SIZE.filled(width=size_xy[0], height=size_xy[1])):
        # RGB888 is libcamera's name for blue, green, red in memory. The Pi 4's second stream can only do YUV.
        wanted = camera.create_video_configuration(
            main={"size": size_xy, "format": "RGB888"},
            lores={"size": _lores_xy(size_xy), "format": "YUV420"},
            buffer_count=BUFFERS,
        )
        camera.configure(wanted)


def _ask(camera: Any, url: SourceUrl, fps: float, wishes: Wishes) -> None:
    """Set all controls; raises SourceFailed for one that the address names and this camera does not have."""
    usual: dict[str, Any] = {"AfMode": AF_CONTINUOUSLY}
    if fps:
        duration_us = round(MICROSECONDS / fps)
        usual["FrameDurationLimits"] = (duration_us, duration_us)
    for control, value in usual.items():
        if control not in wishes.controls:
            # A fixed-focus module has no AfMode; a camera without a control is no reason not to play.
            with contextlib.suppress(Exception):
                camera.set_controls({control: value})
    for control, key in wishes.named.items():
        with _failing_as(url.shown, NO_SUCH_CONTROL.filled(key=key)):
            if control not in camera.camera_controls:
                raise KeyError(control)
            if control in wishes.controls:
                camera.set_controls({control: wishes.controls[control]})
    if wishes.crop is not None:
        with _failing_as(url.shown, NO_SUCH_CONTROL.filled(key="crop")):
            _, whole, _ = camera.camera_controls["ScalerCrop"]
            camera.set_controls({"ScalerCrop": scaler_crop(wishes.crop, whole)})


def _settle(camera: Any, url: SourceUrl, wishes: Wishes) -> None:
    """Focus, and measure and hold the white balance, where that was asked for; raises SourceFailed where the camera
    does not tell its colours."""
    if wishes.focuses_once:
        with _failing_as(url.shown, NO_SUCH_CONTROL.filled(key="focus")):
            camera.set_controls({"AfTrigger": AF_START})
    if not wishes.locks_white:
        return
    settled = SettledGains()
    with _failing_as(url.shown, NO_SUCH_CONTROL.filled(key="white")):
        for _ in range(SETTLES_FRAMES):
            request = camera.capture_request(wait=PATIENCE_S, flush=None)
            try:
                red, blue = request.get_metadata()["ColourGains"]
            finally:
                request.release()
            if settled.update((red, blue)):
                break
        camera.set_controls({"ColourGains": (red, blue)})


def _release(camera: Any) -> None:
    """Stop the camera and give it back, however far it has come; a camera that is gone cannot refuse."""
    for end in (camera.stop, camera.close):
        try:
            end()
        except Exception as error:
            log.debug("the camera does not end properly: %s", type(error).__name__)


def _lores_xy(size_xy: tuple[int, int]) -> tuple[int, int]:
    """The small stream's size: the full one's shape, in even numbers, as YUV needs."""
    share = min(1.0, SMALL_MAX_XY[0] / size_xy[0], SMALL_MAX_XY[1] / size_xy[1])
    return round(size_xy[0] * share / 2) * 2, round(size_xy[1] * share / 2) * 2


@contextlib.contextmanager
def _failing_as(shown: str, why: Text) -> Iterator[None]:
    """Whatever picamera2 and what is under it raise inside is `why`, with their own words where it has `{error}`."""
    try:
        yield
    except SourceFailed:
        raise
    except Exception as error:
        said = f"{type(error).__name__}: {' '.join(str(error).split())}"[:MOST_SHOWN].rstrip(": ")
        raise _failed(shown, why.filled(error=said)) from error


def _failed(shown: str, why: Text) -> SourceFailed:
    what = Text(fr="Caméra du Pi « {url} » : {why}.", en="The Pi's camera “{url}”: {why}.")
    return SourceFailed(what.filled(url=shown, why=why))


NOT_INSTALLED = Text(
    fr="picamera2 n'est pas là ; installez le paquet python3-picamera2 du système, puis faites make clean demo",
    en="picamera2 is not there; install the system's package python3-picamera2, then say make clean demo",
)
DOES_NOT_FIT = Text(
    fr="picamera2 est là mais ne se charge pas ({error}) ; mettez le système à jour, puis faites make clean demo",
    en="picamera2 is there but does not load ({error}); update the system, then say make clean demo",
)
NO_SUCH_NUMBER = Text(
    fr="{count} caméra(s) trouvée(s), numérotées à partir de 0 ; vérifiez la nappe ou le numéro",
    en="{count} camera(s) found, counted from 0; check the ribbon cable or the number",
)
IN_USE = Text(
    fr="elle ne s'ouvre pas ({error}) ; fermez les autres programmes qui s'en servent, puis vérifiez sa nappe",
    en="it does not open ({error}); close other programs that use it, then check its ribbon cable",
)
REPLUG = Text(
    fr="elle ne dit pas ce qu'elle sait faire ({error}) ; éteignez le Pi, vérifiez la nappe et rallumez-le",
    en="it does not say what it can do ({error}); switch the Pi off, check the ribbon cable and switch it on again",
)
NO_SUCH_SIZE = Text(
    fr="elle ne sait pas donner {width} x {height} avec une seconde image ({{error}}) ; demandez une autre taille",
    en="it cannot give {width} x {height} with a second stream ({{error}}); ask for another size",
)
NO_SUCH_CONTROL = Text(
    fr="elle ne sait pas régler « {key} » ({{error}}) ; ôtez cette clé de son adresse",
    en="it cannot set “{key}” ({{error}}); take this key out of its address",
)
OTHER_SIZE = Text(
    fr="elle ne dit pas comment sont ses images ({error}) ; demandez une autre taille",
    en="it does not say what its pictures are like ({error}); ask for another size",
)
UNKNOWN_FORMAT = Text(
    fr="elle donne le format {name}, inconnu ici ; demandez une autre taille",
    en="it gives the format {name}, which is not known here; ask for another size",
)
NO_PICTURES = Text(
    fr="elle ne donne plus d'images ({error}) ; vérifiez sa nappe, puis rouvrez-la",
    en="it gives no pictures ({error}); check its ribbon cable, then open it again",
)
