"""What this table's own tiles, discs and ground look like, learnt from places whose contents are known.

The appearance of a mark is a normal distribution of the features of `boards.features`, under the light of the first
picture. The appearance of a mark that was not seen yet is guessed, with a wide covariance, from those that were: a
disc's other face is the same disc with or without a circle.
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
"""A place without a tile; with an empty tile; with a disc: colour white or red, capitals for the face with a circle."""
MARKS = NO_TILE + EMPTY + DISCS
"""All marks."""
OTHER_FACE = {"w": "W", "W": "w", "r": "R", "R": "r"}
"""The mark of the same disc turned over."""

NOISE = 0.05
"""Standard deviation of each feature by itself, as a logarithm of light: 5 %, grain and rounding."""
GREY_CHANGE, COLOUR_CHANGE = 0.14, 0.04
"""Standard deviation of the light on one place beyond the smooth change over the board: of all colours together (a
shadow), and of each colour by itself (another lamp)."""
FIRST_SPREAD, FIRST_COUNT = 0.07, 2.0
"""Prior standard deviation between things of one kind, and its weight as a number of places."""
TOGETHER_FROM = 20.0
"""Number of places at which the learnt correlations count half: about the number of features."""
GUESS_GREY, GUESS_COLOUR, GUESS_PLAIN, GUESS_RIM = 0.5, 0.18, 0.06, 0.5
"""Standard deviations for a face that was not seen yet: its brightness, its colour, how even a plain face is, and the
outer rings, which may be disc or tile."""
INK_GREY, INK_COLOUR = 0.4, 0.3
"""Standard deviation of how much a circle differs from its disc, in brightness and in each colour: paint, or a groove's
shadow."""
OTHER_FACE_SPREAD = 0.08
"""Standard deviation between the two faces of one disc where there is no circle."""
OTHER_WIDTH = 0.35
"""Standard deviation of how much of an outer ring is covered when a disc shaped like a cone is turned over."""
WHITE, RED = (5.30, 5.35, 5.38), (4.15, 4.25, 5.20)
"""Blue, green, red of an average white and of an average red disc, logarithms of light."""
UNEVEN_NOISE = 0.3
"""Standard deviation of the unevenness features: darker pictures have more noise."""
GUESS_UNEVEN = np.log((0.10, 0.04)), np.log((0.15, 0.20))
"""Unevenness within rings and over the inner rings, of a plain face and of a face with a circle, before any was
seen."""
UNEVEN_SPREAD = 0.5
"""Prior standard deviation of the unevenness features between things of one kind."""
RING_SHIFT, RING_BLUR = 0.35, 0.5
"""Standard deviation, in rings, of where a circle is seen, and of how blurred it is: the tried offsets of a disc's
middle are coarse, and perspective changes a disc's size."""
CIRCLED = (1, 2, 3)
"""Indices of the rings in which a circle may be; the middle of it has the disc's own colour."""


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """A normal distribution of features.

    Attributes:
        mean: (FEATURES,).
        inverse: (FEATURES, FEATURES), the inverse of the covariance.
        log_det: logarithm of the covariance's determinant.
        learnt: whether such a place was seen; False for a guess.
    """

    mean: Vector
    inverse: Vector
    log_det: float
    learnt: bool

    def deviance(self, values: Vector) -> Vector:
        """Return minus twice the log-density, up to a constant, of `values` (..., FEATURES), as (...)."""
        off = values - self.mean
        return np.asarray(((off @ self.inverse) * off).sum(axis=-1) + self.log_det)

    def mahalanobis_sq(self, values: Vector) -> Vector:
        """Return the squared Mahalanobis distance of `values` (..., FEATURES) from the mean, as (...)."""
        off = values - self.mean
        return np.asarray(((off @ self.inverse) * off).sum(axis=-1))


def _together(rows: tuple[int, ...] | range) -> Vector:
    """(FEATURES, FEATURES): 1 where both features are among `rows`."""
    own = np.zeros(FEATURES)
    own[list(rows)] = 1
    return np.outer(own, own)


_COLOURS = range(EDGE)
_OF_COLOUR = [tuple(range(c, EDGE, 3)) for c in range(3)]


def light_appearance(mean: Vector, noise: float, grey: float, colour: float) -> Appearance:
    """Return an appearance that varies by noise in each feature, and by light.

    Args:
        mean: (FEATURES,).
        noise: standard deviation of each feature by itself.
        grey: standard deviation of the light in all colours together.
        colour: standard deviation of the light in each colour.
    """
    return _gaussian(mean, _noise(noise) + _of_light(grey, colour), True)


def _noise(each: float) -> Vector:
    """Covariance of independent noise of standard deviation `each` in the colour features."""
    return np.diag([each**2] * UNEVEN + [UNEVEN_NOISE**2] * (FEATURES - UNEVEN))


def _of_light(grey: float, colour: float) -> Vector:
    """Covariance of what light does to one place."""
    return np.asarray(grey**2 * _together(_COLOURS) + sum(colour**2 * _together(own) for own in _OF_COLOUR))


_PLACE = _noise(NOISE) + _of_light(GREY_CHANGE, COLOUR_CHANGE)
"""Covariance of one place beside others that show the same."""


