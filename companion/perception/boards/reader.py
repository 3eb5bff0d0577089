"""Reads a board of square tiles and the discs on it from one picture, wherever it lies and however it is turned."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from math import hypot
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.cell import HIDDEN, NO_TILE, CellReader, PlaceOutputs, Places, downscaled
from companion.perception.boards.finder import FoundTiles, TileFinder
from companion.perception.boards.grid import SIDES, BoardGrid, Cell, fit_grids
from companion.perception.boards.joint import BoardPrior, most_likely_board
from companion.perception.boards.judge import MOST_PLACES, BoardJudge

MODELS = Path(__file__).parents[1] / "models"
"""Folder of the product's models."""
FEWEST_TILES = 4
"""Tiles of a board at least: fewer that lie side by side are taken for single tiles."""
MOST_TILES = 30
"""Tiles of any board at most, where the game does not say."""
SURE_TILE = 0.9
"""Probability of a tile, or of a disc on it, from which on it counts for whether a board was seen at all."""
FEWEST_DISCS = 2
"""Sure discs of a board of which something is hidden."""
DISCS = "wWrR"
"""The marks of discs."""
MOST_GRIDS, A_FEW = 4, 8
"""Grids that are compared when several may be the board; and the number of places classified in each."""
LOOK_AGAIN = 0.97
"""A place whose best probability is lower is classified again, upside down."""
MOST_TWICE = 30
"""Places that are classified twice at most: more take too long, and in such pictures a second pass does not help."""
MOST_ROUNDS = 6
"""Rounds of adding places beside the tiles found so far; the finder misses few tiles, so one or two rounds suffice."""


@dataclass(frozen=True, slots=True)
class CellReading:
    """One place.

    Attributes:
        mark: the likeliest class, one of "._wWrR", or "#" when something hides the place.
        confidence: its probability, 0 to 1.
    """

    mark: str
    confidence: float


@dataclass(frozen=True, slots=True)
class BoardReading:
    """One board.

    Attributes:
        text: its rows from the picture's top joined by "/"; None when a place is unsure or hidden, or there is no
            board.
        guess: the likeliest board in the same form, however unsure; None only when there is no board.
        unsure: the places (row, column) of `guess` that are unsure; where a tile may lie just outside of it, the one
            beside it.
        occluded: whether a hand or an arm covers a part; False when there is no board, or no disc for sure.
        confidence: probability, 0 to 1, that the whole guess is right.
        grid: where the places are, counted as in `guess`; None when there is no board.
        cells: all places that were classified, counted likewise.
    """

    text: str | None
    guess: str | None
    unsure: tuple[Cell, ...]
    occluded: bool
    confidence: float
    grid: BoardGrid | None
    cells: Mapping[Cell, CellReading]


NO_BOARD = BoardReading(None, None, (), False, 0.0, None, {})
"""Nothing in the picture is a board."""


@dataclass(frozen=True, slots=True)
class BoardBars:
    """Thresholds that calibration found, from models/board.json.

    Attributes:
        confidence: the probability that a whole board needs to be given as text.
        hand: the hand probability, from the classifier or the finder, from which on a place counts as hidden.
    """

    confidence: float
    hand: float


