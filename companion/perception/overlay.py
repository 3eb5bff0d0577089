"""Draws what was seen over the picture, so that people can check it at a glance; also veils what is secret."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.perception.eyes import Sighting

SHOWN_WIDTH_PX = 1024
"""Width of pictures for pages: sharp on a phone, about 100 kB as JPEG."""
CROP_MOST_PX, CROP_QUALITY = 240, 70
"""Of a picture behind a reading: as a phone shows it, 6 kB or so; at a camera's full size they would fill a journal."""
JPEG_QUALITY = 82
"""0 to 100."""
CONFIDENT_BGR = (80, 200, 60)
"""Ring around a thing whose face was read."""
UNSURE_BGR = (0, 165, 255)
"""Ring around a thing whose face is unknown."""
CROP_RADII = 1.35
"""Half a crop's width in radii of the thing: the thing and a little of its surroundings."""


Bgr = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""


def drawn(picture: Pixels, sightings: Sequence[Sighting]) -> Pixels:
    """Return a copy of `picture`, at most `SHOWN_WIDTH_PX` wide, with a ring and the face read around each thing."""
    canvas, scale = _shown(picture)
    for sighting in sightings:
        x, y = (round(each * scale) for each in sighting.centre_xy_px)
        radius = max(6, round(sighting.radius_px * scale))
        ink = CONFIDENT_BGR if sighting.thing.face else UNSURE_BGR
        cv2.circle(canvas, (x, y), radius, ink, 2, cv2.LINE_AA)
        _write(canvas, sighting.thing.face or "?", (x + radius, y - radius), ink)
    return np.asarray(canvas, dtype=np.uint8)


def veiled(picture: Pixels, open_to_all: Sequence[Sighting], secret: Sequence[Sighting]) -> Pixels:
    """Return a copy of `picture` in which only some things can be recognised; the rest is a wash of colours.

    Args:
        picture: (H, W, 3) uint8 BGR.
        open_to_all: the things that stay visible.
        secret: things that are painted over, whatever else is near.
    """
    height, width = picture.shape[:2]
    few = cv2.resize(picture, VEIL_CELLS, interpolation=cv2.INTER_AREA)
    canvas = cv2.resize(few, (width, height), interpolation=cv2.INTER_LINEAR)
    for sightings, share, source in ((open_to_all, SHARP_RADII, picture), (secret, SECRET_RADII, None)):
        mask = np.zeros((height, width), np.uint8)
        for each in sightings:
            cv2.circle(mask, _whole(each.centre_xy_px), round(each.radius_px * share), 255, cv2.FILLED)
        if source is not None:
            cv2.copyTo(source, mask, canvas)
        else:
            canvas[mask > 0] = VEIL_BGR
    return np.asarray(canvas, dtype=np.uint8)


VEIL_CELLS = (16, 12)
"""Columns and rows of the wash: a card that fills a third of the picture is five cells wide, its letter one or two."""
SHARP_RADII = 0.86
"""Share of a card's radius, which is half its diagonal, that stays visible: to its ends, not onto a neighbour's
middle."""
SECRET_RADII = 1.1
"""Radii that are painted over around a secret thing."""
VEIL_BGR = (40, 40, 160)
"""Colour that secret things are painted over with."""


def ringed(picture: Pixels, rings: Sequence[tuple[Sighting, Bgr]]) -> Pixels:
    """Return a copy of `picture`, at most `SHOWN_WIDTH_PX` wide, with a ring in the given colour around each thing."""
    canvas, scale = _shown(picture)
    for sighting, ink in rings:
        x, y = (round(each * scale) for each in sighting.centre_xy_px)
        radius = max(6, round(sighting.radius_px * scale * SHARP_RADII))
        for colour, thickness in (((0, 0, 0), 10), (ink, 6)):
            cv2.circle(canvas, (x, y), radius, colour, thickness, cv2.LINE_AA)
    return np.asarray(canvas, dtype=np.uint8)


def outlined(picture: Pixels, outlines: Sequence[NDArray[np.float64]], ink: Bgr) -> Pixels:
    """Return a copy of `picture`, at most `SHOWN_WIDTH_PX` wide, with the outlines (N, 2) px drawn in the given
    colour."""
    canvas, scale = _shown(picture)
    for outline in outlines:
        points = np.rint(outline * scale).astype(np.int32)
        for colour, thickness in (((0, 0, 0), 6), (ink, 3)):
            cv2.polylines(canvas, [points], True, colour, thickness, cv2.LINE_AA)
    return np.asarray(canvas, dtype=np.uint8)


def beside(before: Pixels, now: Pixels) -> Pixels:
    """Return two pictures of one size side by side, at most `SHOWN_WIDTH_PX` wide together."""
    return np.asarray(_shown(np.hstack([before, now]))[0], dtype=np.uint8)


def _shown(picture: Pixels) -> tuple[cv2.typing.MatLike, float]:
    """A copy that is small enough for a page, and its scale."""
    scale = min(1.0, SHOWN_WIDTH_PX / picture.shape[1])
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA), scale


def _whole(xy_px: tuple[float, float]) -> tuple[int, int]:
    return round(xy_px[0]), round(xy_px[1])


def _write(canvas: cv2.typing.MatLike, words: str, xy: tuple[int, int], ink: tuple[int, int, int]) -> None:
    for colour, thickness in (((0, 0, 0), 6), (ink, 2)):  # a dark rim keeps it legible on any table
        cv2.putText(canvas, words, xy, cv2.FONT_HERSHEY_SIMPLEX, 0.9, colour, thickness, cv2.LINE_AA)


def crop_jpeg(picture: Pixels, sighting: Sighting) -> bytes:
    """Return the part of the picture around one thing, as JPEG, at most `CROP_MOST_PX` wide and high."""
    (x, y), half = sighting.centre_xy_px, max(8.0, sighting.radius_px * CROP_RADII)
    top, left = max(0, round(y - half)), max(0, round(x - half))
    crop = picture[top : max(top + 1, round(y + half)), left : max(left + 1, round(x + half))]
    scale = CROP_MOST_PX / max(crop.shape[:2])
    if scale < 1:
        crop = np.asarray(cv2.resize(crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return jpeg(crop, CROP_QUALITY)


def jpeg(picture: Pixels, quality: int = JPEG_QUALITY) -> bytes:
    """Return the picture, (H, W, 3) uint8 BGR, as JPEG of a quality from 0 to 100."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()
