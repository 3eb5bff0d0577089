"""The sarcophagi: twelve numbered cards with a K face and an Eye face (clauses 1.3 and 1.4)."""

from __future__ import annotations

from math import cos, pi, sin

from companion.core.art import Art, Circle, Label, Polygon, Shape, rectangle
from companion.core.units import PointMm
from companion.games.kaplan import layout
from companion.games.kaplan.card_art import CARD_THICK_MM, METAL_NAMES
from companion.games.kaplan.palette import GOLD, INK, METAL_COLOURS, NIGHT, NIGHT_LIGHT, PAPER, SAND, SHADE, WHITE
from companion.games.kaplan.pieces import SARCOPHAGUS_METALS, Cover

_BORDER_MM, _METAL_NAME_MM = 3.2, 2.0
"""Width of the metal border, and height of the metal's name in it."""
_NUMBER_MM = 8.0
"""Height of the number."""
_NUMBERS_MM = ((-21.2, -33.5), (21.2, -33.5))
"""Centres of the two numbers."""
_COFFIN_MM = ((-9.0, -39.0), (9.0, -39.0), (24.0, -12.0), (16.0, 39.0), (-16.0, 39.0), (-24.0, -12.0))
"""Corners of the drawn sarcophagus."""
_LID = 0.93  # scale of the second outline, inside the first


def any_sarcophagus(cover: Cover) -> Art:
    """A face without a number, used where it is unknown which sarcophagus lies there."""
    return _card(GOLD, _coffin(cover, ""))


def sarcophagus(place: int, cover: Cover) -> Art:
    """One face of the sarcophagus of `place` (1 to 12): its number, its metals around the edge, and its bet places."""
    metals = SARCOPHAGUS_METALS[place]
    half_mm = layout.CARD_WIDTH_MM / len(metals)
    border: list[Shape] = []
    for nth, metal in enumerate(metals):
        x_mm = (nth - (len(metals) - 1) / 2) * half_mm
        border.append(rectangle((x_mm, 0.0), half_mm, layout.CARD_HEIGHT_MM, METAL_COLOURS[metal]))
        for y_mm in (-1, 1):
            name_mm = (x_mm, y_mm * (layout.CARD_HEIGHT_MM - _BORDER_MM) / 2)
            border.append(Label(METAL_NAMES[metal], name_mm, _METAL_NAME_MM, INK, font="condensed"))
    return _card(METAL_COLOURS[metals[0]], (*border, *_coffin(cover, str(place))))


def _coffin(cover: Cover, number: str) -> tuple[Shape, ...]:
    """What is inside the border: a sarcophagus, a K or an eye, and rings that mark the bet places."""
    inside_mm = (layout.CARD_WIDTH_MM - 2 * _BORDER_MM, layout.CARD_HEIGHT_MM - 2 * _BORDER_MM)
    body = Polygon(_COFFIN_MM, fill=SAND, stroke=GOLD, stroke_mm=1.0)
    lid = Polygon(tuple((x * _LID, y * _LID) for x, y in _COFFIN_MM), stroke=SHADE, stroke_mm=0.5)
    rings = tuple(
        Circle(spot_mm, layout.TOKEN_MM / 2 + 0.5, fill=NIGHT_LIGHT, stroke=GOLD, stroke_mm=0.7)
        for spot_mm in layout.bet_spots_mm(cover)
    )
    sign = _letter_k() if cover is Cover.K else _eye()
    numbers = tuple(shape for spot_mm in _NUMBERS_MM for shape in turnproof(number, spot_mm, _NUMBER_MM, WHITE))
    return (rectangle((0.0, 0.0), *inside_mm, NIGHT), body, lid, *rings, *sign, *(numbers if number else ()))


def turnproof(number: str, spot_mm: PointMm, tall_mm: float, ink: str) -> tuple[Shape, ...]:
    """A number that is unambiguous upside down: 6 and 9 get a bar below."""
    label = Label(number, spot_mm, tall_mm, ink)
    if number not in ("6", "9"):
        return (label,)
    return (label, rectangle((spot_mm[0], spot_mm[1] + tall_mm * 0.68), tall_mm * 0.7, tall_mm * 0.1, ink))


def _letter_k() -> tuple[Shape, ...]:
    return (Label("K", (0.0, 0.5), 21.0, INK),)


def _eye() -> tuple[Shape, ...]:
    half_width_mm, half_height_mm, steps = 19.0, 10.5, 20
    angles = [pi * index / steps for index in range(2 * steps)]
    lid = tuple((half_width_mm * cos(a), -7.0 + half_height_mm * sin(a) * abs(sin(a))) for a in angles)
    return (
        Polygon(lid, fill=PAPER, stroke=INK, stroke_mm=1.2),
        Circle((0.0, -7.0), 6.6, fill=NIGHT),
        Circle((0.0, -7.0), 2.9, fill=INK),
        Circle((1.9, -8.9), 1.1, fill=PAPER),
    )


def _card(ground: str, shapes: tuple[Shape, ...]) -> Art:
    return Art(layout.CARD_WIDTH_MM, layout.CARD_HEIGHT_MM, CARD_THICK_MM, False, ground, shapes)