class BoardReader:
    """Detector, classifier and judge together; keeps nothing between pictures.

    Args:
        models: folder with board_finder.onnx, board_cell.onnx, board_judge.onnx and board.json; None: the product's
            own.
        likely: the prior over boards; None: all boards are equally likely.
        most_tiles: what has more is none of the game's boards (a chess board, a tray of cubes).

    Raises:
        OSError: board.json is missing.
        cv2.error: a model is missing or broken.
    """

    def __init__(
        self, models: Path | None = None, likely: BoardPrior | None = None, most_tiles: int = MOST_TILES
    ) -> None:
        folder = MODELS if models is None else models
        self._bars = BoardBars(**json.loads((folder / "board.json").read_text(encoding="utf-8"))["bars"])
        self._finder = TileFinder(folder / "board_finder.onnx")
        self._cells = CellReader(folder / "board_cell.onnx")
        self._judge = BoardJudge(folder / "board_judge.onnx")
        self._prior, self._most_tiles = likely or _any_board, most_tiles

    def read(self, picture: NDArray[np.uint8]) -> BoardReading:
        """Read the largest board in a picture, (H, W, 3) uint8 BGR."""
        found = self._finder.find(picture)
        grid = self._likeliest(picture, list(islice(_grids(found), MOST_GRIDS)))
        if grid is None:
            return NO_BOARD
        return self._judged(grid, self._classify(picture, grid), found)

    def grids(self, picture: NDArray[np.uint8]) -> list[BoardGrid]:
        """Return all grids of adjacent squares in a picture, (H, W, 3) uint8 BGR, largest first, without classifying
        places."""
        return list(_grids(self._finder.find(picture)))

    def _likeliest(self, picture: NDArray[np.uint8], grids: list[BoardGrid]) -> BoardGrid | None:
        """The grid with the most tiles, estimated by classifying a few places of each: half of a cloth's squares may
        pass."""
        if len(grids) < 2:
            return grids[0] if grids else None

        def tiles(grid: BoardGrid) -> float:
            few = sorted(grid.seen)[:: -(-len(grid.seen) // A_FEW)]
            where = _where(grid, few)
            small, share = downscaled(picture, where)
            best = np.argmax(self._cells.predict(small, where.scaled(share))[0], axis=1)
            share_of_tiles = float(np.isin(best, (NO_TILE, HIDDEN), invert=True).mean())
            return share_of_tiles**2 * min(len(grid.seen), self._most_tiles)

        return max(grids, key=tiles)

    def _classify(self, picture: NDArray[np.uint8], grid: BoardGrid) -> dict[Cell, NDArray[np.float64]]:
        """Shares of the classes, of all tiles found and all places beside a tile, judged together."""
        probabilities: dict[Cell, NDArray[np.float64]] = {}
        seen = list[PlaceOutputs]()
        wanted = sorted(grid.seen)[:MOST_PLACES]
        small, share = downscaled(picture, _where(grid, wanted))
        for _ in range(MOST_ROUNDS):
            if not wanted:
                break
            seen.append(self._cells.predict(small, _where(grid, wanted).scaled(share)))
            judged = self._judge.predict(*(np.concatenate(each) for each in zip(*seen, strict=True)))
            probabilities = dict(zip([*probabilities, *wanted], judged, strict=True))
            board = _largest_piece(
                {cell for cell, own in probabilities.items() if np.argmax(own) not in (NO_TILE, HIDDEN)}
            )
            wanted = sorted((board | _beside(board)) - set(probabilities))[: MOST_PLACES - len(probabilities)]
        doubtful = [n for n, own in enumerate(probabilities.values()) if own.max() < LOOK_AGAIN]
        if doubtful and len(doubtful) <= MOST_TWICE:
            logits, features = (np.concatenate(each) for each in zip(*seen, strict=True))
            turned = _where(grid, [list(probabilities)[n] for n in doubtful]).scaled(share).half_turned()
            logits[doubtful], features[doubtful] = self._cells.predict(small, turned)
            again = self._judge.predict(logits, features)
            probabilities = {
                cell: (own + other) / 2 for (cell, own), other in zip(probabilities.items(), again, strict=True)
            }
        return probabilities

    def _judged(
        self, grid: BoardGrid, probabilities: dict[Cell, NDArray[np.float64]], found: FoundTiles
    ) -> BoardReading:
        """The reading from the class probabilities, the prior and the hands."""
        board = most_likely_board(probabilities, self._prior)
        cells = {cell: CellReading(mark, board.confidence[cell]) for cell, mark in board.marks.items()}
        hidden = {cell for cell, own in probabilities.items() if own[HIDDEN] >= self._bars.hand}
        if (found.hands >= self._bars.hand).any():
            hidden |= {cell for cell in probabilities if found.hand_at(grid.outline(cell)) >= self._bars.hand}
        tiles = _largest_piece({cell for cell, reading in cells.items() if reading.mark not in ".#"})
        surely = {cell for cell, own in probabilities.items() if own[[NO_TILE, HIDDEN]].sum() <= 1 - SURE_TILE}
        if len(tiles) < FEWEST_TILES or len(_largest_piece(surely)) > self._most_tiles:
            return NO_BOARD
        near = {cell for cell in tiles | _beside(tiles) if cell in cells}
        apart = {cell for cell, reading in cells.items() if reading.mark not in ".#" and cell not in tiles}
        unlooked = (tiles | _beside(tiles)) - near  # places left out because of MOST_PLACES or MOST_ROUNDS
        unsure = (
            _to_ask(board.whole, {cell: cells[cell].confidence for cell in near}, self._bars.confidence)
            | apart
            | unlooked
        )
        corner = (min(r for r, _ in tiles), min(c for _, c in tiles))
        guess = _text({cell: cells[cell].mark for cell in tiles})
        return BoardReading(
            text=None if unsure or hidden & near else guess,
            guess=guess,
            unsure=tuple(sorted(_from(corner, cell) for cell in _on(tiles, unsure))),
            occluded=bool(hidden & near) and _has_discs(cells[cell] for cell in tiles),
            confidence=board.whole,
            grid=grid.counted_from(corner),
            cells={_from(corner, cell): reading for cell, reading in cells.items()},
        )


def _grids(found: FoundTiles) -> Iterator[BoardGrid]:
    """The grids that have enough tiles for a board."""
    return (grid for grid in fit_grids(found) if len(grid.seen) >= FEWEST_TILES)


def _to_ask(whole: float, confidence: Mapping[Cell, float], bar: float) -> set[Cell]:
    """The places to ask about until the whole board is confident: the least confident ones, one at least."""
    asked = {cell for cell, own in confidence.items() if own < bar}
    return asked or ({min(confidence, key=lambda cell: confidence[cell])} if whole < bar else set())


def _any_board(_cells: Mapping[Cell, str]) -> float:
    return 1.0


def _where(grid: BoardGrid, cells: list[Cell]) -> Places:
    """The cells' middles and steps, for the classifier."""
    return Places(np.array([grid.middle(cell) for cell in cells]), np.array([grid.steps(cell) for cell in cells]))


def _has_discs(tiles: Iterable[CellReading]) -> bool:
    """Whether discs surely lie on some tiles: tiles alone, with something odd among them, are seldom a board."""
    return sum(tile.mark in DISCS and tile.confidence >= SURE_TILE for tile in tiles) >= FEWEST_DISCS


def _on(tiles: set[Cell], cells: set[Cell]) -> set[Cell]:
    """The cells, and for each that lies outside the tiles' rows and columns the nearest tile."""
    rows, columns = {r for r, _ in tiles}, {c for _, c in tiles}
    inside = {(r, c) for r, c in cells if min(rows) <= r <= max(rows) and min(columns) <= c <= max(columns)}
    return inside | {min(tiles, key=lambda tile: (hypot(tile[0] - r, tile[1] - c), tile)) for r, c in cells - inside}


def _beside(tiles: Iterable[Cell]) -> set[Cell]:
    """The places that share a side with a tile and have no tile."""
    own = set(tiles)
    return {(r + y, c + x) for r, c in own for y, x in SIDES} - own


def _largest_piece(tiles: set[Cell]) -> set[Cell]:
    """The largest set of tiles that are connected by their sides."""
    left, best = set(tiles), set[Cell]()
    while left:
        piece, edge = set[Cell](), {min(left)}
        while edge:
            piece |= edge
            edge = (_beside(edge) & left) - piece
        left -= piece
        best = max(best, piece, key=len)
    return best


def _from(corner: Cell, cell: Cell) -> Cell:
    """A cell counted from another one."""
    return cell[0] - corner[0], cell[1] - corner[1]


def _text(marks: Mapping[Cell, str]) -> str:
    """The board as text, its rows joined by "/"."""
    rows, columns = [r for r, _ in marks], [c for _, c in marks]
    lines = range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
    return "/".join("".join(marks.get((r, c), ".") for c in lines[1]) for r in lines[0])
