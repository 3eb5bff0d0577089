"""The dial: a crown of twelve numbered places, a shield in three metals, and a centre (clause 1.1)."""

from __future__ import annotations

from companion.core.art import Art, Circle, Label, Polygon, Shape
from companion.core.units import PointMm
from companion.games.kaplan import layout
from companion.games.kaplan.card_art import METAL_MARKS, METAL_NAMES
from companion.games.kaplan.palette import GOLD, INK, METAL_COLOURS, METAL_SHADES, NIGHT, NIGHT_LIGHT, SAND
from companion.games.kaplan.pieces import CLUES_A_METAL, PLACES, SARCOPHAGUS_METALS, Metal

_BOARD_THICK_MM = 2.0
_MARGIN_MM = 1.5  # a place is drawn this much larger than its card on every side
_NUMBER_MM, _NUMBERS_MM = 7.0, layout.NUMBERS_MM + 3.0  # height and radius of the numbers, clear of cards and rim
_METALS_FROM_MM, _METALS_TO_MM, _METALS_DEG = 240.2, 243.2, 13.0  # arc outside each place, visible beside its card
_HINT_MM = 30.0  # height of the number under a card, visible while the dial is empty
_CROWN_FROM_MM = 152.0
"""Inner radius of the crown."""
_SHIELD_RADIUS_MM = 148.0
_METAL_NAME_MM, _METAL_NAME_AT_MM = 6.0, 127.0
"""Height and radius of the metals' names on the shield."""
_CHEVRON_AT_MM, _CHEVRON_MM = 228.0, 3.2
"""Radius of the arrowheads between the places, and half their size."""
_PAWN_RADIUS_MM = 23.0
"""Radius of the circle for the pawns, slightly larger than the colour pawn."""
_TITLE, _TITLE_AT_MM, _TITLE_MM = "LE MOT DE KAPLAN · ", 36.5, 5.0
_TITLE_TIMES = 2
_STEPS = 12
"""Straight segments that approximate an arc."""


def dial() -> Art:
    """The whole board seen from above."""
    size_mm = 2 * layout.DIAL_RADIUS_MM
    shapes = (*_rings(), *_shield(), *(s for place in PLACES for s in _place(place)), *_centre())
    return Art(size_mm, size_mm, _BOARD_THICK_MM, True, NIGHT, shapes)


def _rings() -> tuple[Shape, ...]:
    return (
        Circle((0.0, 0.0), layout.DIAL_RADIUS_MM - 2.0, fill=NIGHT, stroke=GOLD, stroke_mm=2.0),
        Circle((0.0, 0.0), _METALS_FROM_MM - 4.0, fill=NIGHT_LIGHT),
        Circle((0.0, 0.0), _CROWN_FROM_MM, fill=NIGHT, stroke=GOLD, stroke_mm=1.0),
    )


def _place(place: int) -> list[Shape]:
    turn_deg = layout.place_deg(place)
    centre_mm = (0.0, -layout.CROWN_MM)
    width_mm, height_mm = layout.CARD_WIDTH_MM + 2 * _MARGIN_MM, layout.CARD_HEIGHT_MM + 2 * _MARGIN_MM
    slot = _turned_box(centre_mm, width_mm, height_mm, turn_deg)
    number_mm = layout.turned_mm((0.0, -_NUMBERS_MM), turn_deg)
    middle_mm = layout.turned_mm(centre_mm, turn_deg)
    return [
        Polygon(slot, fill=NIGHT, stroke=SAND, stroke_mm=0.8),
        # Upright all round, or 6 would read as 9.
        Label(str(place), middle_mm, _HINT_MM, NIGHT_LIGHT),
        *_metals(place, turn_deg),
        Label(str(place), number_mm, _NUMBER_MM, SAND),
        _chevron(turn_deg + 180.0 / len(PLACES)),
    ]


def _metals(place: int, turn_deg: float) -> list[Shape]:
    """Arcs in the metals of the place's sarcophagus, clockwise in the order of the rule text."""
    metals = SARCOPHAGUS_METALS[place]
    each_deg = 2 * _METALS_DEG / len(metals)
    arcs: list[Shape] = []
    for nth, metal in enumerate(metals):
        from_deg = turn_deg - _METALS_DEG + nth * each_deg
        outer = _arc(_METALS_TO_MM, from_deg, from_deg + each_deg)
        inner = _arc(_METALS_FROM_MM, from_deg, from_deg + each_deg)
        arcs.append(Polygon((*outer, *reversed(inner)), fill=METAL_COLOURS[metal]))
    return arcs


