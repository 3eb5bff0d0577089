"""A hue for every letter, the same for the capital and the small one, all alike in grey: the eyes go by the drawing."""

from __future__ import annotations

from colorsys import hls_to_rgb
from dataclasses import dataclass
from functools import cache
from string import ascii_uppercase

HUES = len(ascii_uppercase)
_STEP = 7
"""From a letter's hue to the next letter's, of 26: letters that look alike stand close in the alphabet."""
_DEEP_GREY, _PALE_GREY = 54.0, 234.0
"""Grey levels of 255. Deep is far enough from pale for a dim room; pale is a tint that is still seen to be one."""
_DEEP_SATURATION, _PALE_SATURATION = 0.72, 0.75
_BRIGHT_LIGHTNESS, _BRIGHT_SATURATION = 0.6, 0.85
_RED_GREEN_BLUE = (0.299, 0.587, 0.114)
"""Shares of the three in grey, as cameras reckon it."""


@dataclass(frozen=True, slots=True)
class Tones:
    """One hue: `deep` for letters and dark grounds, `pale` for paper and light letters."""

    deep: str
    pale: str


WHITE = "#ffffff"
NIGHT, MIST, GOLD = "#221c4e", "#ece9fb", "#ffcf4a"
"""Of the jokers, the backs and the printed page."""


@cache
def tones(letter: str) -> Tones:
    """Of a capital letter, "A" to "Z"; of a joker, which has every hue, night and mist."""
    if letter not in ascii_uppercase:
        return Tones(NIGHT, MIST)
    hue = ascii_uppercase.index(letter) * _STEP % HUES / HUES
    return Tones(_of_grey(hue, _DEEP_SATURATION, _DEEP_GREY), _of_grey(hue, _PALE_SATURATION, _PALE_GREY))


@cache
def bright(nth: int, of: int) -> str:
    """One of several strong colours around the wheel."""
    return _written(hls_to_rgb(nth % of / of, _BRIGHT_LIGHTNESS, _BRIGHT_SATURATION))


def _of_grey(hue: float, saturation: float, grey: float) -> str:
    """The colour of a hue that has a grey level: the darker the hue is by nature, the lighter it is mixed."""
    least, most = 0.0, 1.0
    for _ in range(20):
        lightness = (least + most) / 2
        rgb = hls_to_rgb(hue, lightness, saturation)
        seen = 255 * sum(share * part for share, part in zip(_RED_GREEN_BLUE, rgb, strict=True))
        least, most = (lightness, most) if seen < grey else (least, lightness)
    return _written(hls_to_rgb(hue, least, saturation))


def _written(rgb: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in rgb)
