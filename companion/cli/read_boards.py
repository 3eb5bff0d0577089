"""`companion read` for games on a board: what lies in a picture, as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.camera.arrays import Pixels
from companion.core.capabilities.board import HasBoard
from companion.core.text import Text, same


def board_reader(game: HasBoard) -> Callable[[Pixels], dict[str, Any]]:
    """Reads the tiles and the discs on them: board (text or null), unsure ([row, col] each) and occluded."""
    from companion.perception.boards.reader import BoardReader

    boards = BoardReader(likely=game.likely, most_tiles=game.most_tiles)

    def read(picture: Pixels) -> dict[str, Any]:
        reading = boards.read(picture)
        return {
            "board": reading.text,
            "unsure": [list(cell) for cell in reading.unsure],
            "occluded": reading.occluded,
        }

    return read


def board_in_words(answer: Mapping[str, Any]) -> Text:
    """One reading as a person would say it: the board row by row, or why there is none."""
    if answer["board"] is not None:
        return same("\n" + answer["board"].replace("/", "\n"))
    if answer["occluded"]:
        return Text(fr="une main cache une partie du tablier", en="a hand covers part of the board")
    if answer["unsure"]:
        fr = ", ".join(f"ligne {row + 1}, colonne {col + 1}" for row, col in answer["unsure"])
        en = ", ".join(f"row {row + 1}, column {col + 1}" for row, col in answer["unsure"])
        return Text(fr=f"pas assez sûr : {fr}", en=f"not sure enough: {en}")
    return Text(fr="aucun tablier", en="no board")
