"""What the address of the Pi's camera says of focus, exposure, colour and the part of the sensor, and how libcamera is
asked for it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.text import Text

KEYS = ("focus", "exposure", "gain", "white", "flicker", "rotation", "crop")
"""Keys of the address beside width, height and fps."""
AF_MANUAL, AF_ONCE, AF_CONTINUOUSLY = 0, 1, 2
"""libcamera's AfModeEnum."""
AF_START = 0
"""libcamera's AfTriggerEnum.Start."""
FLICKER_OFF, FLICKER_MANUAL = 0, 1
"""libcamera's AeFlickerModeEnum."""
MICROSECONDS = 1_000_000
"""Per second."""
MOST_DIOPTRES = 32.0
"""The nearest that any module focuses, 3 cm."""
EXPOSURE_MS, GAIN, COLOUR_GAIN = (0.1, 1000.0), (1.0, 64.0), (0.1, 32.0)
"""Least and largest that may be asked for; a sensor grants its nearest."""
LEAST_CROP = 0.05
"""Share of the sensor's width or height: less is a slip."""
ROTATIONS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
"""OpenCV's name for each turn clockwise, degrees."""
SETTLES_FRAMES = 40
"""Pictures in which the white balance must have settled: some three seconds."""
SETTLED, SETTLED_FRAMES = 0.01, 3
"""Gains of colour have settled when they differ by less than this share over this number of pictures in a row."""

Crop = tuple[float, float, float, float]
"""Left, top, width, height, as shares of the sensor."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What an address asks for, beside size and speed.

    Attributes:
        controls: libcamera's controls and their values, to be set before the camera starts.
        named: the key of the address by which each of them was asked for.
        focuses_once: focus when the camera has started, then hold.
        locks_white: measure the white balance when the camera has started, then hold it.
        rotation: by how much pictures are turned clockwise, degrees: 0, 90, 180, 270.
        crop: the part of the sensor that is shown; None: all of it.
    """

    controls: Mapping[str, Any]
    named: Mapping[str, str]
    focuses_once: bool = False
    locks_white: bool = False
    rotation: int = 0
    crop: Crop | None = None

    def turned(self, pixels: Pixels) -> Pixels:
        """A picture, (H, W, 3), turned as was asked for."""
        if not self.rotation:
            return pixels
        return np.asarray(cv2.rotate(pixels, ROTATIONS[self.rotation]), np.uint8)

    def turned_xy(self, size_xy: tuple[int, int]) -> tuple[int, int]:
        """The width and height of a turned picture."""
        return (size_xy[1], size_xy[0]) if self.rotation in (90, 270) else size_xy


def wishes_of(url: SourceUrl) -> Wishes:
    """What an address asks for.

    Raises:
        Unreadable: a value is not understood.
    """
    controls: dict[str, Any] = {}
    named: dict[str, str] = {}

    def ask(key: str, **values: Any) -> None:
        controls.update(values)
        named.update(dict.fromkeys(values, key))

    focus = url.values.get("focus")
    if focus == "continuous":
        ask("focus", AfMode=AF_CONTINUOUSLY)
    elif focus == "once":
        ask("focus", AfMode=AF_ONCE)
    elif focus is not None:
        ask("focus", AfMode=AF_MANUAL, LensPosition=_one_of(url, "focus", FOCUS, 0.0, MOST_DIOPTRES))
    if "exposure" in url.values:
        ask("exposure", ExposureTime=round(url.number("exposure", 0.0, *EXPOSURE_MS) * 1000))
    if "gain" in url.values:
        ask("gain", AnalogueGain=url.number("gain", 0.0, *GAIN))
    white = url.values.get("white")
    if white not in (None, "auto", "lock"):
        red, blue = _numbers(url, "white", 2, WHITE, *COLOUR_GAIN)
        ask("white", ColourGains=(red, blue))
    if white == "lock":
        named["ColourGains"] = "white"
    flicker = url.values.get("flicker")
    if flicker == "off":
        ask("flicker", AeFlickerMode=FLICKER_OFF)
    elif flicker is not None:
        mains_hz = _one_of(url, "flicker", FLICKER, 50.0, 60.0)
        ask("flicker", AeFlickerMode=FLICKER_MANUAL, AeFlickerPeriod=round(MICROSECONDS / (2 * mains_hz)))
    return Wishes(controls, named, focus == "once", white == "lock", _rotation(url), _crop(url))


def scaler_crop(crop: Crop, whole: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The part of the sensor in its own pixels, in even numbers. whole: left, top, width and height of all of it."""
    left, top, width, height = whole
    x, y, across, down = crop
    even = tuple(2 * round(each / 2) for each in (left + x * width, top + y * height, across * width, down * height))
    return even[0], even[1], even[2], even[3]


class SettledGains:
    """Sees when the gains of colour have settled."""

    def __init__(self) -> None:
        self._last: tuple[float, float] | None = None
        self._agreed = 0

    def update(self, gains: tuple[float, float]) -> bool:
        """Take in the gains of the next picture. Returns whether they have settled."""
        last, self._last = self._last, gains
        near = last is not None and all(abs(a - b) <= SETTLED * abs(b) for a, b in zip(gains, last, strict=True))
        self._agreed = self._agreed + 1 if near else 0
        return self._agreed >= SETTLED_FRAMES


def _rotation(url: SourceUrl) -> int:
    written = url.values.get("rotation", "0")
    if written not in {"0", *map(str, ROTATIONS)}:
        raise url.refused("rotation", ROTATION)
    return int(written)


def _crop(url: SourceUrl) -> Crop | None:
    if "crop" not in url.values:
        return None
    x, y, width, height = _numbers(url, "crop", 4, CROP, 0.0, 1.0)
    inside = x + width <= 1.0 and y + height <= 1.0
    if not inside or min(width, height) < LEAST_CROP:
        raise url.refused("crop", CROP)
    return x, y, width, height


def _numbers(url: SourceUrl, key: str, count: int, what: Text, least: float, most: float) -> tuple[float, ...]:
    """The numbers between the commas of a value. Raises `Unreadable` where there are others than `count`."""
    try:
        found = tuple(float(each) for each in url.values[key].split(","))
    except ValueError:
        found = ()
    if len(found) != count or not all(math.isfinite(each) and least <= each <= most for each in found):
        raise url.refused(key, what)
    return found


def _one_of(url: SourceUrl, key: str, what: Text, least: float, most: float) -> float:
    (value,) = _numbers(url, key, 1, what, least, most)
    if what is FLICKER and value not in (least, most):
        raise url.refused(key, what)
    return value


FOCUS = Text(
    fr="se lit continuous, once, ou un nombre de dioptries de 0 à 32 (1,2 pour 83 cm)",
    en="reads continuous, once, or a number of dioptres from 0 to 32 (1.2 for 83 cm)",
)
WHITE = Text(
    fr="se lit auto, lock, ou deux gains de couleur, rouge et bleu, comme 1.8,1.5",
    en="reads auto, lock, or two gains of colour, red and blue, as 1.8,1.5",
)
FLICKER = Text(fr="se lit 50, 60 ou off", en="reads 50, 60 or off")
ROTATION = Text(fr="se lit 0, 90, 180 ou 270", en="reads 0, 90, 180 or 270")
CROP = Text(
    fr="se lit gauche,haut,largeur,hauteur en parts du capteur, comme 0.1,0.1,0.8,0.8",
    en="reads left,top,width,height as shares of the sensor, as 0.1,0.1,0.8,0.8",
)
