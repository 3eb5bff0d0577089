"""A hand that seemed to lie, and is clearly found elsewhere before it is reported."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, pi

import numpy as np

from companion.camera.arrays import Pixels
from companion.camera.source import Frame
from companion.core.units import PointPx
from companion.perception.hands.crop import Affine
from companion.perception.hands.finder import DIRECTIONS, INPUT_XY, STEP_RAD, STRIDE, HandDetections, HandFinder
from companion.perception.hands.follower import HandFollower
from companion.perception.hands.seat_network import SeatNetwork, SeatPosterior, place_centres
from companion.perception.hands.seen import CardPlace, HandSeen

SOUTH = (320.0, 900.0)
COLS, ROWS = INPUT_XY[0] // STRIDE, INPUT_XY[1] // STRIDE
CELL_PX = 640 / COLS
FIRST, OTHER = (18, 18), (24, 13)
"""Columns and rows of the two places."""


class Scripted(HandFinder):
    """A hand finder with scripted detections of a hand from the south: cell, and probability of being in the air."""

    def __init__(self, moments: Sequence[tuple[tuple[int, int], float]]) -> None:
        self._moments = iter(moments)

    def detect(self, moments: Sequence[Pixels]) -> HandDetections:
        (col, row), air = next(self._moments)
        logits = np.full((DIRECTIONS, ROWS, COLS), -6.0, np.float32)
        dx, dy = SOUTH[0] - (col + 0.5) * CELL_PX, SOUTH[1] - (row + 0.5) * CELL_PX
        logits[round(atan2(dy, dx) % (2 * pi) / STEP_RAD) % DIRECTIONS, row, col] = 3.0
        return HandDetections(logits, np.zeros((2, ROWS, COLS), np.float32), np.full((ROWS, COLS), air, np.float32))


class PosteriorAt(SeatNetwork):
    """A seat network that has every hand lie in one cell."""

    def __init__(self, col_row: tuple[int, int]) -> None:
        self._at_xy = np.array(col_row) * STRIDE

    def predict(self, moments: Sequence[Pixels], settled: Pixels, transform: Affine) -> SeatPosterior:
        at = place_centres(transform)
        near = np.hypot(*np.moveaxis(at - self._at_xy, 2, 0))
        lies = (near == near.min()).astype(np.float32)
        return SeatPosterior(lies, np.zeros_like(lies), 0.0, at)


def watched(moments: Sequence[tuple[tuple[int, int], float]], ends: tuple[int, int]) -> tuple[HandSeen, ...]:
    """The hands that are reported of scripted detections over a picture that is foreground everywhere and does not
    change.

    ends: where the per-seat posterior has the hand.
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
    eyes = HandFollower(settled, cards, seats, 1.0, Scripted(moments), seat=PosteriorAt(ends))
    for number in range(len(moments)):
        eyes.update(Frame(picture, number / 60, number))
    return eyes.hands


COMES = [((18, 29 - step), 0.95) for step in range(12)]
LIES = [(FIRST, 0.02)] * 14


def test_a_hand_that_stays_where_it_landed_is_reported() -> None:
    (hand,) = watched([*COMES, *LIES, *[(FIRST, 0.02)] * 40], FIRST)
    assert (hand.seat, hand.card) == (0, 0)


def test_a_hand_that_is_clearly_elsewhere_did_not_land_here() -> None:
    (hand,) = watched([*COMES, *LIES, *[(OTHER, 0.02)] * 60], OTHER)
    assert (hand.seat, hand.card) == (0, 1)
