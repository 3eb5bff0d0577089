"""Assigns rows and columns to square cards that people have laid out in a grid, with gaps where cards were taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.perception.drawn.plane import Complex, fit_square_plane, to_plane
from companion.perception.drawn.reading import DrawnReading

Cell = tuple[int, int]
"""Row and column."""

NEXT = (0.93, 1.7)
"""Distance between the middles of neighbours, in sides of a card: they touch, or leave a gap too small for a card."""
ASIDE = 0.17
"""Sides of a card by which a neighbour may be out of line: 10 mm of 60."""
TURNED_DEG = 15.0
"""Cards are laid askew by less than this."""
OFF_GRID = 0.2
"""Share of a grid step: a card farther from the middle of its place lies in none."""
FEWEST, FEWEST_LOOSE = 3, 5
"""Adjacent cards that make a grid; and cards that make one of which no more than two are adjacent: fewer may lie so by
chance."""
MOST_OF = 0.5
"""Share of the face-down cards (of all cards where none is face down) that a grid must hold; else they are strewn
about."""
FAR = 2
"""Grid steps outside the grid from which on a face-up card belongs to a player."""
REACH = 3
"""A grid may be extended to this many times its known extent; farther, its steps are not known well enough."""
_QUARTERS = (1, 1j, -1, -1j)
"""The four quarter turns, as complex numbers."""


def rows_of(readings: Sequence[DrawnReading], side_mm: float) -> list[Cell | None]:
    """Return the row and column of each card; None for cards beside the grid, and for all cards when there is no grid.

    Row 0 is at the picture's top: of the four ways to turn the grid, the one nearest to the picture's own up. Rows at
    an edge of which every card was taken cannot be known, and are not counted.

    Args:
        readings: the cards.
        side_mm: a card's side.
    """
    if len(readings) < FEWEST:
        return [None] * len(readings)
    corners = np.array([reading.corners_px for reading in readings])
    plane = fit_square_plane(corners, side_mm)
    cards = _Cards.of(to_plane(plane, corners) / side_mm, np.array([reading.is_up for reading in readings]))
    cells = _even(cards, _linked(cards))
    if len(cells) > 1:
        is_tight = len(cells) >= FEWEST
        grid = _extended(cards, cells)
        if (is_tight or len(cells) >= FEWEST_LOOSE) and _holds_enough(cards, cells):
            return _upright(cells, grid, plane, side_mm, len(readings))
    return [None] * len(readings)


@dataclass(frozen=True, slots=True, eq=False)
class _Cards:
    """Cards in their plane, lengths in sides of a card.

    Attributes:
        middles: (n,) complex, x + iy.
        turns: (n,) complex of norm 1, the angle four times the card's, as a quarter turn means nothing.
        is_up: (n,) bool, whether each lies face up.
    """

    middles: Complex
    turns: Complex
    is_up: NDArray[np.bool_]

    @classmethod
    def of(cls, corners: Complex, is_up: NDArray[np.bool_]) -> _Cards:
        """corners: (n, 4), clockwise."""
        across = corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]
        return cls(corners.mean(axis=1), np.asarray((across / np.abs(across)) ** 4, np.complex128), is_up)

    def askew_deg(self, turn: complex) -> Points:
        """(n,), by how much each is turned against another `turn`, a quarter turn meaning nothing."""
        return np.asarray(np.degrees(np.abs(np.angle(self.turns * np.conj(turn)))) / 4, np.float64)


@dataclass(frozen=True, slots=True)
class _Grid:
    """A grid: where its place (0, 0) is, the direction of its rows, and its steps along and across them."""

    origin: complex
    along: complex
    column_step: float
    row_step: float

    def places(self, middles: Complex) -> Complex:
        """Column + i row, not rounded."""
        off = (middles - self.origin) * np.conj(self.along)
        return np.asarray(off.real / self.column_step + 1j * off.imag / self.row_step, np.complex128)

    @classmethod
    def through(cls, cards: _Cards, cells: dict[int, Cell]) -> _Grid:
        """The one that fits cards of known cells best; at least two of them differ."""
        middles = cards.middles[list(cells)]
        row, column = (np.array(each, np.float64) for each in zip(*cells.values(), strict=True))
        known = [np.ones(len(row)), column, row]
        spread = float(column.var()), float(row.var())
        kept = [0, *(nth for nth in (1, 2) if spread[nth - 1] > 0)]
        found = np.zeros(3, np.complex128)
        found[kept] = np.linalg.lstsq(np.stack([known[nth] for nth in kept], axis=1), middles, rcond=None)[0]
        _, right, down = (complex(each) for each in found)
        right, down = right or -1j * down, down or 1j * right
        along = spread[0] * right / abs(right) - 1j * spread[1] * down / abs(down)
        along /= abs(along)
        steps = float((right * along.conjugate()).real), float((down * along.conjugate()).imag)
        turned = middles * along.conjugate()
        x, y = float((turned.real - steps[0] * column).mean()), float((turned.imag - steps[1] * row).mean())
        return cls(complex(x, y) * along, along, *steps)


def _linked(cards: _Cards) -> dict[int, Cell]:
    """The largest group of adjacent cards by the number of face-down ones, with their cells; empty where no two are
    adjacent."""
    near = _neighbours(cards)
    groups: list[list[int]] = []
    left = set(range(len(cards.middles)))
    while left:
        group = [left.pop()]
        for card in group:
            group += (found := [other for other in sorted(left) if near[card, other]])
            left -= set(found)
        groups.append(group)
    group = max(groups, key=lambda each: (len(each) > 1, np.count_nonzero(~cards.is_up[each]), len(each), -min(each)))
    return _counted(cards, near, group) if len(group) > 1 else {}


def _neighbours(cards: _Cards) -> NDArray[np.bool_]:
    """(n, n) bool, whether two cards are adjacent and turned alike."""
    between = cards.turns[:, None] + cards.turns[None, :]
    ways = cards.middles[None, :] - cards.middles[:, None]
    off = ways * np.exp(-1j * np.angle(between) / 4)
    far, aside = np.abs(off.real), np.abs(off.imag)
    far, aside = np.maximum(far, aside), np.minimum(far, aside)
    alike = np.array([cards.askew_deg(turn) <= TURNED_DEG for turn in cards.turns])
    return np.asarray((NEXT[0] <= far) & (far <= NEXT[1]) & (aside <= ASIDE) & alike, np.bool_)


def _counted(cards: _Cards, near: NDArray[np.bool_], group: list[int]) -> dict[int, Cell]:
    """The cells of a group, counted from its first card; a card that would fall on another's cell has none."""
    along = np.exp(1j * np.angle(cards.turns[group].mean()) / 4)
    cells, taken, waiting = {group[0]: (0, 0)}, {(0, 0)}, [group[0]]
    for card in waiting:
        row, column = cells[card]
        for other in np.flatnonzero(near[card]).tolist():
            way = (cards.middles[other] - cards.middles[card]) * np.conj(along)
            flat = abs(way.real) >= abs(way.imag)
            cell = (row, column + int(np.sign(way.real))) if flat else (row + int(np.sign(way.imag)), column)
            if other not in cells and cell not in taken:
                cells[other] = cell
                taken.add(cell)
                waiting.append(other)
    return cells