def _gaussian(mean: Vector, covariance: Vector, learnt: bool) -> Appearance:
    return Appearance(
        mean, np.asarray(np.linalg.inv(covariance), np.float64), float(np.linalg.slogdet(covariance)[1]), learnt
    )


def _with_place_noise(mean: Vector, covariance: Vector, learnt: bool) -> Appearance:
    """The appearance whose covariance also includes the noise and light of a single place."""
    return _gaussian(mean, covariance + _PLACE, learnt)


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """Sufficient statistics of one mark: number of places, mean (FEATURES,), scatter matrix (FEATURES, FEATURES)."""

    count: float
    mean: Vector
    squares: Vector


class Appearances:
    """Learns the appearance of each mark, and guesses those that were not seen yet."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._appearances: dict[str, Appearance] = {}

    def learnt(self, mark: str) -> bool:
        """Return whether a place with this mark was learnt."""
        return mark in self._known

    def learn(self, mark: str, values: Vector) -> None:
        """Learn from `values`, (N, FEATURES), of places that show `mark`, under the first picture's light."""
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
        """Return the appearance of a mark, learnt or guessed."""
        if mark not in self._appearances:
            known = self._known.get(mark)
            self._appearances[mark] = self._guess(mark) if known is None else _settled(known)
        return self._appearances[mark]

    def without(self, mark: str, value: Vector) -> Appearance:
        """Return the appearance of `mark` as if `value` (FEATURES,), one of a few values learnt, had not been seen."""
        known, rest = self._known[mark], Appearances()
        rest._known = {other: each for other, each in self._known.items() if other != mark}
        if known.count > 1:
            mean = (known.mean * known.count - value) / (known.count - 1)
            off = value - mean
            squares = known.squares - np.outer(off, off) * (known.count - 1) / known.count
            rest._known[mark] = _Known(known.count - 1, mean, squares)
        return rest.of(mark)

    def mean(self, mark: str) -> Vector:
        """Return the mean features of a mark, (FEATURES,)."""
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
        """The appearance of the same disc turned over: the same paint, with a circle or without."""
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
        # A face without a circle has the colour that the circled face has just inside its rim.
        rings[:INNER] = rings[INNER - 1]
        return self._guessed(mark, mean, covariance + (INK_GREY / 2) ** 2 * _together(range(INNER * 3)))

    def _guessed(self, mark: str, mean: Vector, rings: Vector) -> Appearance:
        """The guessed appearance of a disc's face.

        Args:
            mark: the face.
            mean: (FEATURES,).
            rings: covariance of what is guessed of the disc; the tile around it is known better.
        """
        spread = np.zeros(FEATURES)
        ground = self._known.get(EMPTY)
        spread[CORNERS:UNEVEN] = FIRST_SPREAD**2 if ground is None else _spread(ground).diagonal()[CORNERS:UNEVEN]
        spread[UNEVEN:] = UNEVEN_SPREAD**2
        return _with_place_noise(np.append(mean[:UNEVEN], GUESS_UNEVEN[mark in "WR"]), rings + np.diag(spread), False)


MOST_KEPT = 200.0
"""Places of one mark that are remembered, about ten pictures; older ones are weighted down."""


def _settled(known: _Known) -> Appearance:
    """The appearance from what was learnt, allowing for an inexact middle and blur."""
    rings = known.mean[:CORNERS].reshape(RING_COUNT, 3)
    slope = np.asarray(np.gradient(rings, axis=0))
    rest = np.zeros(FEATURES - CORNERS)
    nearer, blurred = np.append(slope, rest), np.append(np.asarray(np.gradient(slope, axis=0)), rest)
    misplaced = RING_SHIFT**2 * np.outer(nearer, nearer) + RING_BLUR**2 * np.outer(blurred, blurred)
    # The factor adds the standard error of the mean.
    return _with_place_noise(known.mean, _spread(known) * (1 + 1 / known.count) + misplaced, True)


def _spread(known: _Known) -> Vector:
    """Covariance between things of one kind: at first only each feature's variance, with more places also
    correlations."""
    own = known.squares / max(known.count, 1.0)
    together = known.count / (known.count + TOGETHER_FROM)
    own = together * own + (1 - together) * np.diag(own.diagonal())
    return np.asarray((known.count * own + FIRST_COUNT * _FIRST) / (known.count + FIRST_COUNT))


_FIRST = np.diag([FIRST_SPREAD**2] * UNEVEN + [UNEVEN_SPREAD**2] * (FEATURES - UNEVEN))


def _circle() -> Vector:
    """Covariance of what a circle may add, lighter or darker, to each ring in `CIRCLED`."""
    return np.asarray(
        sum(INK_GREY**2 * _together(range(ring * 3, ring * 3 + 3)) for ring in CIRCLED)
        + INK_COLOUR**2 * np.diag([float(feature // 3 in CIRCLED) for feature in range(FEATURES)])
    )


def cells_by_mark(places: Mapping[Cell, str]) -> dict[str, list[Cell]]:
    """Group places by the mark that they show."""
    found: dict[str, list[Cell]] = {}
    for cell, mark in places.items():
        found.setdefault(mark, []).append(cell)
    return found
