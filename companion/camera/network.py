"""A camera on the network: `http://host/stream` (MJPEG) or `rtsp://host/path`, read through OpenCV's FFmpeg."""

from __future__ import annotations

import cv2

from companion.camera.capture import CaptureSource, opened
from companion.camera.source import SourceFailed
from companion.camera.unpacking import is_packed
from companion.camera.url import SourceUrl
from companion.core.clock import Clock
from companion.core.text import Text

OPEN_MS = 5000
"""Time-out for connecting and for the first picture."""
READ_MS = 8000
"""Time-out between two pictures; below the source's own patience, so that its thread always ends."""


def open_source(url: SourceUrl, clock: Clock) -> CaptureSource:
    """Connect to the camera.

    Raises:
        SourceFailed: nothing answers at the address, or not with pictures.
    """
    limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS)
    capture = opened(url.text, cv2.CAP_FFMPEG, limits)
    if capture is None:
        raise SourceFailed(
            Text(
                fr="Pas d'images à l'adresse « {url} » : vérifiez l'adresse, le réseau, et que la caméra est allumée.",
                en="No pictures at “{url}”: check the address, the network, and that the camera is on.",
            ).filled(url=url.shown)
        )
    packed = is_packed(capture)
    # Films repeat a picture bit by bit while nothing moves; JPEG pictures show the sensor's noise.
    return CaptureSource(capture, url.shown, clock, packed=packed, repeats_itself=not packed)
