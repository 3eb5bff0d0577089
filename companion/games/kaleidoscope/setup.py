"""Options, and laying the row of capitals (clauses 1.3 to 1.7, 4.1)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Action
from companion.core.options import unknown_value
from companion.games.kaleidoscope import ending, falling
from companion.games.kaleidoscope.actions import CapitalSeen, CapitalTold
from companion.games.kaleidoscope.options import SEATS, Options
from companion.games.kaleidoscope.pieces import CAPITALS
from companion.games.kaleidoscope.position import DEALT, Board, Phase, Position
from companion.games.kaleidoscope.refusals import refuse, require, require_seat

Outcomes = tuple[tuple[Action, float], ...]
"""What may happen next, with probabilities that sum to 1."""


def check(seats: int, options: Options) -> None:
    """Check the number of players and the options.

    Raises:
        Illegal: the rules do not allow the number (1.3) or an option's value (1.4).
    """
    if seats not in SEATS:
        raise refuse("seats", count=seats)
    unknown = unknown_value(options, Options)
    if unknown is not None:
        raise refuse("options", clause=unknown.clause, name=unknown.name, known=", ".join(unknown.words))


def boards(options: Options) -> tuple[Board, ...]:
    """Two players with 48 cards each, face down, and empty columns (clause 1.5)."""
    return tuple(Board(seat, DEALT, ("",) * options.columns) for seat in range(SEATS.start))


def capital_outcomes(position: Position) -> Outcomes:
    """Any unseen capital may be laid into the first gap of the row, with equal probabilities."""
    unseen = position.unseen_capitals()
    assert position.due is not None
    return tuple((CapitalSeen(position.due, letter), 1 / len(unseen)) for letter in unseen)


def capital_choices(position: Position) -> tuple[Action, ...]:
    """For every seat, reporting which capital was laid, with one example."""
    assert position.due is not None
    return tuple(CapitalTold(seat, position.due, position.unseen_capitals()[0]) for seat in position.seats)


def capital_seen(position: Position, action: CapitalSeen) -> Position:
    """The position after the readers read a capital laid into the row.

    Raises:
        Illegal: wrong moment or another column is due (1.6), no such capital, or it lies elsewhere (1.1).
    """
    return _laid(position, action)


def capital_told(position: Position, action: CapitalTold) -> Position:
    """The position after a player reported a capital laid into the row.

    Raises:
        Illegal: as for `capital_seen`, or no such seat (1.3).
    """
    require_seat(position, action.seat)
    return _laid(position, action)


def _laid(position: Position, action: CapitalSeen | CapitalTold) -> Position:
    """Lay the capital; letters that no longer fit it fall (clauses 4.6, 4.7)."""
    require(position, action, Phase.CAPITAL)
    column, letter = action.column, action.letter
    if letter not in CAPITALS:
        raise refuse("no-such-capital")
    if letter not in position.unseen_capitals():
        raise refuse("capital-elsewhere")
    if column != position.due:
        assert position.due is not None
        raise refuse("not-that-column", due=position.due + 1)
    lifted = tuple(each for each in position.lifted if each.column != column)
    after = replace(position.with_capital(column, letter), lifted=lifted)
    return ending.resumed(falling.fallen(after, column))
