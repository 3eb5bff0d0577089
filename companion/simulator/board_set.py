"""Other sets of the same board pieces: another wood, a grain for each tile, discs turned as cylinders or cones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from companion.core.art import Art, Circle, Polygon, Shape
from companion.drawing.sprite import bgr
from companion.simulator.stack import ArtOf

GRAINS = 8
"""Number of different tiles; a board of 20 or 24 shows each about three times."""
GRAIN_MARK = "~"
"""Separates a tile's face from the number of its grain."""
FIBRES = 7
"""Lines in the grain of one tile."""

Rgb = tuple[float, float, float]
"""Red, green, blue, 0 to 255."""


@dataclass(frozen=True, slots=True)
class BoardSet:
    """How one box of pieces looks.

    Attributes:
        wood: colour of the tiles.
        uneven: how much tiles differ, as a share of their brightness.
        white: colour of the white discs.
        red: colour of the red discs.
        ink: contrast of a disc's circle: near 0 hardly visible, as a milled groove; 1 as it is printed.
        plain_foot: `Art.foot` of a disc with its plain face up.
        circle_foot: the same with its circle up; a cone's is the inverse of the other.
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
    """Return the art of another set of pieces; kinds `tile` and `disc` are repainted, all others stay.

    Args:
        art: the original art(kind, face). A tile's face may end in GRAIN_MARK and a number, see `with_grain`.
        chosen: the set.
        tile: the kind of the tiles.
        disc: the kind of the discs.
        seed: of the tiles' brightness and grain.
    """

    @lru_cache(maxsize=256)
    def looks(kind: str, face: str) -> Art:
        if kind == tile:
            plain, _, number = face.partition(GRAIN_MARK)
            return _tile(art(kind, plain), chosen, Random(f"{seed} {number}"))
        return _disc(art(kind, face), chosen) if kind == disc else art(kind, face)

    return looks


def with_grain(face: str, random: Random) -> str:
    """Return a tile's face with the number of a random grain."""
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
