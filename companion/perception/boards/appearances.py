"""What a table's own tiles, discs and ground look like, learnt from places whose contents are known.

A look is a normal distribution of the features of `boards.features`, under the light of the first picture. What has not
been seen yet is guessed broadly from what has: a disc's other face is that disc with a ring in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.features import CORNERS, EDGE, FEATURES, INNER, RING_COUNT, UNEVEN
from companion.perception.boards.grid import Cell

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
TOGETHER_FROM = 20.0
"""Places after which it is half known which of their features vary together: about as many as there are features."""
GUESS_GREY, GUESS_COLOUR, GUESS_PLAIN, GUESS_RIM = 0.5, 0.18, 0.06, 0.5
"""Of a face that was never seen: its brightness, its colour, how even a plain one is, and the outer rings, which may be
disc or tile."""
INK_GREY, INK_COLOUR = 0.4, 0.3
"""How much a circle stands out of its disc in brightness, and in each colour: paint, or a groove's shadow."""
OTHER_FACE_SPREAD = 0.08
"""How much two faces of one disc differ where there is no circle."""
OTHER_WIDTH = 0.35
"""How much more or less of a ring about a disc's edge is covered when a cone is turned over."""
WHITE, RED = (5.30, 5.35, 5.38), (4.15, 4.25, 5.20)
"""Blue, green, red of any white and any red disc, logarithms of light."""
UNEVEN_NOISE = 0.3
"""Of the logarithm of a place's unevenness: darker pictures have more noise."""
GUESS_UNEVEN = np.log((0.10, 0.04)), np.log((0.15, 0.20))
"""Of a plain face and of a circle that were never seen: within rings, by shading and blurred edges, and together."""
UNEVEN_SPREAD = 0.5
"""How much things of one kind differ in it, before enough of them were seen."""
RING_SHIFT, RING_BLUR = 0.35, 0.5
"""How far a circle is seen from where it was learnt, in rings, and how much more or less blurred: the places that are
tried for a disc's middle are not fine, and perspective makes discs larger or smaller."""
CIRCLED = (1, 2, 3)
"""Rings in which a circle may be; in its middle is the disc's own colour."""


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """mean (FEATURES,), covariance's inverse (FEATURES, FEATURES), and the logarithm of its determinant."""

    mean: Vector
    inverse: Vector
    log_det: float
    learnt: bool

    def deviance(self, values: Vector) -> Vector:
        """Minus twice the logarithm of the density, up to a constant: (...) for values (..., FEATURES)."""
        off = values - self.mean
        return np.asarray(((off @ self.inverse) * off).sum(axis=-1) + self.log_det)

    def mahalanobis_sq(self, values: Vector) -> Vector:
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


def light_appearance(mean: Vector, noise: float, grey: float, colour: float) -> Appearance:
    """A look that varies by noise in each feature, and by light in all of them (`grey`) or in one colour (`colour`)."""
    return _gaussian(mean, _noise(noise) + _of_light(grey, colour), True)


def _noise(each: float) -> Vector:
    """Covariance of what varies by itself in every feature."""
    return np.diag([each**2] * UNEVEN + [UNEVEN_NOISE**2] * (FEATURES - UNEVEN))


def _of_light(grey: float, colour: float) -> Vector:
    """Covariance of what light does to one place."""
    return np.asarray(grey**2 * _together(_COLOURS) + sum(colour**2 * _together(own) for own in _OF_COLOUR))


_PLACE = _noise(NOISE) + _of_light(GREY_CHANGE, COLOUR_CHANGE)
"""Covariance of one place against others that show the same."""


def _gaussian(mean: Vector, covariance: Vector, learnt: bool) -> Appearance:
    return Appearance(
        mean, np.asarray(np.linalg.inv(covariance), np.float64), float(np.linalg.slogdet(covariance)[1]), learnt
    )


def _with_place_noise(mean: Vector, covariance: Vector, learnt: bool) -> Appearance:
    return _gaussian(mean, covariance + _PLACE, learnt)


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """Sum of places, of their features, and of their features' spread, (FEATURES, FEATURES)."""

    count: float
    mean: Vector
    squares: Vector


