"""What may be chosen, and the row of capitals (clauses 1.3 to 1.7, 4.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from companion.core.game import Action
from companion.games.kaleidoscope import falling
from companion.games.kaleidoscope.actions import CapitalSeen, CapitalTold
from companion.games.kaleidoscope.options import SEATS, Length, Options, TurnS
from companion.games.kaleidoscope.pieces import CAPITALS
from companion.games.kaleidoscope.position import DEALT, Board, Phase, Position
from companion.games.kaleidoscope.refusals import refuse, require, require_seat

Outcomes = tuple[tuple[Action, float], ...]


def check(seats: int, options: Options) -> None:
    """Raises `Illegal` for a number of players or options that the rules do not know (clauses 1.3, 1.4)."""
    if seats not in SEATS:
        raise refuse("seats", count=seats)
    known = isinstance(options, Options) and options.length in get_args(Length) and options.turn_s in get_args(TurnS)
    if not known:
        raise refuse("options")


def boards(options: Options) -> tuple[Board, ...]:
    """Two players with 48 cards face down, and nothing on the table (clause 1.5)."""
    return tuple(Board(seat, DEALT, ("",) * options.columns) for seat in range(SEATS.start))


def capital_outcomes(position: Position) -> Outcomes:
    """Any capital that nobody has seen, into the first gap of the row."""
    unseen = position.unseen_capitals()
    assert position.due is not None
    return tuple((CapitalSeen(position.due, letter), 1 / len(unseen)) for letter in unseen)


def capital_choices(position: Position) -> tuple[Action, ...]:
    """People may say which it is."""
    assert position.due is not None
    return tuple(CapitalTold(seat, position.due, position.unseen_capitals()[0]) for seat in position.seats)


def capital_seen(position: Position, action: CapitalSeen) -> Position:
    return _laid(position, action.column, action.letter)


def capital_told(position: Position, action: CapitalTold) -> Position:
    require(position, Phase.CAPITAL)
    require_seat(position, action.seat)
    return _laid(position, action.column, action.letter)


def _laid(position: Position, column: int, letter: str) -> Position:
    """The capital lies there, and what no longer fits it falls (clauses 4.6, 4.7)."""
    require(position, Phase.CAPITAL)
    if letter not in CAPITALS:
        raise refuse("no-such-letter")
    if letter not in position.unseen_capitals():
        raise refuse("letter-elsewhere")
    if column != position.due:
        raise refuse("not-that-column")
    after = position.with_capital(column, letter)
    if after.due is None:
        after = replace(after, phase=Phase.TURN)
    return falling.fallen(after, column)
