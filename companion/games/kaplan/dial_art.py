"""The dial: a crown of twelve numbered places, a shield in three metals, a centre."""

from __future__ import annotations

from companion.core.art import Art, Circle, Label, PointMm, Polygon, Shape
from companion.games.kaplan import layout
from companion.games.kaplan.palette import GOLD, METAL_COLOURS, NIGHT, NIGHT_LIGHT, SAND
from companion.games.kaplan.pieces import CLUES_A_METAL, PLACES, SARCOPHAGUS_METALS, Metal

_BOARD_THICK_MM = 2.0
_MARGIN_MM = 1.5  # a place is drawn a little larger than its card
_NUMBER_MM = 9.0
_METAL_STRIP_MM = 4.0
_SHIELD_RADIUS_MM = 119.0
_SECTOR_STEPS = 16


def dial() -> Art:
    """The whole board, seen from above."""
    size_mm = 2 * layout.DIAL_RADIUS_MM
    shapes = (*_rings(), *(s for place in PLACES for s in _place(place)), *_shield(), *_centre())
    return Art(size_mm, size_mm, _BOARD_THICK_MM, True, NIGHT, shapes)


def _rings() -> tuple[Shape, ...]:
    return (
        Circle((0.0, 0.0), layout.DIAL_RADIUS_MM - 2.0, fill=NIGHT, stroke=GOLD, stroke_mm=2.0),
        Circle((0.0, 0.0), layout.NUMBERS_MM - 15.0, fill=NIGHT_LIGHT, stroke=GOLD, stroke_mm=1.0),
    )


def _place(place: int) -> tuple[Shape, ...]:
    turn_deg = layout.place_deg(place)
    centre_mm = (0.0, -layout.CROWN_MM)
    width_mm, height_mm = layout.CARD_WIDTH_MM + 2 * _MARGIN_MM, layout.CARD_HEIGHT_MM + 2 * _MARGIN_MM
    slot = _turned_box(centre_mm, width_mm, height_mm, turn_deg)
    number_mm = layout.turned_mm((0.0, -layout.NUMBERS_MM), turn_deg)
    return (
        Polygon(slot, fill=NIGHT, stroke=SAND, stroke_mm=0.8),
        *_metal_strips(place, turn_deg),
        Label(str(place), number_mm, _NUMBER_MM, SAND),  # upright all round, or 6 would read as 9
    )


def _metal_strips(place: int, turn_deg: float) -> tuple[Shape, ...]:
    """The metals of the place's sarcophagus, side by side under its inner edge."""
    metals = SARCOPHAGUS_METALS[place]
    width_mm = layout.CARD_WIDTH_MM / len(metals)
    y_mm = -layout.CROWN_MM + layout.CARD_HEIGHT_MM / 2 + _MARGIN_MM + _METAL_STRIP_MM / 2
    strips = []
    for nth, metal in enumerate(reversed(metals)):
        x_mm = (nth - (len(metals) - 1) / 2) * width_mm
        strip = _turned_box((x_mm, y_mm), width_mm, _METAL_STRIP_MM, turn_deg)
        strips.append(Polygon(strip, fill=METAL_COLOURS[metal]))
    return tuple(strips)


def _shield() -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    for metal in Metal:
        shapes.append(Polygon(_sector(layout.metal_deg(metal)), fill=METAL_COLOURS[metal], stroke=NIGHT, stroke_mm=2.0))
        for number in CLUES_A_METAL:
            box = _turned_box(
                (0.0, -layout.SHIELD_MM),
                layout.CARD_WIDTH_MM + _MARGIN_MM,
                layout.CARD_HEIGHT_MM + _MARGIN_MM,
                layout.clue_deg(metal, number),
            )
            shapes.append(Polygon(box, stroke=NIGHT, stroke_mm=0.8))
    return tuple(shapes)


def _centre() -> tuple[Shape, ...]:
    return (Circle((0.0, 0.0), layout.CENTRE_RADIUS_MM, fill=NIGHT, stroke=GOLD, stroke_mm=2.0),)


def _sector(middle_deg: float) -> tuple[PointMm, ...]:
    steps = (middle_deg - 60.0 + 120.0 * n / _SECTOR_STEPS for n in range(_SECTOR_STEPS + 1))
    return ((0.0, 0.0), *(layout.turned_mm((0.0, -_SHIELD_RADIUS_MM), deg) for deg in steps))


def _turned_box(centre_mm: PointMm, width_mm: float, height_mm: float, turn_deg: float) -> tuple[PointMm, ...]:
    (x, y), w, h = centre_mm, width_mm / 2, height_mm / 2
    corners = ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))
    return tuple(layout.turned_mm(corner, turn_deg) for corner in corners)
