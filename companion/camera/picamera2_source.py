"""The Raspberry Pi's own camera: `picamera2://0`; keys: width, height, fps.

Needs the system's package python3-picamera2, and a virtual environment made with --system-site-packages; it is imported
only when such a camera is opened. The chip delivers two streams at once: the full picture, and a small one.
"""

from __future__ import annotations

import contextlib
from typing import Any

from companion.camera.libcamera_formats import KNOWN, to_bgr
from companion.camera.source import SMALL_MAX_XY, ClosedAtEnd, Frame, SourceFailed, read_only
from companion.camera.url import SourceUrl
from companion.core.clock import Clock
from companion.core.text import Text

PATIENCE_S = 10.0
"""A camera that gives no picture for this long has stopped; the longest exposure is a few seconds."""
BUFFERS = 3
"""Full pictures in memory at once: one being exposed, one ready, one being read."""
FOCUS_CONTINUOUSLY = 2
"""libcamera's AfModeEnum.Continuous."""
MICROSECONDS = 1_000_000
"""Per second."""


class Picamera2Source(ClosedAtEnd):
    """A started camera.

    Args:
        camera: a `picamera2.Picamera2`, configured with the streams "main" and "lores".
        shown: its address, for messages.
        clock: the frames' times.
    """

    def __init__(self, camera: Any, shown: str, clock: Clock) -> None:
        self._camera: Any = camera
        self._shown = shown
        self._clock = clock
        self._number = 0
        given = camera.camera_configuration()
        self._streams = {name: given[name] for name in ("main", "lores")}
        width, height = self._streams["main"]["size"]
        self.full_size_xy = (int(width), int(height))

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
            camera.stop()
            camera.close()

    def _frame(self, name: str, fresh: bool) -> Frame:
        stream = self._streams[name]
        try:
            if self._camera is None:
                raise RuntimeError("closed")
            # Flushing waits for an exposure that begins now, not one that was under way.
            request = self._camera.capture_request(wait=PATIENCE_S, flush=True if fresh else None)
        except (TimeoutError, RuntimeError) as error:
            raise SourceFailed(
                Text(
                    fr="La caméra du Pi « {url} » ne donne plus d'images : vérifiez sa nappe, puis rouvrez-la.",
                    en="The Pi's camera “{url}” gives no pictures: check its ribbon cable, then open it again.",
                ).filled(url=self._shown)
            ) from error
        try:
            buffer = request.make_buffer(name)
        finally:
            request.release()
        self._number += 1
        width, height = (int(each) for each in stream["size"])
        pixels = to_bgr(buffer, stream["format"], (width, height), int(stream["stride"]))
        return Frame(read_only(pixels), self._clock.now_s(), self._number)


def open_source(url: SourceUrl, clock: Clock) -> Picamera2Source:
    """Open and start the camera.

    Raises:
        Unreadable: the address is not understood.
        SourceFailed: picamera2 is not installed, there is no such camera, or it is in use.
    """
    url.known("width", "height", "fps")
    width, height = url.whole("width", 0, 320, 9152), url.whole("height", 0, 240, 6944)
    fps = url.number("fps", 0.0, 0.1, 120.0)
    camera = _opened(_driver(url), url)
    try:
        sensor_x, sensor_y = camera.sensor_resolution
        width = width or (round(height * sensor_x / sensor_y / 2) * 2 if height else sensor_x)
        height = height or round(width * sensor_y / sensor_x / 2) * 2
        _start(camera, url, (width, height), fps)
        return Picamera2Source(camera, url.shown, clock)
    except BaseException:
        camera.close()
        raise


def _driver(url: SourceUrl) -> Any:
    """The class `picamera2.Picamera2`; raises SourceFailed when it is not installed."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise _failed(
            url,
            Text(
                fr="picamera2 n'est pas installé ; installez le paquet python3-picamera2 du système et créez "
                "l'environnement avec --system-site-packages",
                en="picamera2 is not installed; install the system's package python3-picamera2 and make the "
                "environment with --system-site-packages",
            ),
        ) from error
    return Picamera2


def _opened(driver: Any, url: SourceUrl) -> Any:
    """The camera of the given number, not configured yet; raises SourceFailed when there is none, or it is in use."""
    index = int(url.rest or "0") if (url.rest or "0").isdecimal() else -1
    count = len(driver.global_camera_info())
    if not 0 <= index < count:
        raise _failed(
            url,
            Text(
                fr=f"{count} caméra(s) trouvée(s), numérotées à partir de 0 ; vérifiez la nappe ou le numéro",
                en=f"{count} camera(s) found, counted from 0; check the ribbon cable or the number",
            ),
        )
    try:
        return driver(index)
    except (RuntimeError, OSError) as error:
        raise _failed(
            url,
            Text(
                fr="elle ne s'ouvre pas ; fermez les autres programmes qui s'en servent",
                en="it does not open; close other programs that use it",
            ),
        ) from error


def _start(camera: Any, url: SourceUrl, size_xy: tuple[int, int], fps: float) -> None:
    """Configure both streams and start; raises SourceFailed when the camera cannot give this size or gives another
    format."""
    # RGB888 is libcamera's name for blue, green, red in memory. The Pi 4's second stream can only do YUV.
    wanted = camera.create_video_configuration(
        main={"size": size_xy, "format": "RGB888"},
        lores={"size": _lores_xy(size_xy), "format": "YUV420"},
        buffer_count=BUFFERS,
    )
    try:
        camera.configure(wanted)
    except RuntimeError as error:
        raise _failed(
            url,
            Text(
                fr="elle ne sait pas donner {width} x {height} avec une seconde image ; demandez une autre taille",
                en="it cannot give {width} x {height} with a second stream; ask for another size",
            ).filled(width=size_xy[0], height=size_xy[1]),
        ) from error
    given = camera.camera_configuration()
    for name in ("main", "lores"):
        if given[name]["format"] not in KNOWN:
            raise _failed(
                url,
                Text(
                    fr="elle donne le format {name}, inconnu ici ; demandez une autre taille",
                    en="it gives the format {name}, which is not known here; ask for another size",
                ).filled(name=given[name]["format"]),
            )
    wishes: dict[str, Any] = {"AfMode": FOCUS_CONTINUOUSLY}
    if fps:
        duration_us = round(MICROSECONDS / fps)
        wishes["FrameDurationLimits"] = (duration_us, duration_us)
    for control, value in wishes.items():
        # A fixed-focus module has no AfMode; a camera without a control is no reason not to play.
        with contextlib.suppress(RuntimeError):
            camera.set_controls({control: value})
    camera.start()


def _lores_xy(size_xy: tuple[int, int]) -> tuple[int, int]:
    """The small stream's size: the full one's shape, in even numbers, as YUV needs."""
    share = min(1.0, SMALL_MAX_XY[0] / size_xy[0], SMALL_MAX_XY[1] / size_xy[1])
    return round(size_xy[0] * share / 2) * 2, round(size_xy[1] * share / 2) * 2


def _failed(url: SourceUrl, why: Text) -> SourceFailed:
    what = Text(fr="Caméra du Pi « {url} » : {why}.", en="The Pi's camera “{url}”: {why}.")
    return SourceFailed(what.filled(url=url.shown, why=why))
