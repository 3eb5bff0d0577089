"""A hand that was thought to lie, and is clearly found elsewhere before it is told."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, pi

import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.source import Frame
from companion.core.units import PointPx
from companion.perception.hands.finder import SEEN_XY, STEP_RAD, STRIDE, WAYS, Found, HandFinder
from companion.perception.hands.follower import HandEyes
from companion.perception.hands.piece import Way
from companion.perception.hands.seen import CardPlace, HandSeen
from companion.perception.hands.whose import Whereabouts, WhoseLook, places

SOUTH = (320.0, 900.0)
COLS, ROWS = SEEN_XY[0] // STRIDE, SEEN_XY[1] // STRIDE
CELL_PX = 640 / COLS
FIRST, OTHER = (18, 18), (24, 13)
"""Columns and rows of the two places."""


class Scripted(HandFinder):
    """Says of each frame what it was told to: where a hand from the south is, and whether in the air."""

    def __init__(self, moments: Sequence[tuple[tuple[int, int], float]]) -> None:
        self._moments = iter(moments)

    def look(self, moments: Sequence[Pixels]) -> Found:
        (col, row), air = next(self._moments)
        logits = np.full((WAYS, ROWS, COLS), -6.0, np.float32)
        dx, dy = SOUTH[0] - (col + 0.5) * CELL_PX, SOUTH[1] - (row + 0.5) * CELL_PX
        logits[round(atan2(dy, dx) % (2 * pi) / STEP_RAD) % WAYS, row, col] = 3.0
        return Found(logits, np.zeros((2, ROWS, COLS), np.float32), np.full((ROWS, COLS), air, np.float32))


class Sees(WhoseLook):
    """Looks from a seat that see every hand lie at a place."""

    def __init__(self, col_row: tuple[int, int]) -> None:
        self._at_xy = np.array(col_row) * STRIDE

    def look(self, moments: Sequence[Pixels], settled: Pixels, way: Way) -> Whereabouts:
        at = places(way)
        near = np.hypot(*np.moveaxis(at - self._at_xy, 2, 0))
        lies = (near == near.min()).astype(np.float32)
        return Whereabouts(lies, np.zeros_like(lies), 0.0, at)


def watched(moments: Sequence[tuple[tuple[int, int], float]], ends: tuple[int, int]) -> tuple[HandSeen, ...]:
    """What is told of these moments over a picture that is covered everywhere and does not change.

    ends: where looks from the seat see the hand.
    """
    noise = np.random.default_rng(3)
    settled = noise.integers(0, 60, (480, 640, 3)).astype(np.uint8)
    picture = noise.integers(160, 255, (480, 640, 3)).astype(np.uint8)
    middles = [((col + 0.5) * CELL_PX, (row + 0.5) * CELL_PX) for col, row in (FIRST, OTHER)]
    cards = [
        CardPlace(np.array([(x - 40, y - 56), (x + 40, y - 56), (x + 40, y + 56), (x - 40, y + 56)]))
        for x, y in middles
    ]
    seats: list[PointPx] = [SOUTH]
    eyes = HandEyes(settled, cards, seats, 1.0, Scripted(moments), whose=Sees(ends))
    for number in range(len(moments)):
        eyes.look(Frame(picture, number / 60, number))
    return eyes.hands


COMES = [((18, 29 - step), 0.95) for step in range(12)]
LIES = [(FIRST, 0.02)] * 14


def test_a_hand_that_stays_where_it_came_down_is_told() -> None:
    (hand,) = watched([*COMES, *LIES, *[(FIRST, 0.02)] * 40], FIRST)
    assert (hand.seat, hand.card) == (0, 0)


def test_a_hand_that_is_clearly_elsewhere_did_not_come_down_here() -> None:
    (hand,) = watched([*COMES, *LIES, *[(OTHER, 0.02)] * 60], OTHER)
    assert (hand.seat, hand.card) == (0, 1)
