"""Other sets of the same pieces: another wood, each tile with its own grain, discs turned as cylinders or cones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from companion.core.art import Art, Circle, Polygon, Shape
from companion.drawing.sprite import bgr
from companion.simulator.stack import ArtOf

GRAINS = 8
"""How many tiles differ; a board of 20 or 24 shows each about three times."""
GRAIN_MARK = "~"
"""Stands between a tile's face and the number of its grain."""
FIBRES = 7
"""Lines in the grain of one tile."""

Rgb = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class BoardSet:
    """How one box of pieces looks.

    Attributes:
        wood: of the tiles. uneven: how much tiles differ, as a share of their brightness.
        white, red: of the two kinds of discs.
        ink: 0 for a circle that can hardly be told from its disc, as a milled groove; 1 as it is printed.
        plain_foot, circle_foot: `Art.foot` of a disc with that face up: one is a cone's when the other is its inverse.
    """

    wood: Rgb
    uneven: float
    white: Rgb
    red: Rgb
    ink: float
    plain_foot: float
    circle_foot: float


SETS = (
    BoardSet((211, 171, 114), 0.05, (241, 233, 214), (178, 58, 46), 1.0, 1.0, 1.0),
    BoardSet((38, 35, 34), 0.12, (232, 228, 215), (196, 62, 40), 0.45, 1.18, 1 / 1.18),
    BoardSet((150, 104, 66), 0.10, (226, 214, 188), (170, 40, 40), 0.7, 1.12, 1 / 1.12),
    BoardSet((222, 203, 158), 0.08, (238, 240, 240), (190, 50, 60), 0.6, 1.0, 1.0),
    BoardSet((96, 108, 74), 0.10, (240, 236, 224), (184, 72, 40), 0.85, 1.1, 1 / 1.1),
)
"""Printed, black with cones and a milled groove, dark wood, light wood, stained wood."""


def dressed(art: ArtOf, chosen: BoardSet, tile: str, disc: str, seed: int) -> ArtOf:
    """`art` for another set of pieces: kinds `tile` and `disc` are repainted, all others stay.

    A tile's face may end in GRAIN_MARK and a number, which gives it its own grain (`with_grain`).
    """

    @lru_cache(maxsize=256)
    def looks(kind: str, face: str) -> Art:
        if kind == tile:
            plain, _, number = face.partition(GRAIN_MARK)
            return _tile(art(kind, plain), chosen, Random(f"{seed} {number}"))
        return _disc(art(kind, face), chosen) if kind == disc else art(kind, face)

    return looks


def with_grain(face: str, random: Random) -> str:
    """A tile's face with one of the grains."""
    return f"{face}{GRAIN_MARK}{random.randrange(GRAINS)}"


def _tile(art: Art, chosen: BoardSet, random: Random) -> Art:
    light = 1 + random.uniform(-chosen.uneven, chosen.uneven)
    ground = _times(chosen.wood, light)
    half_x, half_y = art.width_mm / 2, art.height_mm / 2
    lines: list[Shape] = []
    for _ in range(FIBRES):
        y, thick, tone = random.uniform(-half_y, half_y), random.uniform(0.3, 1.6), random.uniform(0.84, 1.1)
        slant = random.uniform(-2.5, 2.5)
        lines.append(
            Polygon(
                ((-half_x, y), (half_x, y + slant), (half_x, y + slant + thick), (-half_x, y + thick)),
                _hex(_times(ground, tone)),
            )
        )
    rim = 0.5
    corner = (half_x - rim / 2, half_y - rim / 2)
    outline = tuple((x * corner[0], y * corner[1]) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    edge = Polygon(outline, None, stroke=_hex(_times(ground, 0.66)), stroke_mm=rim)
    return replace(art, ground=_hex(ground), shapes=(*lines, edge))


def _disc(art: Art, chosen: BoardSet) -> Art:
    _, green, red = bgr(art.ground)
    ground = chosen.red if red > 1.6 * green else chosen.white
    circled = sum(isinstance(shape, Circle) for shape in art.shapes) > 1

    def ink(colour: str) -> str:
        b, g, r = bgr(colour)
        share = chosen.ink
        return _hex((_mix(r, ground[0], share), _mix(g, ground[1], share), _mix(b, ground[2], share)))

    shapes = tuple(
        replace(shape, stroke=ink(shape.stroke)) if isinstance(shape, Circle) and shape.stroke else shape
        for shape in art.shapes
    )
    foot = chosen.circle_foot if circled else chosen.plain_foot
    # The box's discs are as wide at their wider end, whichever face that is.
    wide = art.width_mm / max(1.0, foot)
    return replace(art, ground=_hex(ground), shapes=shapes, foot=foot, width_mm=wide, height_mm=wide)


def _mix(ink: float, ground: float, share: float) -> float:
    return share * ink + (1 - share) * ground


def _times(colour: Rgb, by: float) -> Rgb:
    return colour[0] * by, colour[1] * by, colour[2] * by


def _hex(colour: Rgb) -> str:
    return "#" + "".join(f"{min(255, max(0, round(value))):02x}" for value in colour)
