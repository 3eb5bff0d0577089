"""One moment of a game, and the steps that all three rule sets share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.core.views import EVERYONE, NOBODY, seen_by
from companion.games.karo.board import Cell, Cells, read_board, write_board
from companion.games.karo.options import Options

TIMES_TO_DRAW = 3
"""A position that comes back for the third time is a draw (clause 1.5)."""

P = TypeVar("P", bound="Position")


@dataclass(frozen=True, slots=True)
class Position:
    """The board, and whose turn it is.

    Attributes:
        board: the text of the board (clause 1.3).
        corner: the cell of its first character: cells keep their names while the board's outline moves.
        turn: the seat that is to act; 0 is White, 1 is Red.
        hand: discs that each seat still has to put on the board.
        over: the game has ended; `winner` is the seat that won, or None for a draw.
        past: every earlier moment, as the position and the player to move. Nothing secret, but long: pages get its
            length.
    """

    options: Options = seen_by(EVERYONE)
    board: str = seen_by(EVERYONE)
    corner: Cell = seen_by(EVERYONE)
    turn: int = seen_by(EVERYONE)
    hand: tuple[int, int] = seen_by(EVERYONE)
    over: bool = seen_by(EVERYONE, default=False)
    winner: int | None = seen_by(EVERYONE, default=None)
    past: tuple[str, ...] = seen_by(NOBODY, others=len, default=())

    @property
    def cells(self) -> dict[Cell, str]:
        """What is on each tile, by cell."""
        return read_board(self.board, self.corner)

    @property
    def placing(self) -> bool:
        """Whether discs are still to be put on the board."""
        return self.hand != (0, 0)

    @property
    def key(self) -> str:
        """What makes two moments the same position (clause 1.5)."""
        return f"{self.board} {self.turn} {self.hand[0]},{self.hand[1]}"


def with_board(position: P, cells: Cells) -> P:
    """The position with another board; nothing else changes."""
    board, corner = write_board(cells)
    return replace(position, board=board, corner=corner)


def from_hand(position: P, cells: Cells, count: int) -> P:
    """`count` discs have left the hand of the player whose turn it is, and lie on `cells`."""
    white, red = position.hand
    hand = (white - count, red) if position.turn == 0 else (white, red - count)
    return replace(with_board(position, cells), hand=hand)


def handed_on(before: P, after: P) -> P:
    """`after`, with the turn handed on and `before` written down; a draw when a position is here the third time."""
    following = replace(after, turn=1 - before.turn, past=(*before.past, before.key))
    if following.past.count(following.key) >= TIMES_TO_DRAW - 1:
        return replace(following, over=True)
    return following


def moved(cells: Cells, start: Cell, end: Cell, mark: str, empty: str | None) -> dict[Cell, str]:
    """The board when what stands on `start` goes to `end` as `mark`; `empty` is left behind, or no tile at all."""
    changed: Mapping[Cell, str] = {cell: held for cell, held in cells.items() if cell != start}
    left = {} if empty is None else {start: empty}
    return {**changed, **left, end: mark}
