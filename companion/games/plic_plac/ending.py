"""How a turn ends, and how the game does (clauses 2.3, 7.6 to 7.8 and 9)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.plic_plac.pieces import NULL, TRAITOR
from companion.games.plic_plac.position import Phase, Position

FEWEST = 2
"""With fewer cards in the pool the game is over (clause 7.6)."""


def next_turn(position: Position, after: int) -> Position:
    """What lies face up goes back; the turn goes to the player after that seat, unless the game is over."""
    back = tuple(each for each in position.shown if each.place in position.pool)
    cards, places = {each.card for each in back}, {each.place for each in back}
    still = tuple(
        each
        for each in position.remembered
        if each.place in position.pool and each.place not in places and each.card not in cards
    )
    clear = replace(
        position, secret=None, announced=None, shown=(), due=None, cutter=None, named=None, remembered=(*still, *back)
    )
    seat = position.next_playing(after)
    if len(position.pool) < FEWEST or seat is None:
        return over(clear)
    return replace(clear, phase=Phase.TAKE, turn=seat)


def over(position: Position) -> Position:
    return replace(position, phase=Phase.OVER, remembered=(), scores=_scores(position))


def _scores(position: Position) -> tuple[float, ...]:
    """A point a card; alone a point a plic-plac-ploc, if no card is left that could be won (clauses 7.8, 9.1, 9.2)."""
    if len(position.players) > 1:
        return tuple(float(len(player.won)) for player in position.players)
    cleared = all(card in (NULL, TRAITOR) for card in position.left())
    return (float(position.players[0].plocs) if cleared else 0.0,)
