"""What lies on the simulated table, as frozen values from which pictures are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.scene import Thing
from companion.core.units import PointMm
from companion.simulator.lamp import CEILING, Lamp

Rotation = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
"""From a die's own axes to the table's (see `dodecahedron`), (3, 3) row by row."""
Side = Literal["north", "east", "south", "west"]
"""An edge of the table; south is the viewer's (+y)."""

DIE_HEIGHT_MM = 19.0
"""Distance between opposite faces, as twelve-sided dice are commonly sold."""
DIE_INRADIUS_MM = DIE_HEIGHT_MM / 2
"""Half of that."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A flat thing at a place.

    Attributes:
        ident: its number in this world.
        thing: what it is.
        xy_mm: its middle.
        turn_deg: clockwise.
    """

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
        middle_xyz_mm: its middle; z upwards from the table.
        rotation: how it is turned.
        moving: whether it has not come to rest.
        style: index in `die_body.STYLES`, modulo their number.
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
        owner: whose; each owner has one hand.
        side: the edge of the table that it comes in from.
        tip_xy_mm: where its middle fingertip is when it is all the way in.
        reach: 0 outside the picture, 1 all the way in.
    """

    owner: str
    side: Side
    tip_xy_mm: PointMm
    reach: float


@dataclass(frozen=True, slots=True)
class ArmLook:
    """How one person's arm looks.

    Attributes:
        skin_bgr: colour in full light.
        sleeve_bgr: colour in full light.
        stripe_bgr: of every other band of the sleeve; None for a plain one.
        cuff_mm: where the sleeve begins, behind the wrist.
        size: 1 is a man's hand, 0.75 a child's.
        left: whether the thumb is on the other side.
        spread: of the fingers, 0 together to 1 relaxed.
        bend: of the wrist, rad, clockwise.
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
        owner: whose; each owner has one arm.
        looks: how it looks.
        shoulder_xy_mm: where the arm comes from, outside the picture.
        palm_xyz_mm: the palm's middle; z is the gap between hand and table, 0 when it lies.
        moved_xyz_mm: motion of the palm while the shutter was open.
    """

    owner: str
    looks: ArmLook
    shoulder_xy_mm: PointMm
    palm_xyz_mm: tuple[float, float, float]
    moved_xyz_mm: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one moment.

    Attributes:
        revision: grows with every change.
        things: in drawing order.
        dice: the dice.
        hands: the hands.
        lamp: the light.
        arms: the lowest first.
    """

    revision: int
    things: tuple[Laid, ...]
    dice: tuple[Die, ...]
    hands: tuple[Hand, ...]
    lamp: Lamp = CEILING
    arms: tuple[Arm, ...] = ()
