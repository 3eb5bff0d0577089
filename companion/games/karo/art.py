"""How the pieces look: square tiles of light wood, round discs with a plain face and one with a circle."""

from __future__ import annotations

from companion.core.art import Art, Circle, Polygon, Shape
from companion.games.karo.depiction import DISC, DISC_MM, FACES, TILE, TILE_MM, WOOD

TILE_THICK_MM, _DISC_THICK_MM = 5.0, 7.0
_GROUNDS = {"w": "#f1e9d6", "r": "#b23a2e"}
_INKS = {"w": "#4a3b28", "r": "#f6e3d8"}  # the circle's own colour, as far from its ground as paint goes
_WOOD, _GRAIN, _EDGE = "#d3ab72", "#c39a60", "#8f6a3c"
_GRAIN_AT_MM = (-13.0, -4.5, 3.5, 12.0)  # uneven, as wood is
_CIRCLE_RADIUS_MM, _CIRCLE_LINE_MM = (
    7.5,
    2.6,
)  # well inside the rim: a slanting look sees it whole
_RIM_MM = 0.8


def art(kind: str, face: str) -> Art:
    """How a thing looks from above. Raises KeyError for a kind or face that the box does not hold."""
    return _FACES[kind, face]


def _tile() -> Art:
    half = TILE_MM / 2 - _RIM_MM / 2
    edge = Polygon(((-half, -half), (half, -half), (half, half), (-half, half)), None, stroke=_EDGE, stroke_mm=_RIM_MM)
    grain = (Polygon(((-half, y), (half, y + 1.5), (half, y + 2.3), (-half, y + 0.8)), _GRAIN) for y in _GRAIN_AT_MM)
    return Art(TILE_MM, TILE_MM, TILE_THICK_MM, False, _WOOD, (*grain, edge))


def _disc(mark: str) -> Art:
    colour = mark.lower()
    shapes: list[Shape] = [Circle((0.0, 0.0), DISC_MM / 2 - _RIM_MM / 2, None, stroke=_INKS[colour], stroke_mm=_RIM_MM)]
    if mark != colour:
        shapes.append(Circle((0.0, 0.0), _CIRCLE_RADIUS_MM, None, stroke=_INKS[colour], stroke_mm=_CIRCLE_LINE_MM))
    return Art(DISC_MM, DISC_MM, _DISC_THICK_MM, True, _GROUNDS[colour], tuple(shapes))


_FACES = {(TILE, WOOD): _tile()} | {(DISC, face): _disc(mark) for mark, face in FACES.items()}
