"""What every action is asked first: is it the moment, and is it that player's turn."""

from __future__ import annotations

from companion.core.text import seat_name
from companion.games.kaplan.position import Phase, Player, Position
from companion.games.kaplan.refusals import WAITS, refuse

IN_PLAY = frozenset({Phase.THROW, Phase.DICE, Phase.BETS, Phase.LETTER, Phase.CLUE, Phase.ALLIANCES})
"""The phases between the first player's lot and the end."""


def moment(position: Position, *phases: Phase) -> None:
    """Raises `Illegal` unless the table waits for one of `phases`."""
    if position.phase not in phases:
        raise refuse("moment", waits=WAITS[position.phase.value])


def player(position: Position, seat: int) -> Player:
    """The player at `seat`. Raises `Illegal` when nobody sits there."""
    if seat not in position.seats:
        raise refuse("no-seat", number=seat + 1, seats=len(position.players))
    return position.players[seat]


def own_turn(position: Position, seat: int, *phases: Phase) -> Player:
    """The player whose turn it is. Raises `Illegal` at another moment or for another player."""
    found = player(position, seat)
    moment(position, *phases)
    if seat != position.turn:
        assert position.turn is not None
        raise refuse("not-your-turn", who=seat_name(seat), turn=seat_name(position.turn))
    return found
