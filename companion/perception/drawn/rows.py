"""In which row and column square cards lie that people have laid out in rows, with gaps where cards were taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Points
from companion.perception.drawn.plane import Complex, flattened, square_plane
from companion.perception.drawn.reading import DrawnReading

Cell = tuple[int, int]
"""Row and column."""

NEXT = (0.93, 1.7)
"""Sides of a card from one middle to its neighbour's: they touch, or a gap is between them, too small for a card."""
ASIDE = 0.17
"""Sides of a card by which a neighbour may be out of line: 10 mm of 60."""
TURNED_DEG = 15.0
"""People lay a card askew by less."""
OFF_GRID = 0.2
"""Of a step: a card that lies farther from the middle of its place lies in none."""
FEWEST, FEWEST_LOOSE = 3, 5
"""Neighbours that make a grid, or cards of which no more than two are neighbours: fewer may lie so by chance."""
MOST_OF = 0.5
"""Share of the cards that lie face down (where none does, of all) that a grid must hold: else they lie strewn about."""
FAR = 2
"""Steps from the next card of the grid, outside of it, from which on a card that lies face up is somebody's own."""
REACH = 3
"""So many times as far as a grid is known to go its steps are known well enough: people lay cards millimetres off."""
_QUARTERS = (1, 1j, -1, -1j)


def rows_of(readings: Sequence[DrawnReading], side_mm: float) -> list[Cell | None]:
    """The row and column of each card; None for those beside the grid, and for all where there is none.

    Row 0 is at the top of the picture: of the four ways to turn the grid, the one nearest to the picture's own up.
    Rows that are wholly gone at an edge cannot be known of, and are not counted.
    """
    if len(readings) < FEWEST:
        return [None] * len(readings)
    corners = np.array([reading.corners_px for reading in readings])
    plane = square_plane(corners, side_mm)
    cards = _Cards.of(flattened(plane, corners) / side_mm, np.array([reading.is_up for reading in readings]))
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
        middles: (n,), x + iy. turns: (n,), of length 1: four times the card's turn, as a quarter turn means nothing.
        is_up: (n,), whether each lies face up.
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
    """The cards that hang together, neighbour by neighbour, with their cells: of all such groups the one that holds the
    most that lie face down. Empty where no two are neighbours."""
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
    """(n, n), whether two cards lie side by side and as one is turned."""
    between = cards.turns[:, None] + cards.turns[None, :]
    ways = cards.middles[None, :] - cards.middles[:, None]
    off = ways * np.exp(-1j * np.angle(between) / 4)
    far, aside = np.abs(off.real), np.abs(off.imag)
    far, aside = np.maximum(far, aside), np.minimum(far, aside)
    alike = np.array([cards.askew_deg(turn) <= TURNED_DEG for turn in cards.turns])
    return np.asarray((NEXT[0] <= far) & (far <= NEXT[1]) & (aside <= ASIDE) & alike, np.bool_)


def _counted(cards: _Cards, near: NDArray[np.bool_], group: list[int]) -> dict[int, Cell]:
    """The cells of a group, counted from its first card; a card that would come to lie on another has none."""
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
    """The cells of cards that hang together without those that break the step: beside a grid, but not of it."""
    while len(cells) > 1:
        places = _Grid.through(cards, cells).places(cards.middles[list(cells)])
        off = places - np.array([complex(column, row) for row, column in cells.values()])
        worst = int(np.argmax(np.maximum(np.abs(off.real), np.abs(off.imag))))
        if max(abs(off[worst].real), abs(off[worst].imag)) <= OFF_GRID:
            break
        cells = {card: cell for nth, (card, cell) in enumerate(cells.items()) if nth != worst}
    return cells


def _extended(cards: _Cards, cells: dict[int, Cell]) -> _Grid:
    """The grid through cards that hang together; others that lie in its places are added to `cells`, nearest first."""
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
    """Where a grid is but one line, its step across is taken to be the one along it."""
    known = [(min(each), max(each)) for each in zip(*cells.values(), strict=True)]
    spans = [most - least for least, most in known]
    beyond = [max(least - at, at - most) for at, (least, most) in zip(cell, known, strict=True)]
    return all(far <= REACH * (span or max(spans)) for far, span in zip(beyond, spans, strict=True))


def _is_far_outside(cell: Cell, steps: int, cells: dict[int, Cell]) -> bool:
    """What players have won lies face up, apart from the grid."""
    rows, columns = zip(*cells.values(), strict=True)
    inside = min(rows) <= cell[0] <= max(rows) and min(columns) <= cell[1] <= max(columns)
    return steps >= FAR and not inside


def _holds_enough(cards: _Cards, cells: dict[int, Cell]) -> bool:
    counted = np.ones(len(cards.is_up), bool) if cards.is_up.all() else ~cards.is_up
    return bool(np.count_nonzero(counted[list(cells)]) > MOST_OF * np.count_nonzero(counted))


def _upright(cells: dict[int, Cell], grid: _Grid, plane: Points, side_mm: float, count: int) -> list[Cell | None]:
    """The cells as the picture shows them, counted from its top left."""
    placed = {card: complex(column, row) for card, (row, column) in cells.items()}
    middle = sum(placed.values()) / len(placed)
    at = grid.origin + complex(middle.real * grid.column_step, middle.imag * grid.row_step) * grid.along
    ways = [at] + [at - 1j * quarter * grid.along for quarter in _QUARTERS]
    from_plane = np.asarray(np.linalg.inv(plane), np.float64)
    here, *ups = flattened(from_plane, np.array([(way.real, way.imag) for way in ways]) * side_mm)
    own_up = min(range(4), key=lambda nth: abs(np.angle((ups[nth] - here) / -1j)))
    turned = {card: place / _QUARTERS[own_up] for card, place in placed.items()}
    left = min(round(place.real) for place in turned.values())
    top = min(round(place.imag) for place in turned.values())
    found: list[Cell | None] = [None] * count
    for card, place in turned.items():
        found[card] = (round(place.imag) - top, round(place.real) - left)
    return found