def _chevron(turn_deg: float) -> Polygon:
    """An arrowhead that points clockwise, the direction in which the word is read."""
    size = _CHEVRON_MM
    points = ((-size, -size), (size * 0.8, 0.0), (-size, size), (-size * 0.3, 0.0))
    return Polygon(tuple(layout.turned_mm((x, y - _CHEVRON_AT_MM), turn_deg) for x, y in points), fill=GOLD)


def _shield() -> list[Shape]:
    shapes: list[Shape] = []
    for metal in Metal:
        middle_deg = layout.metal_deg(metal)
        sector = ((0.0, 0.0), *_arc(_SHIELD_RADIUS_MM, middle_deg - 60.0, middle_deg + 60.0))
        shapes.append(Polygon(sector, fill=METAL_COLOURS[metal], stroke=NIGHT, stroke_mm=2.0))
        for number in CLUES_A_METAL:
            turn_deg = layout.clue_deg(metal, number)
            size_mm = (layout.CARD_WIDTH_MM + _MARGIN_MM, layout.CARD_HEIGHT_MM + _MARGIN_MM)
            box = _turned_box((0.0, -layout.SHIELD_MM), *size_mm, turn_deg)
            shapes.append(Polygon(box, fill=METAL_SHADES[metal], stroke=NIGHT, stroke_mm=0.8))
            middle_mm = layout.turned_mm((0.0, -layout.SHIELD_MM), turn_deg)
            shapes.append(Label("K", middle_mm, _HINT_MM, METAL_COLOURS[metal], turn_deg))
        shapes.extend(_name(metal, middle_deg))
    return shapes


def _name(metal: Metal, middle_deg: float) -> list[Shape]:
    """The metal's name and bars, as on its cards."""
    name_mm = layout.turned_mm((0.0, -_METAL_NAME_AT_MM), middle_deg)
    # Names in the lower half are turned so that nobody below the dial reads them upside down.
    turn_deg = middle_deg - 180.0 if 90.0 < middle_deg < 270.0 else middle_deg
    shapes: list[Shape] = [Label(METAL_NAMES[metal], name_mm, _METAL_NAME_MM, INK, turn_deg, "condensed")]
    for nth in range(METAL_MARKS[metal]):
        x_mm = (nth - (METAL_MARKS[metal] - 1) / 2) * 4.0
        shapes.append(Polygon(_turned_box((x_mm, 9.0 - _METAL_NAME_AT_MM), 1.8, 6.0, middle_deg), fill=INK))
    return shapes


def _centre() -> list[Shape]:
    """The circle for the pawns, with the game's name around it."""
    shapes: list[Shape] = [
        Circle((0.0, 0.0), layout.CENTRE_RADIUS_MM, fill=NIGHT, stroke=GOLD, stroke_mm=2.0),
        Circle((0.0, 0.0), _PAWN_RADIUS_MM, fill=NIGHT_LIGHT, stroke=SAND, stroke_mm=0.8),
    ]
    letters = _TITLE * _TITLE_TIMES
    for nth, letter in enumerate(letters):
        turn_deg = 360.0 * (nth - (len(_TITLE) - 2) / 2) / len(letters)
        if letter != " ":
            at_mm = layout.turned_mm((0.0, -_TITLE_AT_MM), turn_deg)
            shapes.append(Label(letter, at_mm, _TITLE_MM, GOLD, turn_deg, "condensed"))
    return shapes


def _arc(radius_mm: float, from_deg: float, to_deg: float) -> tuple[PointMm, ...]:
    turns = (from_deg + (to_deg - from_deg) * n / _STEPS for n in range(_STEPS + 1))
    return tuple(layout.turned_mm((0.0, -radius_mm), turn) for turn in turns)


def _turned_box(centre_mm: PointMm, width_mm: float, height_mm: float, turn_deg: float) -> tuple[PointMm, ...]:
    (x, y), w, h = centre_mm, width_mm / 2, height_mm / 2
    corners = ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))
    return tuple(layout.turned_mm(corner, turn_deg) for corner in corners)