class Appearances:
    """Learns, and says how likely a place shows each mark."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._appearances: dict[str, Appearance] = {}

    def learnt(self, mark: str) -> bool:
        """Whether something with this mark was shown."""
        return mark in self._known

    def learn(self, mark: str, values: Vector) -> None:
        """values: (N, FEATURES) of places that show `mark`, under the first picture's light."""
        if not len(values):
            return
        known = self._known.get(mark)
        count, mean, squares = (0.0, values[0] * 0, np.zeros((FEATURES, FEATURES))) if known is None else (
            known.count, known.mean, known.squares)  # fmt: skip
        total = count + len(values)
        own = values.mean(axis=0)
        off = values - own
        squares = squares + off.T @ off + np.outer(own - mean, own - mean) * count * len(values) / total
        mean = (mean * count + values.sum(axis=0)) / total
        share = min(1.0, MOST_KEPT / total)  # old pictures fade: paint dries, tables are wiped, cameras adjust
        self._known[mark] = _Known(total * share, mean, squares * share)
        self._appearances.clear()

    def of(self, mark: str) -> Appearance:
        """Learnt, or guessed."""
        if mark not in self._appearances:
            known = self._known.get(mark)
            self._appearances[mark] = self._guess(mark) if known is None else _settled(known)
        return self._appearances[mark]

    def without(self, mark: str, value: Vector) -> Appearance:
        """The look of `mark` as if `value` (FEATURES,), one of a few that were learnt, had not been shown."""
        known, rest = self._known[mark], Appearances()
        rest._known = {other: each for other, each in self._known.items() if other != mark}
        if known.count > 1:
            mean = (known.mean * known.count - value) / (known.count - 1)
            off = value - mean
            squares = known.squares - np.outer(off, off) * (known.count - 1) / known.count
            rest._known[mark] = _Known(known.count - 1, mean, squares)
        return rest.of(mark)

    def mean(self, mark: str) -> Vector:
        return self.of(mark).mean

    def _guess(self, mark: str) -> Appearance:
        ground = self._known.get(EMPTY)
        tile = np.full(FEATURES, 4.5) if ground is None else ground.mean
        if mark not in DISCS:
            return _with_place_noise(tile, np.eye(FEATURES), False)
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
        return self._guessed(mark, mean, covariance + (_circle() if mark in "WR" else 0.0))

    def _other_face(self, mark: str, other: _Known) -> Appearance:
        """The same disc turned over: the same paint, with a circle or without."""
        covariance = OTHER_FACE_SPREAD**2 * np.diag([1.0] * CORNERS + [0.0] * (FEATURES - CORNERS))
        mean = other.mean.copy()
        rings = mean[:CORNERS].reshape(RING_COUNT, 3)
        ground = self._known.get(EMPTY)
        bare = rings if ground is None else ground.mean[:CORNERS].reshape(RING_COUNT, 3)
        for ring in range(INNER, RING_COUNT):  # a cone is wider on one face
            own = np.zeros(FEATURES)
            own[ring * 3 : ring * 3 + 3] = OTHER_WIDTH * (rings[0 if mark in "WR" else INNER - 1] - bare[ring])
            covariance += np.outer(own, own)
        if mark in "WR":
            return self._guessed(mark, mean, covariance + _circle())
        # Without its circle a disc has all over the colour that its circled face has nearest its rim.
        rings[:INNER] = rings[INNER - 1]
        return self._guessed(mark, mean, covariance + (INK_GREY / 2) ** 2 * _together(range(INNER * 3)))

    def _guessed(self, mark: str, mean: Vector, rings: Vector) -> Appearance:
        """rings: covariance of what is guessed of the disc; the tile around it is known better."""
        spread = np.zeros(FEATURES)
        ground = self._known.get(EMPTY)
        spread[CORNERS:UNEVEN] = FIRST_SPREAD**2 if ground is None else _spread(ground).diagonal()[CORNERS:UNEVEN]
        spread[UNEVEN:] = UNEVEN_SPREAD**2
        return _with_place_noise(np.append(mean[:UNEVEN], GUESS_UNEVEN[mark in "WR"]), rings + np.diag(spread), False)


MOST_KEPT = 200.0
"""Places of one mark that are remembered: ten pictures of a board."""


def _settled(known: _Known) -> Appearance:
    rings = known.mean[:CORNERS].reshape(RING_COUNT, 3)
    slope = np.asarray(np.gradient(rings, axis=0))
    rest = np.zeros(FEATURES - CORNERS)
    nearer, blurred = np.append(slope, rest), np.append(np.asarray(np.gradient(slope, axis=0)), rest)
    misplaced = RING_SHIFT**2 * np.outer(nearer, nearer) + RING_BLUR**2 * np.outer(blurred, blurred)
    # The mean itself is as uncertain as the spread of what it was taken of.
    return _with_place_noise(known.mean, _spread(known) * (1 + 1 / known.count) + misplaced, True)


def _spread(known: _Known) -> Vector:
    """Covariance of things of one kind: at first only how much each feature varies, then also which vary together."""
    own = known.squares / max(known.count, 1.0)
    together = known.count / (known.count + TOGETHER_FROM)
    own = together * own + (1 - together) * np.diag(own.diagonal())
    return np.asarray((known.count * own + FIRST_COUNT * _FIRST) / (known.count + FIRST_COUNT))


_FIRST = np.diag([FIRST_SPREAD**2] * UNEVEN + [UNEVEN_SPREAD**2] * (FEATURES - UNEVEN))


def _circle() -> Vector:
    """Covariance of what a circle may add, lighter or darker, to each of the rings where it may be."""
    return np.asarray(
        sum(INK_GREY**2 * _together(range(ring * 3, ring * 3 + 3)) for ring in CIRCLED)
        + INK_COLOUR**2 * np.diag([float(feature // 3 in CIRCLED) for feature in range(FEATURES)])
    )


def cells_by_mark(places: Mapping[Cell, str]) -> dict[str, list[Cell]]:
    """Places by what they show."""
    found: dict[str, list[Cell]] = {}
    for cell, mark in places.items():
        found.setdefault(mark, []).append(cell)
    return found
