"""Where cards lie on the table, in millimetres from the mat's middle (see `companion.core.scene`).

Seats go clockwise from the near edge. From the middle outwards: the chest that a seat has turned up, its pile, and
beside the pile what it has won and PREM'S.
"""

from __future__ import annotations

from math import cos, radians, sin

from companion.core.units import PointMm

CARD_WIDTH_MM, CARD_HEIGHT_MM = 63.0, 88.0  # the poker size: sleeves and print shops know it
ACTION_XY_MM, ACTION_PILE_XY_MM = (0.0, 0.0), (67.0, 0.0)
_TURNED_MM, _PILE_MM = (205.0, 122.0), (330.0, 218.0)
"""Half axes of the ellipses on which chests lie: six turned chests keep clear of each other and of the middle."""
_SITS_MM = (610.0, 520.0)
"""Half axes of the ellipse on which people sit."""
_BESIDE_MM = 72.0  # a card's width and a finger
_UNDER_MM = 24.0  # how far lost chests stick out from under those won


def _around_deg(seat: int, seats: int) -> float:
    """From the right, clockwise as seen: the first seat is at the near edge."""
    return 90.0 + 360.0 * seat / seats


def turned_xy_mm(seat: int, seats: int) -> PointMm:
    angle = radians(_around_deg(seat, seats))
    return _TURNED_MM[0] * cos(angle), _TURNED_MM[1] * sin(angle)


def sits_xy_mm(seat: int, seats: int) -> PointMm:
    """Where a player sits: outside of the mat."""
    angle = radians(_around_deg(seat, seats))
    return _SITS_MM[0] * cos(angle), _SITS_MM[1] * sin(angle)


def turned_deg(seat: int, seats: int) -> float:
    """A chest is turned over towards the others: its top points to its owner (l. 74)."""
    return (_around_deg(seat, seats) + 90.0) % 360.0


def pile_deg(seat: int, seats: int) -> float:
    """On the pile, the bottom of the chest on the back points outwards (l. 46)."""
    return (_around_deg(seat, seats) - 90.0) % 360.0


def pile_xy_mm(seat: int, seats: int, beside_mm: float = 0.0) -> PointMm:
    """The middle of the pile, or of what lies beside it, clockwise."""
    angle = radians(_around_deg(seat, seats))
    return (
        _PILE_MM[0] * cos(angle) - beside_mm * sin(angle),
        _PILE_MM[1] * sin(angle) + beside_mm * cos(angle),
    )


def won_xy_mm(seat: int, seats: int) -> PointMm:
    return pile_xy_mm(seat, seats, _BESIDE_MM)


def lost_xy_mm(seat: int, seats: int) -> PointMm:
    return pile_xy_mm(seat, seats, _BESIDE_MM + _UNDER_MM)


def prems_xy_mm(seat: int, seats: int) -> PointMm:
    return pile_xy_mm(seat, seats, -_BESIDE_MM)
