"""How a turn ends, and how the game does (clauses 2.1, 7)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.kaleidoscope.position import Phase, Position, other

WON, LOST = 1.0, 0.0
"""Words are not counted up (A): who wins has 1."""


def next_turn(position: Position, after: int) -> Position:
    """It is the turn of that seat's opponent."""
    return replace(position, phase=Phase.TURN, turn=other(after), held=None, late=False, judged=None)


def overflowed(position: Position, seat: int) -> Position:
    """That seat needs a ninth place for discards (clause 7.2)."""
    return _over(position, (other(seat),))


def by_words(position: Position) -> Position:
    """The most words win (clause 7.3)."""
    most = max(len(board.words) for board in position.boards)
    return _over(position, tuple(board.seat for board in position.boards if len(board.words) == most))


def _over(position: Position, winners: tuple[int, ...]) -> Position:
    scores = tuple(WON if seat in winners else LOST for seat in position.seats)
    return replace(position, phase=Phase.OVER, judged=None, scores=scores)
