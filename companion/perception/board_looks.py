"""What a table's own tiles, discs and ground look like, learnt from places whose contents are known.

A look is a normal distribution of the features of `board_features`, under the light of the first picture. What has not
been seen yet is guessed broadly from what has: a disc's other face is that disc with a ring in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.perception.board_features import CENTRED, CORNERS, EDGE, FEATURES, INNER, OFFS, RING_COUNT, Measured
from companion.perception.board_grid import Cell

Vector = NDArray[np.float64]

NO_TILE, EMPTY, DISCS = ".", "_", "wWrR"
MARKS = NO_TILE + EMPTY + DISCS
OTHER_FACE = {"w": "W", "W": "w", "r": "R", "R": "r"}

NOISE = 0.05
"""Every feature by itself, as a logarithm of light: 5 %, grain and rounding."""
GREY_CHANGE, COLOUR_CHANGE = 0.14, 0.04
"""What a shadow or another lamp does to a whole place, beyond what the light's smooth change explains."""
FIRST_SPREAD, FIRST_COUNT = 0.07, 2.0
"""How much things of one kind differ, before enough of them were seen, and how many count as enough."""
GUESS_GREY, GUESS_COLOUR, GUESS_PLAIN, GUESS_RING, GUESS_RIM = 0.5, 0.18, 0.06, 0.4, 0.5
"""Of a face that was never seen: its brightness, its colour, how even a plain one is, how much a circle stands out, and
the outer rings, which may be disc or tile."""
OTHER_FACE_SPREAD = 0.08
"""How much two faces of one disc differ where there is no circle."""
WHITE, RED = (5.30, 5.35, 5.38), (4.15, 4.25, 5.20)
"""Blue, green, red of any white and any red disc, logarithms of light."""
UNEVEN = 0.04
"""Deviation, as a logarithm of light, within a ring about the true middle of a disc: shading, and a blurred edge."""
RING_SHIFT, RING_BLUR = 0.35, 0.5
"""How far a circle is seen from where it was learnt, in rings, and how much more or less blurred: the places that are
tried for a disc's middle are not fine, and perspective makes discs larger or smaller."""
CIRCLED = (0, 1, 2, 3)
"""Rings in which a circle may be."""
OFF_SPREAD = 0.10
"""How far from the middle of a tile a disc's top is seen, in sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """mean (FEATURES,), covariance's inverse (FEATURES, FEATURES), and the logarithm of its determinant."""

    mean: Vector
    inverse: Vector
    log_det: float
    learnt: bool

    def unlikeliness(self, values: Vector) -> Vector:
        """Minus twice the logarithm of the density, up to a constant: (...) for values (..., FEATURES)."""
        off = values - self.mean
        return np.asarray(((off @ self.inverse) * off).sum(axis=-1) + self.log_det)

    def distance(self, values: Vector) -> Vector:
        """Squared, in standard deviations: (...) for values (..., FEATURES)."""
        off = values - self.mean
        return np.asarray(((off @ self.inverse) * off).sum(axis=-1))


def _together(rows: tuple[int, ...] | range) -> Vector:
    """1 where two of the named features vary together."""
    own = np.zeros(FEATURES)
    own[list(rows)] = 1
    return np.outer(own, own)


_COLOURS = range(EDGE)
_OF_COLOUR = [tuple(range(c, EDGE, 3)) for c in range(3)]


def light_look(mean: Vector, noise: float, grey: float, colour: float) -> Look:
    """A look that varies by noise in each feature, and by light in all of them (`grey`) or in one colour (`colour`)."""
    return _look(mean, noise**2 * np.eye(FEATURES) + _of_light(grey, colour), True)


def _of_light(grey: float, colour: float) -> Vector:
    """Covariance of what light does to one place."""
    return np.asarray(grey**2 * _together(_COLOURS) + sum(colour**2 * _together(own) for own in _OF_COLOUR))


_PLACE = NOISE**2 * np.eye(FEATURES) + _of_light(GREY_CHANGE, COLOUR_CHANGE)
"""Covariance of one place against others that show the same."""


def _look(mean: Vector, covariance: Vector, learnt: bool) -> Look:
    return Look(
        mean, np.asarray(np.linalg.inv(covariance), np.float64), float(np.linalg.slogdet(covariance)[1]), learnt
    )


def look(mean: Vector, covariance: Vector, learnt: bool) -> Look:
    return _look(mean, covariance + _PLACE, learnt)


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """Sum of places, of their features, and of the squares of their features' spread."""

    count: float
    mean: Vector
    squares: Vector


