"""Finding a board on the table: in the beginning, when it was carried elsewhere, and anew when it was lost."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from companion.camera.arrays import Pixels
from companion.core.capabilities.board import HasBoard, Places
from companion.core.game import State
from companion.perception.boards.candidates import ReadsBoards, place_by_mat, places_by_grid
from companion.perception.boards.place import BoardPlace
from companion.perception.boards.sight import BoardSight
from companion.perception.boards.tracker import BoardTracker, Resumed

SAME_PLACE = 0.1
"""Two places of a board are one if all tiles are nearer to each other than this share of a tile's side."""
CLEARER = 1.0
"""How much larger the mean margin (`Resumed.mean_margin`) must be in one place than in one that is tried before it."""
PLAIN = 20.0
"""Mean margin from which a board that lies as the match has it is not looked for in other places."""


class BoardSearch:
    """Where one game's board may lie, and whether it lies there.

    Args:
        reader: reads a board that lies anywhere; None to know it by the mat alone.
    """

    def __init__(self, game: HasBoard, reader: ReadsBoards | None) -> None:
        self._game, self._reader = game, reader

    def found(
        self, picture: Pixels, state: State, here: BoardPlace | None = None
    ) -> tuple[BoardTracker, Resumed] | None:
        """What will follow the board once it is known what lies there, and what that seems to be: as the match has it,
        or one turn further. Nothing of what was known of the table's looks counts.

        picture: full-size (H, W, 3) uint8 BGR. here: where it lay. Of all places the one where it is clearest; the
        likeliest of those that are as clear, for a board without discs looks the same from two sides.
        """
        tiles = self._game.places(state)
        best: tuple[BoardTracker, Resumed] | None = None
        for place in self._places(picture, state, here):
            tracker = BoardTracker()
            resumed = tracker.resume(picture, tiles, place)
            if resumed is not None and (best is None or resumed.mean_margin > best[1].mean_margin + CLEARER):
                best = tracker, resumed
            if best is not None and best[1].as_it_was and best[1].mean_margin >= PLAIN:
                break
        return best

    def elsewhere(self, tracker: BoardTracker, picture: Pixels, state: State) -> BoardSight:
        """The board that is followed wherever it is: where it lay, its grid laid on the edges anew, or elsewhere."""
        here = tracker.read(picture)
        sights = [here, *(tracker.read(picture, at) for at in self._places(picture, state, here.place))]
        best = min(sights, key=lambda sight: len(sight.changed))
        return tracker.read(picture) if best is here else tracker.read(picture, best.place)

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
        on_mat = place_by_mat(picture, tiles, lambda cell: self._game.place_mm(state, cell), self._game.tile_thick_mm)
        if on_mat is not None:
            yield on_mat
        if self._reader is not None:
            yield from places_by_grid(picture, tiles, self._reader)


def _is_same(one: BoardPlace, other: BoardPlace, tiles: Places) -> bool:
    """Whether every tile lies about the same by both."""
    middles = np.array([(column, row) for row, column in tiles], np.float64)
    side_px = min(one.side_px(cell) for cell in tiles)
    return bool(np.abs(one.pixels(middles) - other.pixels(middles)).max() < SAME_PLACE * side_px)
