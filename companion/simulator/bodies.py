"""What lies on the simulated table: frozen values, from which pictures are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.scene import Thing
from companion.core.units import PointMm
from companion.simulator.lamp import CEILING, Lamp

Rotation = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
"""From a die's own axes to the table's (see `dodecahedron`), row by row."""
Side = Literal["north", "east", "south", "west"]
"""An edge of the table; south is the viewer's (+y)."""

DIE_HEIGHT_MM = 19.0
"""Face to opposite face, as twelve-sided dice are commonly sold."""
DIE_INRADIUS_MM = DIE_HEIGHT_MM / 2


@dataclass(frozen=True, slots=True)
class Laid:
    """A flat thing lying at a place. `ident` is its number in this world; `turn_deg` is clockwise."""

    ident: int
    thing: Thing
    xy_mm: PointMm
    turn_deg: float


@dataclass(frozen=True, slots=True)
class Die:
    """A twelve-sided die.

    Attributes:
        ident: its number in this world.
        value: 1 to 12, what lies on top; None while it tumbles or when it leans.
        middle_xyz_mm: where its middle is; z upwards from the table.
        rotation: how it is turned.
        moving: it has not come to rest.
        style: which of the drawer's bodies and inks, from 0.
    """

    ident: int
    value: int | None
    middle_xyz_mm: tuple[float, float, float]
    rotation: Rotation
    moving: bool
    style: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the table.

    Attributes:
        owner: whose; one hand an owner.
        side: the edge of the table it comes in from.
        tip_xy_mm: where its middle finger ends when it is all the way in.
        reach: 0 outside the picture, 1 all the way in.
    """

    owner: str
    side: Side
    tip_xy_mm: PointMm
    reach: float


@dataclass(frozen=True, slots=True)
class Looks:
    """What is the same as long as it is the same person's hand.

    Attributes:
        skin_bgr, sleeve_bgr: colours in full light; stripe_bgr: of every other band of the sleeve, None for plain.
        cuff_mm: where the sleeve begins, behind the wrist.
        size: 1 is a man's hand, 0.75 a child's.
        left: the thumb is on the other side.
        spread: 0 fingers together, 1 as they lie when nobody thinks of them.
        bend: of the wrist, radians, clockwise.
    """

    skin_bgr: tuple[int, int, int]
    sleeve_bgr: tuple[int, int, int]
    stripe_bgr: tuple[int, int, int] | None = None
    cuff_mm: float = 60.0
    size: float = 1.0
    left: bool = False
    spread: float = 0.6
    bend: float = 0.0


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm at one moment.

    Attributes:
        owner: whose; one an owner.
        shoulder_xy_mm: outside the picture; the arm comes from there.
        palm_xyz_mm: the palm's middle; z is the room between the hand and the table, 0 when it lies.
        moved_xyz_mm: how far the palm went while the shutter was open.
    """

    owner: str
    looks: Looks
    shoulder_xy_mm: PointMm
    palm_xyz_mm: tuple[float, float, float]
    moved_xyz_mm: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one moment; `revision` grows with every change. Of two arms the later one lies above."""

    revision: int
    things: tuple[Laid, ...]
    dice: tuple[Die, ...]
    hands: tuple[Hand, ...]
    lamp: Lamp = CEILING
    arms: tuple[Arm, ...] = ()
