"""Starts to follow a board: learns all its pieces' appearances from one picture, and checks the places against them.

Either every place shows what is known, or somebody has made a turn since. Then the changed places look unlike the
others with their mark; they are doubted, and nothing is learnt from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.perception.boards import light as board_light
from companion.perception.boards.appearances import (
    DISCS,
    EMPTY,
    MARKS,
    NO_TILE,
    Appearance,
    Appearances,
    cells_by_mark,
    light_appearance,
)
from companion.perception.boards.features import FEATURES, NO_OFFSET, PlaceFeatures
from companion.perception.boards.grid import Cell
from companion.perception.boards.sight import OUTLIER_SQ, log_likelihoods

Vector = NDArray[np.float64]

OWN_NOISE, OWN_GREY, OWN_COLOUR = 0.035, 0.09, 0.03
"""Standard deviations between a place in one picture and the same place in the next, as logarithms of light: each
feature by itself (grain, half a pixel's shift), all together (a shadow), and each colour."""
LIGHT_ROUNDS = 3
"""Rounds in which appearances and light are estimated in turn from the first picture."""
DOUBTFUL_AT_START = 0.35
"""Share of the places that may fit another mark better when a board is first seen: dark wood on a dark table."""
ENOUGH_TO_COMPARE = 4
"""Places with one mark that are needed to recognise an odd one among them."""
LEAST_MEAN_MARGIN, MARGIN_CLIP = 4.0, 30.0
"""Mean margin (difference in minus twice the log-likelihood) by which places must fit their own mark better than any
other; and the bound on each place's margin in that mean. Where no board lies the margins are about 0."""
DOUBTED = 12.0
"""A place is doubted when another mark fits it better by this margin (minus twice the log-likelihood)."""
MOST_DOUBTED = 10
"""Places that one turn may change; with more it is not this board. A camp has six places, and a chain with its tile
seldom changes more than ten."""
UNCHANGED = light_appearance(np.zeros(FEATURES), OWN_NOISE, OWN_GREY, OWN_COLOUR)
"""How a place may differ from itself in the picture before: a normal distribution of mean 0."""


@dataclass(frozen=True, slots=True, eq=False)
class FirstPicture:
    """What the first picture of a board shows, allowing for a turn since it was last known.

    Attributes:
        appearances: learnt from the places that are not doubted.
        scores: for each place, the log-likelihood of each mark, relative to the best (0).
        hidden: places that fit no known appearance.
        doubted: places that do not look as they should.
        margins: (N,), by how much (minus twice the log-likelihood) each place fits its own mark better than any other.
    """

    appearances: Appearances
    scores: Mapping[Cell, Mapping[str, float]]
    hidden: frozenset[Cell]
    doubted: frozenset[Cell]
    margins: Vector

    @property
    def mean_margin(self) -> float:
        """The mean of `margins`, each bounded to +-`MARGIN_CLIP`."""
        return float(np.clip(self.margins, -MARGIN_CLIP, MARGIN_CLIP).mean())

    @property
    def as_it_was(self) -> bool:
        """Whether nothing was done to the board: no place is doubted, and few fit another mark a little better."""
        return not self.doubted and bool(np.mean(self.margins < 0) <= DOUBTFUL_AT_START)


def read_first_picture(cells: Sequence[Cell], marks: Mapping[Cell, str], seen: PlaceFeatures) -> FirstPicture | None:
    """Read a board that showed `marks` until somebody may have made a turn.

    Every place is compared with the others of its mark. The one that fits worst is doubted and left out, until all fit.

    Args:
        cells: N places on and around the board, in order.
        marks: the tiles with their marks, as last known.
        seen: the features of the places.

    Returns:
        None when more than `MOST_DOUBTED` places differ, or the picture does not support the board.
    """
    own = [marks.get(cell, NO_TILE) for cell in cells]
    at_rest, anywhere = (
        seen.at_offsets(disc_offsets(cells, marks, seen, None)),
        seen.at_offsets(seen.best_offsets(None)),
    )
    appearances, light = _taught(cells, marks, at_rest)
    doubted = set[int]()
    for mark in (EMPTY, *DISCS):
        rows = _rows(cells, marks, mark)
        doubted |= set(rows[_odd(at_rest[rows] - light[rows], mark)].tolist())
    while len(doubted) <= MOST_DOUBTED:
        if doubted:
            appearances, light = _taught(cells, marks, at_rest, doubted)
        expected = _expected(appearances, own, at_rest - light, doubted)
        values = anywhere - light
        deviances = {mark: appearances.of(mark).deviance(values) for mark in MARKS}
        far = {mark: appearances.of(mark).mahalanobis_sq(values) for mark in MARKS}
        for n, (mark, appearance) in enumerate(zip(own, expected, strict=True)):
            deviances[mark][n] = min(float(appearance.deviance(each[n])) for each in (values, at_rest - light))
            far[mark][n] = min(float(appearance.mahalanobis_sq(each[n])) for each in (values, at_rest - light))
        margins = np.array([_margin(deviances, far, mark, n) for n, mark in enumerate(own)])
        least = min(set(range(len(cells))) - doubted, key=lambda n: margins[n])
        if margins[least] >= -DOUBTED:
            found = _first_picture(cells, appearances, deviances, far, doubted, margins)
            return found if found.mean_margin >= LEAST_MEAN_MARGIN else None
        doubted.add(least)
    return None


def teach(appearances: Appearances, cells: Sequence[Cell], marks: Mapping[Cell, str], values: Vector) -> None:
    """Learn from places whose marks are known.

    Args:
        appearances: what learns.
        cells: N places.
        marks: the tiles with their marks; other places have no tile.
        values: (N, FEATURES), under the first picture's light.
    """
    rows = {cell: n for n, cell in enumerate(cells)}
    for mark, own in cells_by_mark({cell: marks.get(cell, NO_TILE) for cell in cells}).items():
        appearances.learn(mark, values[[rows[cell] for cell in own]])


def discs_of(cells: Sequence[Cell], marks: Mapping[Cell, str]) -> NDArray[np.int_]:
    """Return the indices of the places that bear a disc."""
    return np.array([n for n, cell in enumerate(cells) if marks.get(cell, NO_TILE) in DISCS], int)


def disc_offsets(
    cells: Sequence[Cell], marks: Mapping[Cell, str], seen: PlaceFeatures, near: Vector | None
) -> NDArray[np.int_]:
    """Return for each place the offset of its disc's middle; `NO_OFFSET` where there is no disc.

    Args:
        cells: N places.
        marks: the tiles with their marks.
        seen: the features of the places.
        near: (N, 2), the expected offset by parallax, in tile sides; None when it is not known.

    Returns:
        (N,), indices into `OFFSETS`.
    """
    offsets, discs = np.full(len(cells), NO_OFFSET), discs_of(cells, marks)
    if len(discs):
        offsets[discs] = seen.subset(discs).best_offsets(None if near is None else near[discs])
    return offsets


def _taught(
    cells: Sequence[Cell], marks: Mapping[Cell, str], values: Vector, doubted: Collection[int] = ()
) -> tuple[Appearances, Vector]:
    """The appearances learnt from all places but the doubted ones, and the light on all places, (N, FEATURES)."""
    trusted = [n for n in range(len(cells)) if n not in doubted]
    appearances, light = Appearances(), np.zeros((len(cells), 3))
    for _ in range(LIGHT_ROUNDS):
        appearances = Appearances()
        teach(appearances, [cells[n] for n in trusted], marks, (values - board_light.spread(light))[trusted])
        means = np.stack([appearances.mean(marks.get(cell, NO_TILE)) for cell in cells])
        light = board_light.change(cells, means, values)
    return appearances, board_light.spread(light)


def _rows(cells: Sequence[Cell], marks: Mapping[Cell, str], mark: str) -> NDArray[np.int_]:
    """The indices of the places with a mark."""
    return np.array([n for n, cell in enumerate(cells) if marks.get(cell, NO_TILE) == mark], int)


def _odd(values: Vector, mark: str) -> NDArray[np.bool_]:
    """(N,) bool: which places of one mark look unlike most of them, because something lies there. values: (N,
    FEATURES)."""
    if len(values) < ENOUGH_TO_COMPARE:
        return np.zeros(len(values), bool)
    typical = UNCHANGED.mahalanobis_sq(values - np.median(values, axis=0)).argsort()
    most = Appearances()
    most.learn(mark, values[typical[: len(values) // 2 + 1]])
    return np.asarray(most.of(mark).mahalanobis_sq(values) > OUTLIER_SQ)


def _expected(
    appearances: Appearances, own: Sequence[str], values: Vector, doubted: Collection[int]
) -> list[Appearance]:
    """The appearance that each place should have. With few places of a mark, a place's own values are left out of
    it."""
    count = Counter(mark for n, mark in enumerate(own) if n not in doubted)
    alone = [n not in doubted and count[mark] < ENOUGH_TO_COMPARE for n, mark in enumerate(own)]
    return [appearances.without(mark, values[n]) if alone[n] else appearances.of(mark) for n, mark in enumerate(own)]


def _margin(deviances: Mapping[str, Vector], far: Mapping[str, Vector], own: str, row: int) -> float:
    """By how much a place fits its own mark better than any other; far below 0 when its own does not fit at all."""
    if far[own][row] > OUTLIER_SQ:
        return -float(far[own][row])
    return float(min(deviances[mark][row] for mark in MARKS if mark != own) - deviances[own][row])


def _first_picture(
    cells: Sequence[Cell],
    appearances: Appearances,
    deviances: Mapping[str, Vector],
    far: Mapping[str, Vector],
    doubted: Collection[int],
    margins: Vector,
) -> FirstPicture:
    scores, hidden = dict[Cell, Mapping[str, float]](), set[Cell]()
    for n, cell in enumerate(cells):
        there = {mark: float(values[n]) for mark, values in deviances.items()}
        found = log_likelihoods(there, float(far[min(there, key=lambda mark: there[mark])][n]), appearances)
        if found is None:
            hidden.add(cell)
        scores[cell] = dict.fromkeys(MARKS, 0.0) if found is None else found
    return FirstPicture(appearances, scores, frozenset(hidden), frozenset(cells[n] for n in doubted), margins)
