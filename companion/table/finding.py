"""Finding a board on the table: in the beginning, when it was carried elsewhere, and anew when it was lost."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from companion.camera.source import Pixels
from companion.core.game import State
from companion.core.shows_board import Places, ShowsBoard
from companion.perception.boards.place import BoardPlace
from companion.perception.boards.sight import BoardSight
from companion.perception.boards.start import ReadsBoards, by_grid, by_mat
from companion.perception.boards.tracker import BoardTracker

SAME_PLACE = 0.1
"""Of a side: two places nearer than this are one; a board's edges are found from either."""


class Finding:
    """Where one game's board may lie, and whether it lies there.

    Args:
        reader: reads a board that lies anywhere; None to know it by the mat alone.
    """

    def __init__(self, game: ShowsBoard, reader: ReadsBoards | None) -> None:
        self._game, self._reader = game, reader

    def begun(self, picture: Pixels, state: State) -> BoardTracker | None:
        """What follows the board, if it lies as the match has it. picture: full-size (H, W, 3) uint8 BGR."""
        tracker, tiles = BoardTracker(), self._game.places(state)
        places = self._places(picture, state)
        return tracker if any(tracker.begin(picture, tiles, place) for place in places) else None

    def resumed(
        self, picture: Pixels, state: State, here: BoardPlace | None = None
    ) -> tuple[BoardTracker, BoardSight] | None:
        """What will follow the board once it is known what lies there, and what that seems to be: as the match has it,
        or one turn further. Nothing of what was known of the table's looks counts. here: where it lay.

        Of all places the one that leaves least unexplained; the first of those that leave as little.
        """
        tiles = self._game.places(state)
        best: tuple[BoardTracker, BoardSight] | None = None
        for place in self._places(picture, state, here):
            tracker = BoardTracker()
            sight = tracker.resume(picture, tiles, place)
            if sight is not None and (best is None or _unexplained(sight) < _unexplained(best[1])):
                best = tracker, sight
        return best

    def elsewhere(self, tracker: BoardTracker, picture: Pixels, state: State) -> BoardSight:
        """The board that is followed wherever it is: where it lay, its grid laid on the edges anew, or elsewhere."""
        here = tracker.look(picture)
        sights = [here, *(tracker.look(picture, at) for at in self._places(picture, state, here.place))]
        best = min(sights, key=lambda sight: len(sight.changed))
        return tracker.look(picture) if best is here else tracker.look(picture, best.place)

    def _places(self, picture: Pixels, state: State, here: BoardPlace | None = None) -> Iterator[BoardPlace]:
        """Where it may lie, likeliest first: where it lay, on the mat, and where tiles are found."""
        tiles = self._game.places(state)
        tried = list[BoardPlace]()
        for place in self._all_places(picture, state, here):
            if not any(_is_same(place, other, tiles) for other in tried):
                tried.append(place)
                yield place

    def _all_places(self, picture: Pixels, state: State, here: BoardPlace | None) -> Iterator[BoardPlace]:
        tiles = self._game.places(state)
        if here is not None:
            yield here
        on_mat = by_mat(picture, tiles, lambda cell: self._game.place_mm(state, cell), self._game.tile_thick_mm)
        if on_mat is not None:
            yield on_mat
        if self._reader is not None:
            yield from by_grid(picture, tiles, self._reader)


def _unexplained(sight: BoardSight) -> int:
    return len(sight.changed | sight.hidden)


def _is_same(one: BoardPlace, other: BoardPlace, tiles: Places) -> bool:
    """Whether every tile lies about the same by both."""
    middles = np.array([(column, row) for row, column in tiles], np.float64)
    side_px = min(one.side_px(cell) for cell in tiles)
    return bool(np.abs(one.pixels(middles) - other.pixels(middles)).max() < SAME_PLACE * side_px)
