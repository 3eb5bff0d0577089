"""What readers said of things whose truth is known, and the sums of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.arrays import Pixels

NEAR, FAR = "near", "far"
"""Pictures like those that the readers were made with, and pictures beyond."""
RIGHT, UNKNOWN, WRONG = "right", "unknown", "wrong"
LIMITS = (0.5, 0.8, 0.95, 0.99, 0.999)
"""Between these confidences readings are counted together."""
CROP_PX = 150
"""Side of a picture that is kept."""
AROUND = 1.5
"""Half the side of what it shows, in half sizes of the thing."""


@dataclass(frozen=True, eq=False)
class Claim:
    """What was said of one thing.

    Attributes:
        reader: name of the reader.
        where: NEAR or FAR.
        true: what it is.
        said: what was said: the likeliest, with "?" when it was not sure; "" when nothing was found.
        result: RIGHT, UNKNOWN or WRONG.
        likeliest: whether the likeliest is right, sure or not.
        confidence: of the likeliest, 0 to 1; None when nothing was found.
        crop: (CROP_PX, CROP_PX, 3) uint8 BGR.
    """

    reader: str
    where: str
    true: str
    said: str
    result: str
    likeliest: bool
    confidence: float | None
    crop: Pixels


@dataclass(frozen=True, slots=True)
class Bin:
    """Readings of about the same confidence: their number, mean confidence, and share whose likeliest is right."""

    count: int
    confidence: float
    right: float


def crop_of(picture: Pixels, xy: tuple[float, float], half_px: float) -> Pixels:
    """The surroundings of a thing in a picture, of the size that is kept."""
    reach = max(8, round(AROUND * half_px))
    wide = cv2.copyMakeBorder(picture, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    height, width = picture.shape[:2]
    x, y = (int(np.clip(round(each), 0, most - 1)) for each, most in zip(xy, (width, height), strict=True))
    part = wide[y : y + 2 * reach, x : x + 2 * reach]
    return np.asarray(cv2.resize(part, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA), np.uint8)


def bins(claims: Iterable[Claim]) -> list[Bin | None]:
    """For each range between LIMITS, its readings; None where there are none."""
    groups: list[list[Claim]] = [[] for _ in range(len(LIMITS) + 1)]
    for claim in claims:
        if claim.confidence is not None:
            groups[bisect_right(LIMITS, claim.confidence)].append(claim)
    return [_bin(group) if group else None for group in groups]


def _bin(group: list[Claim]) -> Bin:
    confidence = float(np.mean([claim.confidence for claim in group]))
    return Bin(len(group), confidence, float(np.mean([claim.likeliest for claim in group])))


def worst(claims: Iterable[Claim], most: int, most_of_one: int) -> list[Claim]:
    """The worst: wrong ones, then those whose likeliest is wrong, the surest first; then near ones that are unknown.

    Args:
        claims: of all readers.
        most: how many are returned.
        most_of_one: how many of one reader, unless the others have fewer.
    """
    found: list[Claim] = []
    more: list[Claim] = []
    for claim in sorted((each for each in claims if each.result != RIGHT), key=_badness, reverse=True):
        full = sum(other.reader == claim.reader for other in found) >= most_of_one
        (more if full else found).append(claim)
    return (found[:most] + more)[:most]


def _badness(claim: Claim) -> tuple[bool, bool, bool, float]:
    sure = claim.confidence or 0.0
    false = claim.confidence is not None and not claim.likeliest
    return claim.result == WRONG, false, claim.where == NEAR, sure if false else -sure
