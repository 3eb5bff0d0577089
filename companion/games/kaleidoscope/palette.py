"""One hue per letter, shared by its capital and small letter; all hues have the same grey level.

Readers recognize letters by their drawing, not by their hue.
"""

from __future__ import annotations

from colorsys import hls_to_rgb
from dataclasses import dataclass
from functools import cache
from string import ascii_uppercase

HUES = len(ascii_uppercase)
_STEP = 7
"""Distance between the hues of consecutive letters, of 26: similar-looking letters are often neighbours in the
alphabet."""
_DEEP_GREY, _PALE_GREY = 54.0, 234.0
"""Grey levels, 0 to 255: dark enough to contrast with pale in a dim room; pale enough for paper, but still visibly
tinted."""
_DEEP_SATURATION, _PALE_SATURATION = 0.72, 0.75
"""HLS saturations of the deep and the pale tone."""
_BRIGHT_LIGHTNESS, _BRIGHT_SATURATION = 0.6, 0.85
"""HLS lightness and saturation of `bright` colours."""
_RED_GREEN_BLUE = (0.299, 0.587, 0.114)
"""Weights of red, green and blue in a grey level (ITU-R BT.601 luma, used by cameras)."""


@dataclass(frozen=True, slots=True)
class Tones:
    """One hue: `deep` for letters and dark grounds, `pale` for paper and light letters."""

    deep: str
    pale: str


WHITE = "#ffffff"
NIGHT, MIST, GOLD = "#221c4e", "#ece9fb", "#ffcf4a"
"""Colours of the jokers, the backs and the printed page."""


@cache
def tones(letter: str) -> Tones:
    """The tones of a capital letter, "A" to "Z"; night and mist for the joker."""
    if letter not in ascii_uppercase:
        return Tones(NIGHT, MIST)
    hue = ascii_uppercase.index(letter) * _STEP % HUES / HUES
    return Tones(_of_grey(hue, _DEEP_SATURATION, _DEEP_GREY), _of_grey(hue, _PALE_SATURATION, _PALE_GREY))


@cache
def bright(nth: int, of: int) -> str:
    """One of `of` saturated colours around the colour wheel, as "#rrggbb"."""
    return _written(hls_to_rgb(nth % of / of, _BRIGHT_LIGHTNESS, _BRIGHT_SATURATION))


def _of_grey(hue: float, saturation: float, grey: float) -> str:
    """The colour of a hue with a given grey level (0 to 255), found by bisection of the lightness."""
    least, most = 0.0, 1.0
    for _ in range(20):
        lightness = (least + most) / 2
        rgb = hls_to_rgb(hue, lightness, saturation)
        seen = 255 * sum(share * part for share, part in zip(_RED_GREEN_BLUE, rgb, strict=True))
        least, most = (lightness, most) if seen < grey else (least, lightness)
    return _written(hls_to_rgb(hue, least, saturation))


def _written(rgb: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in rgb)