class Looks:
    """Learns, and says how likely a place shows each mark."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._looks: dict[str, Look] = {}

    def learnt(self, mark: str) -> bool:
        """Whether something with this mark was shown."""
        return mark in self._known

    def learn(self, mark: str, values: Vector) -> None:
        """values: (N, FEATURES) of places that show `mark`, under the first picture's light."""
        if not len(values):
            return
        known = self._known.get(mark)
        count, mean, squares = (0.0, values[0] * 0, values[0] * 0) if known is None else (
            known.count, known.mean, known.squares)  # fmt: skip
        total = count + len(values)
        own = values.mean(axis=0)
        squares = squares + ((values - own) ** 2).sum(axis=0) + (own - mean) ** 2 * count * len(values) / total
        mean = (mean * count + values.sum(axis=0)) / total
        share = min(1.0, MOST_KEPT / total)  # old pictures fade: paint dries, tables are wiped, cameras adjust
        self._known[mark] = _Known(total * share, mean, squares * share)
        self._looks.clear()

    def look(self, mark: str) -> Look:
        """Learnt, or guessed."""
        if mark not in self._looks:
            known = self._known.get(mark)
            self._looks[mark] = self._guess(mark) if known is None else _settled(known)
        return self._looks[mark]

    def mean(self, mark: str) -> Vector:
        return self.look(mark).mean

    def unlikeliness(self, mark: str, seen: Measured, light: Vector) -> tuple[Vector, NDArray[np.int_]]:
        """How badly each place fits a mark, (N,), and where the disc's middle then is (index in `OFFS`).

        light: (N, FEATURES), how much brighter each place is than under the first picture's light.
        """
        own = self.look(mark)
        if mark in (NO_TILE, EMPTY):
            return own.unlikeliness(seen.at(CENTRED) - light), np.full(len(light), CENTRED)
        each = own.unlikeliness(seen.values - light[:, None]) + (np.hypot(*OFFS.T) / OFF_SPREAD) ** 2
        each += seen.uneven / UNEVEN**2
        best = np.argmin(each, axis=1)
        return each[np.arange(len(each)), best], best

    def _guess(self, mark: str) -> Look:
        ground = self._known.get(EMPTY)
        tile = np.full(FEATURES, 4.5) if ground is None else ground.mean
        if mark not in DISCS:
            return look(tile, np.eye(FEATURES), False)
        other = self._known.get(OTHER_FACE[mark])
        if other is not None:
            return self._other_face(mark, other)
        mean = np.array([*(WHITE if mark in "wW" else RED)] * RING_COUNT + [0.0] * (FEATURES - CORNERS))
        mean[CORNERS:] = tile[CORNERS:]
        rings = range(CORNERS)
        covariance = GUESS_GREY**2 * _together(rings)
        covariance += sum(GUESS_COLOUR**2 * _together(tuple(range(c, CORNERS, 3))) for c in range(3))
        covariance += GUESS_PLAIN**2 * np.eye(FEATURES)
        for ring in range(INNER, RING_COUNT):
            covariance += GUESS_RIM**2 * _together(range(ring * 3, ring * 3 + 3))
            covariance += sum(GUESS_COLOUR**2 * _together((ring * 3 + c,)) for c in range(3))
        covariance += FIRST_SPREAD**2 * np.diag([0.0] * CORNERS + [1.0] * (FEATURES - CORNERS))
        return look(mean, covariance + (_circle() if mark in "WR" else 0.0), False)

    def _other_face(self, mark: str, other: _Known) -> Look:
        """The same disc turned over: the same paint, with a circle or without."""
        covariance = (FIRST_SPREAD**2 + OTHER_FACE_SPREAD**2) * np.eye(FEATURES)
        for ring in range(INNER, RING_COUNT):  # a cone is wider on one face
            covariance += 0.3**2 * _together(range(ring * 3, ring * 3 + 3))
        if mark in "WR":
            return look(other.mean, covariance + _circle(), False)
        # Without its circle a disc has all over the colour that its circled face has nearest its rim.
        mean = other.mean.copy()
        even = mean[: INNER * 3].reshape(INNER, 3)
        mean[: INNER * 3] = np.tile(even[INNER - 1], INNER)
        return look(mean, covariance + GUESS_RING**2 / 4 * _together(range(INNER * 3)), False)


MOST_KEPT = 200.0
"""Places of one mark that are remembered: ten pictures of a board."""


def _settled(known: _Known) -> Look:
    spread = (known.squares + FIRST_COUNT * FIRST_SPREAD**2) / (known.count + FIRST_COUNT)
    rings = known.mean[:CORNERS].reshape(RING_COUNT, 3)
    slope = np.asarray(np.gradient(rings, axis=0))
    rest = np.zeros(FEATURES - CORNERS)
    nearer, blurred = np.append(slope, rest), np.append(np.asarray(np.gradient(slope, axis=0)), rest)
    misplaced = RING_SHIFT**2 * np.outer(nearer, nearer) + RING_BLUR**2 * np.outer(blurred, blurred)
    # The mean itself is as uncertain as the spread of what it was taken of.
    return look(known.mean, np.diag(spread * (1 + 1 / known.count)) + misplaced, True)


def _circle() -> Vector:
    """Covariance of what a circle may add, lighter or darker, to each of the rings where it may be."""
    return np.asarray(
        sum(GUESS_RING**2 * _together(range(ring * 3, ring * 3 + 3)) for ring in CIRCLED)
        + (GUESS_RING / 2) ** 2 * np.diag([1.0] * (INNER * 3) + [0.0] * (FEATURES - INNER * 3))
    )


def looks_of(places: Mapping[Cell, str]) -> dict[str, list[Cell]]:
    """Places by what they show."""
    found: dict[str, list[Cell]] = {}
    for cell, mark in places.items():
        found.setdefault(mark, []).append(cell)
    return found
