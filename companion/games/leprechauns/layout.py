"""Positions of cards in millimetres from the mat's centre (see `companion.core.scene`).

Seats go clockwise from the near edge. From the centre outwards: the chest that a seat has turned up, its pile, and
beside the pile the chests it has won and PREM'S.
"""

from __future__ import annotations

from math import cos, radians, sin

from companion.core.units import PointMm

CARD_WIDTH_MM, CARD_HEIGHT_MM = 63.0, 88.0  # the poker size, for which sleeves and print shops exist
ACTION_XY_MM, ACTION_PILE_XY_MM = (0.0, 0.0), (67.0, 0.0)
"""Centres of the round's action card and of the pile of action cards."""
_TURNED_MM, _PILE_MM = (205.0, 122.0), (330.0, 218.0)
"""Half axes of the ellipses for turned chests and for piles; six turned chests stay apart from each other and the
centre."""
_SITS_MM = (610.0, 520.0)
"""Half axes of the ellipse on which people sit."""
_BESIDE_MM = 72.0  # distance from the pile to what lies beside it: a card's width and room for a finger
_UNDER_MM = 24.0  # how far lost chests stick out from under the won ones


def _around_deg(seat: int, seats: int) -> float:
    """The seat's direction in degrees, clockwise from the right as seen from above; the first seat is at the near
    edge."""
    return 90.0 + 360.0 * seat / seats


def turned_xy_mm(seat: int, seats: int) -> PointMm:
    """The centre of the chest that a seat has turned up."""
    angle = radians(_around_deg(seat, seats))
    return _TURNED_MM[0] * cos(angle), _TURNED_MM[1] * sin(angle)


def sits_xy_mm(seat: int, seats: int) -> PointMm:
    """Where a player sits, outside of the mat."""
    angle = radians(_around_deg(seat, seats))
    return _SITS_MM[0] * cos(angle), _SITS_MM[1] * sin(angle)


def turned_deg(seat: int, seats: int) -> float:
    """The rotation of a turned chest: it is turned over away from its owner, so its top points to the owner (l. 74)."""
    return (_around_deg(seat, seats) + 90.0) % 360.0


def pile_deg(seat: int, seats: int) -> float:
    """The rotation of the pile: the lower edge of the backs points outwards (l. 46)."""
    return (_around_deg(seat, seats) - 90.0) % 360.0


def pile_xy_mm(seat: int, seats: int, beside_mm: float = 0.0) -> PointMm:
    """The centre of a seat's pile, or of a card `beside_mm` clockwise from it."""
    angle = radians(_around_deg(seat, seats))
    return (
        _PILE_MM[0] * cos(angle) - beside_mm * sin(angle),
        _PILE_MM[1] * sin(angle) + beside_mm * cos(angle),
    )


def won_xy_mm(seat: int, seats: int) -> PointMm:
    """The centre of the chests that a seat has won."""
    return pile_xy_mm(seat, seats, _BESIDE_MM)


def lost_xy_mm(seat: int, seats: int) -> PointMm:
    """The centre of the chests that a seat has lost, which stick out from under the won ones."""
    return pile_xy_mm(seat, seats, _BESIDE_MM + _UNDER_MM)


def prems_xy_mm(seat: int, seats: int) -> PointMm:
    """The centre of the PREM'S card of its holder."""
    return pile_xy_mm(seat, seats, -_BESIDE_MM)
