"""A USB camera: `usb://0` is the first one, `usb:///dev/video2` a particular one; keys: width, height, fps."""

from __future__ import annotations

import cv2

from companion.camera.capture import CaptureSource, opened
from companion.camera.source import SourceFailed
from companion.camera.unpacking import hands_out_jpeg
from companion.camera.url import SourceUrl
from companion.core.clock import Clock
from companion.core.text import Text

WIDTH_PX, HEIGHT_PX = 1920, 1080
"""Size that is asked for by default; a camera that does not have it gives its nearest size."""
MOST_DIGITS = 4
"""Digits that a camera's number may have; whatever is longer is taken for a name, and not found."""
COMPRESSED = "MJPG"
"""Pixel format that is asked for: uncompressed, USB 2 carries five full pictures a second; compressed, thirty."""


def open_source(url: SourceUrl, clock: Clock) -> CaptureSource:
    """Open the camera.

    Raises:
        Unreadable: a key or its value is not understood.
        SourceFailed: there is no such camera, or it is in use.
    """
    url.known("width", "height", "fps")
    width = url.whole("width", WIDTH_PX, 160, 8192)
    height = url.whole("height", HEIGHT_PX, 120, 8192)
    fps = url.number("fps", 0.0, 1.0, 240.0)
    device = url.rest or "0"
    capture = opened(int(device) if device.isdecimal() and len(device) <= MOST_DIGITS else device)
    if capture is None:
        raise SourceFailed(
            Text(
                fr="Pas de caméra USB « {url} » : branchez-la, fermez les autres programmes qui s'en servent, "
                "ou donnez un autre numéro.",
                en="No USB camera “{url}”: plug it in, close other programs that use it, or give another number.",
            ).filled(url=url.shown)
        )
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*COMPRESSED))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    if fps:
        capture.set(cv2.CAP_PROP_FPS, fps)
    return CaptureSource(capture, url.shown, clock, packed=hands_out_jpeg(capture))
