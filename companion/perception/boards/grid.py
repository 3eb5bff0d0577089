"""Fits a grid of rows and columns to square tiles, from nothing but their middles, side lengths and angles."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from math import atan2, cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.finder import FoundTiles

Cell = tuple[int, int]
"""Row and column of one place of a board; rows grow downwards in the picture."""
SIDES: tuple[Cell, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Steps (rows, columns) to the four neighbours that share a side."""
AROUND: tuple[Cell, ...] = (*SIDES, (-1, -1), (-1, 1), (1, -1), (1, 1))
"""Steps to all eight neighbours."""
NEXT_REACH = 0.36
"""Distance at which the next tile may be found from where it is expected, as a share of a tile's side."""
OTHER_SIZE = 1.25
"""Tiles that touch differ in side length by less than this factor: perspective, and the finder's error."""
OTHER_TURN = 11 * pi / 180
"""Tiles that touch differ in angle by less than this (rad): laid askew, but not a square of the cloth beneath."""
ON_GRID = 0.3
"""A tile without found neighbours belongs to the grid when it is this near to one of its places (share of a side)."""
OWN_SHARE = 0.3
"""Share of a tile's offset from its grid place that is believed: the finder's error is larger than the true offset."""
FEWEST_FOR_PERSPECTIVE = 6
"""Tiles, in two rows and two columns at least, that determine a perspective grid; with fewer the grid is a
similarity."""


@dataclass(frozen=True, slots=True)
class BoardGrid:
    """The places of a board in a picture.

    Attributes:
        to_picture: (3, 3) homography from (column, row) to pixels, as nested tuples so that equal grids compare equal.
        seen: for each tile that was found, the pixels x, y of its middle.
    """

    to_picture: tuple[tuple[float, float, float], ...]
    seen: Mapping[Cell, tuple[float, float]]

    def middle(self, cell: Cell) -> NDArray[np.float64]:
        """Return the middle of a place, (2,) px: the grid's own, moved by a share of the offset at which its tile was
        found.

        Where no tile was found, the mean offset of its neighbours is used.
        """
        around = [(cell[0] + y, cell[1] + x) for y, x in AROUND]
        nearby = [cell] if cell in self.seen else [each for each in around if each in self.seen]
        shift = [np.array(self.seen[each]) - self._at(each) for each in nearby] or [np.zeros(2)]
        return np.asarray(self._at(cell) + OWN_SHARE * np.mean(shift, axis=0))

    def steps(self, cell: Cell) -> NDArray[np.float64]:
        """Return the vectors (2, 2) px from a place to the next place on its right, and to the one below."""
        row, column = cell
        right = (self._at((row, column + 0.5)) - self._at((row, column - 0.5))).tolist()
        down = (self._at((row + 0.5, column)) - self._at((row - 0.5, column))).tolist()
        return np.array([right, down])

    def outline(self, cell: Cell) -> NDArray[np.float64]:
        """Return a place's corners, (4, 2) px, clockwise from its top left."""
        middle, (right, down) = self.middle(cell), self.steps(cell) / 2
        return np.array([middle - right - down, middle + right - down, middle + right + down, middle - right + down])

    def counted_from(self, corner: Cell) -> BoardGrid:
        """Return the same grid, counted so that `corner` becomes row 0, column 0."""
        shift = np.array([[1, 0, corner[1]], [0, 1, corner[0]], [0, 0, 1]])
        seen = {(r - corner[0], c - corner[1]): at for (r, c), at in self.seen.items()}
        return BoardGrid(_frozen(np.array(self.to_picture) @ shift), seen)

    def _at(self, cell: tuple[float, float]) -> NDArray[np.float64]:
        row, column = cell
        x, y, w = (a * column + b * row + c for a, b, c in self.to_picture)
        return np.array([x / w, y / w])


def with_neighbours(cells: Collection[Cell]) -> list[Cell]:
    """Return cells and all cells around them, sorted: where a tile lies or may be laid."""
    return sorted({(row + y, column + x) for row, column in cells for y, x in (*AROUND, (0, 0))})


def fit_grids(found: FoundTiles) -> Iterator[BoardGrid]:
    """Yield one grid for each group of adjacent tiles, largest first; a checked cloth's squares make groups, too.

    Of the four ways to turn a grid, the one nearest to the picture's own up is taken: row 0 is at the top.

    Args:
        found: the tiles that the finder found.
    """
    left = set(range(len(found.middles)))
    groups: list[dict[int, Cell]] = []
    while left:
        first = min(left)
        groups.append(_agreeing(found, _linked(found, first, left)))
        left -= {first, *groups[-1]}
    for group in sorted(groups, key=len, reverse=True):
        if len(group) > 1:
            yield _grid(found, group)


def _grid(found: FoundTiles, group: Mapping[int, Cell]) -> BoardGrid:
    """The grid of one group of tiles, with tiles of no group that lie on it."""
    seen = {cell: (float(found.middles[i][0]), float(found.middles[i][1])) for i, cell in group.items()}
    grid = _upright(BoardGrid(_fitted(seen), seen))
    return _with_those_apart(grid, found, set(group))


