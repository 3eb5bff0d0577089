"""Letters that fall after a new capital was laid, and what happens when the discards are full (clauses 4.6, 4.7, 5)."""

from __future__ import annotations

from companion.games.kaleidoscope import ending, judgement
from companion.games.kaleidoscope.pieces import pattern
from companion.games.kaleidoscope.position import Board, Position


def discarded(board: Board, letter: str, place: int) -> Board:
    """The board with one letter added to the discards at `place` (0 to 7)."""
    return board.with_discard(place, board.discards[place] + letter)


def fallen(position: Position, column: int) -> Position:
    """The position after letters that no longer make a start with the new capital fell into their player's discards.

    A player who needs a ninth place for discards has lost.
    """
    capital = position.capitals[column]
    assert capital is not None
    for board in position.boards:
        small = board.columns[column]
        stays = next(
            count for count in range(len(small), -1, -1) if count == 0 or _is_start(position, capital, small[:count])
        )
        left = board.with_column(column, small[:stays])
        for letter in small[stays:]:
            place = left.place_for(letter)
            if place is None:
                return ending.overflowed(position.with_board(left), board.seat)
            left = discarded(left, letter, place)
        position = position.with_board(left)
    return position


def _is_start(position: Position, capital: str, small: str) -> bool:
    return judgement.is_start(position, pattern(capital, small))