def _even(cards: _Cards, cells: dict[int, Cell]) -> dict[int, Cell]:
    """The cells of adjacent cards without those that do not fit the grid's step: they lie beside a grid."""
    while len(cells) > 1:
        places = _Grid.through(cards, cells).places(cards.middles[list(cells)])
        off = places - np.array([complex(column, row) for row, column in cells.values()])
        worst = int(np.argmax(np.maximum(np.abs(off.real), np.abs(off.imag))))
        if max(abs(off[worst].real), abs(off[worst].imag)) <= OFF_GRID:
            break
        cells = {card: cell for nth, (card, cell) in enumerate(cells.items()) if nth != worst}
    return cells


def _extended(cards: _Cards, cells: dict[int, Cell]) -> _Grid:
    """The grid through the cards; other cards that lie in its places are added to `cells`, nearest first."""
    while True:
        grid = _Grid.through(cards, cells)
        places = grid.places(cards.middles)
        turn = grid.along**4
        askew = cards.askew_deg(turn)
        best: tuple[int, int, Cell] | None = None
        for card in (each for each in range(len(places)) if each not in cells and askew[each] <= TURNED_DEG):
            place = complex(places[card])
            cell = (round(place.imag), round(place.real))
            off = max(abs(place.imag - cell[0]), abs(place.real - cell[1]))
            steps = min(max(abs(cell[0] - row), abs(cell[1] - column)) for row, column in cells.values())
            if off > OFF_GRID or steps == 0 or not _is_within_reach(cell, cells):
                continue
            if cards.is_up[card] and _is_far_outside(cell, steps, cells):
                continue
            if best is None or (steps, card) < best[:2]:
                best = steps, card, cell
        if best is None:
            return grid
        cells[best[1]] = best[2]


def _is_within_reach(cell: Cell, cells: dict[int, Cell]) -> bool:
    """Whether a cell is near enough to the known ones; a single line's step across is taken to equal its step along."""
    known = [(min(each), max(each)) for each in zip(*cells.values(), strict=True)]
    spans = [most - least for least, most in known]
    beyond = [max(least - at, at - most) for at, (least, most) in zip(cell, known, strict=True)]
    return all(far <= REACH * (span or max(spans)) for far, span in zip(beyond, spans, strict=True))


def _is_far_outside(cell: Cell, steps: int, cells: dict[int, Cell]) -> bool:
    """Whether a cell is where players keep cards they have won, face up, apart from the grid."""
    rows, columns = zip(*cells.values(), strict=True)
    inside = min(rows) <= cell[0] <= max(rows) and min(columns) <= cell[1] <= max(columns)
    return steps >= FAR and not inside


def _holds_enough(cards: _Cards, cells: dict[int, Cell]) -> bool:
    """Whether the grid holds enough of the cards, see `MOST_OF`."""
    counted = np.ones(len(cards.is_up), bool) if cards.is_up.all() else ~cards.is_up
    return bool(np.count_nonzero(counted[list(cells)]) > MOST_OF * np.count_nonzero(counted))


def _upright(cells: dict[int, Cell], grid: _Grid, plane: Points, side_mm: float, count: int) -> list[Cell | None]:
    """The cells turned as the picture shows them, counted from its top left."""
    placed = {card: complex(column, row) for card, (row, column) in cells.items()}
    middle = sum(placed.values()) / len(placed)
    at = grid.origin + complex(middle.real * grid.column_step, middle.imag * grid.row_step) * grid.along
    ways = [at] + [at - 1j * quarter * grid.along for quarter in _QUARTERS]
    from_plane = np.asarray(np.linalg.inv(plane), np.float64)
    here, *ups = to_plane(from_plane, np.array([(way.real, way.imag) for way in ways]) * side_mm)
    own_up = min(range(4), key=lambda nth: abs(np.angle((ups[nth] - here) / -1j)))
    turned = {card: place / _QUARTERS[own_up] for card, place in placed.items()}
    left = min(round(place.real) for place in turned.values())
    top = min(round(place.imag) for place in turned.values())
    found: list[Cell | None] = [None] * count
    for card, place in turned.items():
        found[card] = (round(place.imag) - top, round(place.real) - left)
    return found
