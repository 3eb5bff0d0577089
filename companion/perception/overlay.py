"""Draws what was seen over a picture, so that people can check it at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.perception.eyes import Sighting

SHOWN_WIDTH_PX = 1024
"""Width of pictures for pages: sharp on a phone, about 100 kB as JPEG."""
CROP_MOST_PX, CROP_QUALITY = 200, 60
"""Longest side, px, and JPEG quality of a picture behind a reading: as a phone shows it, 5 kB or so; at a camera's full
size such pictures would fill a journal."""
JPEG_QUALITY = 82
"""0 to 100."""
PHONE_WIDTH_PX = 360
"""Width of the table's picture on a phone's page: as wide as most phones are."""
PHONE_BYTES = 7_500
"""Most bytes of the table's picture on a phone's page: with the page's own 7 kB, an action brings a phone less than 15
kB."""
PHONE_QUALITIES = (75, 60, 45, 30, 20)
"""JPEG qualities of that picture, 0 to 100: the best that is small enough is taken."""
CONFIDENT_BGR = (80, 200, 60)
"""Ring around a thing whose face was read."""
UNSURE_BGR = (0, 165, 255)
"""Ring around a thing whose face is unknown."""
CROP_SHARE = 1.35
"""A piece of the picture over what it is about: that, and a little of its surroundings."""
RING_RADII = 0.86
"""A ring's radius, in radii of a card, which is half its diagonal: to its ends, not onto a neighbour's middle."""
VEILED_BGR, CHEST_BGR, ARM_BGR, HAND_BGR = (74, 58, 44), (150, 170, 180), (120, 120, 120), (80, 200, 60)
"""Colours of a drawing of hands: its ground, cards, other arms, and the hand that it is about."""


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


def ringed(picture: Pixels, rings: Sequence[tuple[Sighting, Bgr]]) -> Pixels:
    """Return a copy of `picture`, at most `SHOWN_WIDTH_PX` wide, with a ring in the given colour around each thing."""
    canvas, scale = _shown(picture)
    for sighting, ink in rings:
        x, y = (round(each * scale) for each in sighting.centre_xy_px)
        radius = max(6, round(sighting.radius_px * scale * RING_RADII))
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


def crop_jpeg(piece: Pixels) -> bytes:
    """Return a piece of a picture, (H, W, 3) uint8 BGR, as JPEG, at most `CROP_MOST_PX` wide and high."""
    scale = CROP_MOST_PX / max(piece.shape[:2])
    if scale < 1:
        piece = np.asarray(cv2.resize(piece, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return jpeg(piece, CROP_QUALITY)


def for_phone(data: bytes) -> bytes:
    """Return a page's picture, JPEG, as small as a phone's screen shows it: `PHONE_WIDTH_PX` wide at most, and within
    `PHONE_BYTES` where the least of `PHONE_QUALITIES` allows it. What is no picture comes back as it is."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        return data
    scale = min(1.0, PHONE_WIDTH_PX / picture.shape[1])
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    made = [jpeg(small, quality) for quality in PHONE_QUALITIES]
    return next((each for each in made if len(each) <= PHONE_BYTES), made[-1])


def shrunk_for_pages(picture: Pixels) -> Pixels:
    """Return a copy of `picture` at most `SHOWN_WIDTH_PX` wide."""
    return np.asarray(_shown(picture)[0], dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class ArmDrawn:
    """An arm in a drawing: from where it comes, and the middle of its palm, px; `is_meant`: the drawing is about it."""

    from_xy: tuple[float, float]
    palm_xy: tuple[float, float]
    is_meant: bool


def hands_drawn(
    size_xy: tuple[int, int], cards: Sequence[NDArray[np.float64]], arms: Sequence[ArmDrawn], palm_px: float
) -> Pixels:
    """Return a drawing of hands over cards. No pixel of a picture is in it, so it tells nothing of what they cover.

    Args:
        size_xy: width and height of the picture in which they were seen.
        cards: (4, 2) corners of each card, px.
        arms: the one that is meant is drawn last.
        palm_px: radius of a palm.
    """
    canvas = np.empty((size_xy[1], size_xy[0], 3), np.uint8)
    canvas[:] = VEILED_BGR
    for corners in cards:
        cv2.fillPoly(canvas, [np.rint(corners).astype(np.int32)], CHEST_BGR, cv2.LINE_AA)
    for arm in sorted(arms, key=lambda arm: arm.is_meant):
        ink = HAND_BGR if arm.is_meant else ARM_BGR
        cv2.line(canvas, _whole(arm.from_xy), _whole(arm.palm_xy), ink, max(1, round(palm_px)), cv2.LINE_AA)
        cv2.circle(canvas, _whole(arm.palm_xy), round(palm_px), ink, cv2.FILLED, cv2.LINE_AA)
    return canvas


def jpeg(picture: Pixels, quality: int = JPEG_QUALITY) -> bytes:
    """Return the picture, (H, W, 3) uint8 BGR, as JPEG of a quality from 0 to 100."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()
