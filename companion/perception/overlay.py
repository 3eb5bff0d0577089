"""What the eyes saw, drawn over the picture: the page shows it, and a person can judge it at a glance."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.camera.source import Pixels
from companion.perception.eyes import Sighting

SHOWN_WIDTH_PX = 1024
"""Width of the picture on the page: sharp on a phone, about 100 kB as JPEG."""
JPEG_QUALITY = 82
SURE_BGR = (80, 200, 60)
UNSURE_BGR = (0, 165, 255)
CROP_RADII = 1.35
"""Half a crop's width in radii of the thing: the thing and a little of its surroundings."""


def drawn(picture: Pixels, sightings: Sequence[Sighting]) -> Pixels:
    """A copy of `picture`, at most `SHOWN_WIDTH_PX` wide, with a ring and the face read around each thing."""
    scale = min(1.0, SHOWN_WIDTH_PX / picture.shape[1])
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    canvas = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    for sighting in sightings:
        x, y = (round(each * scale) for each in sighting.centre_xy_px)
        radius = max(6, round(sighting.radius_px * scale))
        ink = SURE_BGR if sighting.thing.face else UNSURE_BGR
        cv2.circle(canvas, (x, y), radius, ink, 2, cv2.LINE_AA)
        _write(canvas, sighting.thing.face or "?", (x + radius, y - radius), ink)
    return np.asarray(canvas, dtype=np.uint8)


def _write(canvas: cv2.typing.MatLike, words: str, xy: tuple[int, int], ink: tuple[int, int, int]) -> None:
    for colour, thickness in (((0, 0, 0), 6), (ink, 2)):  # a dark rim keeps it legible on any table
        cv2.putText(canvas, words, xy, cv2.FONT_HERSHEY_SIMPLEX, 0.9, colour, thickness, cv2.LINE_AA)


def crop_jpeg(picture: Pixels, sighting: Sighting) -> bytes:
    """The piece of the picture around one thing, as JPEG."""
    (x, y), half = sighting.centre_xy_px, max(8.0, sighting.radius_px * CROP_RADII)
    top, left = max(0, round(y - half)), max(0, round(x - half))
    return jpeg(picture[top : max(top + 1, round(y + half)), left : max(left + 1, round(x + half))])


def jpeg(picture: Pixels) -> bytes:
    """The picture as JPEG bytes."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes()