def _agreeing(found: FoundTiles, group: dict[int, Cell]) -> dict[int, Cell]:
    """Those tiles of a group that one homography explains (RANSAC): where a cloth is linked to a board, the larger
    part."""
    if len(group) < FEWEST_FOR_PERSPECTIVE:
        return group
    places = np.array([(c, r) for r, c in group.values()], np.float64)
    members = list(group)
    reach_px = ON_GRID * float(np.median(found.sides[members]))
    _, agrees = cv2.findHomography(places, found.middles[members], cv2.RANSAC, reach_px)
    if agrees is None:
        return group
    return {i: group[i] for i, agreed in zip(members, agrees.ravel(), strict=True) if agreed}


def _linked(found: FoundTiles, first: int, among: Collection[int]) -> dict[int, Cell]:
    """Tiles reached from `first` over shared sides, best-fitting links first, each with its (row, column)."""
    at: dict[int, Cell] = {}
    taken: set[Cell] = set()
    ticket = count()
    ahead: list[tuple[float, int, int, Cell, float]] = [(0.0, next(ticket), first, (0, 0), float(found.angles[first]))]
    while ahead:
        _, _, i, cell, angle = heapq.heappop(ahead)
        if i in at or cell in taken:
            continue
        at[i] = cell
        taken.add(cell)
        angle += _quarter(found.angles[i] - angle)
        right, down = np.array([cos(angle), sin(angle)]), np.array([-sin(angle), cos(angle)])
        for y, x in SIDES:
            off = np.hypot(*(found.middles - found.middles[i] - found.sides[i] * (x * right + y * down)).T)
            j = int(np.argmin(off))
            miss = float(off[j] / found.sides[i])
            alike = 1 / OTHER_SIZE < found.sides[j] / found.sides[i] < OTHER_SIZE
            alike = alike and abs(_quarter(found.angles[j] - angle)) < OTHER_TURN
            if j in among and j not in at and miss < NEXT_REACH and alike:
                heapq.heappush(ahead, (miss, next(ticket), j, (cell[0] + y, cell[1] + x), angle))
    return at


def _quarter(angle: float) -> float:
    """The angle modulo a quarter turn, in -pi/4..pi/4."""
    return (angle + pi / 4) % (pi / 2) - pi / 4


def _fitted(seen: Mapping[Cell, tuple[float, float]]) -> tuple[tuple[float, float, float], ...]:
    """The homography from (column, row) to pixels: least median of squares, or a similarity with few tiles."""
    places = np.array([(c, r) for r, c in seen], np.float64)
    pixels = np.array(list(seen.values()), np.float64)
    if len(seen) >= FEWEST_FOR_PERSPECTIVE and (np.ptp(places, axis=0) > 0).all():
        # Robust against false tiles and tiles that were located half a tile off; it fails when few tiles are in line.
        for method in (cv2.LMEDS, 0):
            matrix, _ = cv2.findHomography(places, pixels, method)
            if matrix is not None:
                return _frozen(np.asarray(matrix))
    turned, _ = cv2.estimateAffinePartial2D(places, pixels, method=cv2.LMEDS)
    return _frozen(np.vstack([turned, [0, 0, 1]]))


def _frozen(matrix: NDArray[np.float64]) -> tuple[tuple[float, float, float], ...]:
    return tuple((float(a), float(b), float(c)) for a, b, c in matrix)


def _upright(grid: BoardGrid) -> BoardGrid:
    """The grid turned by the quarter turns that bring its row 0 nearest to the picture's top."""
    rows, columns = zip(*grid.seen, strict=True)
    middle = ((min(rows) + max(rows)) // 2, (min(columns) + max(columns)) // 2)
    right, down = grid.steps(middle)
    angle = atan2(right[1] - down[0], right[0] + down[1])  # the mean of both ways
    quarters = round(angle / (pi / 2)) % 4
    seen = dict(grid.seen)
    for _ in range(quarters):
        seen = {(c, -r): at for (r, c), at in seen.items()}
    return BoardGrid(_fitted(seen), seen) if quarters else grid


def _with_those_apart(grid: BoardGrid, found: FoundTiles, linked: Iterable[int]) -> BoardGrid:
    """The grid, with tiles added that lie on it although no neighbour of theirs was found."""
    seen = dict(grid.seen)
    apart = sorted(set(range(len(found.middles))) - set(linked))
    if not apart:
        return grid
    places = cv2.perspectiveTransform(found.middles[apart][None], np.linalg.inv(np.array(grid.to_picture)))[0]
    near = {cell for own in seen for cell in _near(own)}
    for i, (column, row) in zip(apart, np.rint(places).astype(int).tolist(), strict=True):
        cell = (row, column)
        if cell in near and cell not in seen:
            miss = np.hypot(*(grid.middle(cell) - found.middles[i]))
            (across, along), side = grid.steps(cell)[0], found.sides[i]
            turned = abs(_quarter(float(found.angles[i]) - atan2(along, across)))
            alike = 1 / OTHER_SIZE < side / np.hypot(across, along) < OTHER_SIZE and turned < OTHER_TURN
            if alike and miss < ON_GRID * side:
                seen[cell] = (float(found.middles[i][0]), float(found.middles[i][1]))
                near |= _near(cell)
    return BoardGrid(grid.to_picture, seen)


def _near(cell: Cell) -> set[Cell]:
    """All cells at most two rows and two columns away."""
    return {(cell[0] + y, cell[1] + x) for y in range(-2, 3) for x in range(-2, 3)}
