"""Positions on the table in millimetres: the dial on the left of the mat, the dice on the right.

Place 12 is at the top, like noon on a clock. Everything on the dial is turned about `DIAL_XY_MM`.
"""

from __future__ import annotations

from math import cos, radians, sin

from companion.core.units import PointMm
from companion.games.kaplan.card_layout import CARD_HEIGHT_MM as CARD_HEIGHT_MM
from companion.games.kaplan.card_layout import CARD_WIDTH_MM as CARD_WIDTH_MM
from companion.games.kaplan.pieces import PLACES, Cover, Metal

DIAL_XY_MM = (-145.0, 0.0)  # leaves the right of the mat free for the dice
DIAL_RADIUS_MM = 260.0
CROWN_MM = 192.0  # radius of the letter cards' centres; twelve cards 63 mm wide do not touch at their inner edges
SHIELD_MM = 101.0  # radius of the clue cards' centres; six cards fit between the centre and the crown
CENTRE_RADIUS_MM = 50.0
NUMBERS_MM = 247.0  # radius of the numbers, between the crown's cards and the rim; dice are laid there
DIE_MM = 20.0
"""Distance between opposite faces of a die."""
TOKEN_MM = 16.0  # narrower than a die, so that the readers never confuse the two
DICE_APART_MM = 24.0
"""Distance between the centres of dice laid on one number: a die and a gap of 4 mm."""
RESERVE_X_MM = {Metal.GOLD: 167.0, Metal.COPPER: 233.0, Metal.SILVER: 299.0}
RESERVE_Y_MM = {1: -246.0, 2: 246.0}  # above and below the dice area, clear of the mat's markers

_FULL_TURN_DEG = 360.0
_BET_SPOTS_MM = {
    Cover.K: ((0.0, -29.0), (-17.0, 29.0), (17.0, 29.0)),
    Cover.EYE: ((-17.0, 29.0), (17.0, 29.0)),
}
_METAL_DEG = {Metal.COPPER: 90.0, Metal.SILVER: 210.0, Metal.GOLD: 330.0}  # beside the sarcophagi of that metal
_CLUE_DEG = {1: -30.0, 2: 30.0}


def turned_mm(point_mm: PointMm, turn_deg: float) -> PointMm:
    """A point of the dial's drawing turned clockwise about the dial's centre (y points down), in mm from that
    centre."""
    x, y, turn = *point_mm, radians(turn_deg)
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


def on_table_mm(point_mm: PointMm, turn_deg: float) -> PointMm:
    """The table position in mm of a point of the dial's drawing after turning it about the dial's centre."""
    x, y = turned_mm(point_mm, turn_deg)
    return DIAL_XY_MM[0] + x, DIAL_XY_MM[1] + y


def place_deg(place: int) -> float:
    """The direction of a place in degrees clockwise from the top, 0 to 360; the top of its card points outwards."""
    return place * _FULL_TURN_DEG / len(PLACES) % _FULL_TURN_DEG


def place_xy_mm(place: int) -> PointMm:
    """The centre of the letter card of a place (1 to 12), on the table."""
    return on_table_mm((0.0, -CROWN_MM), place_deg(place))


def bet_spots_mm(cover: Cover) -> tuple[PointMm, ...]:
    """The bet places on a sarcophagus, in mm from its centre."""
    return _BET_SPOTS_MM.get(cover, ())


def bet_xy_mm(place: int, cover: Cover, nth: int) -> PointMm:
    """The table position of token `nth` (from 0) on the sarcophagus of `place`."""
    x, y = bet_spots_mm(cover)[nth]
    return on_table_mm((x, y - CROWN_MM), place_deg(place))


def die_xy_mm(place: int, nth: int, count: int) -> PointMm:
    """The table position of die `nth` of `count` (from 0) on the number of `place`."""
    aside = (nth - (count - 1) / 2) * DICE_APART_MM
    return on_table_mm((aside, -NUMBERS_MM), place_deg(place))


def clue_deg(metal: Metal, number: int) -> float:
    """The direction of a clue card (number 1 or 2) on the shield, in degrees clockwise from the top, 0 to 360."""
    return (_METAL_DEG[metal] + _CLUE_DEG[number]) % _FULL_TURN_DEG


def metal_deg(metal: Metal) -> float:
    """The direction of the middle of a metal's part of the shield, in degrees clockwise from the top."""
    return _METAL_DEG[metal]


def clue_xy_mm(metal: Metal, number: int) -> PointMm:
    """The centre of a clue card on the shield, on the table."""
    return on_table_mm((0.0, -SHIELD_MM), clue_deg(metal, number))


def reserve_xy_mm(metal: Metal, number: int) -> PointMm:
    """Where a clue card lies in the reserve: number 1 of each metal at the far edge, number 2 at the near edge."""
    return RESERVE_X_MM[metal], RESERVE_Y_MM[number]
