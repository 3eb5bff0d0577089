"""The end of a turn and the end of the game (clauses 2.3, 7.1, 7.3, 7.4, 7.6 to 7.9 and 9)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from companion.games.plic_plac.pieces import NULL, TRAITOR, Card, is_plic_plac
from companion.games.plic_plac.position import Phase, Position

FEWEST = 2
"""With fewer cards in the pool the game is over (clause 7.6)."""


def next_turn(position: Position, after: int) -> Position:
    """The position after open cards went back; it is the turn of the next player after seat `after`, or the game is
    over.

    Blockages that were called during a cut are judged now, in the order of the calls (clause 7.9).
    """
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
    if len(position.pool) < FEWEST or (len(position.players) == 1 and not may_be_won(position)):
        return over(replace(clear, claims=()))
    for number, claimant in enumerate(position.claims):
        if is_blocked(clear):
            return blocked(clear, claimant)
        clear = replace(out_of_game(clear, claimant), claims=position.claims[number + 1 :])
    seat = clear.next_playing(after)
    return over(clear) if seat is None else replace(clear, phase=Phase.TAKE, turn=seat)


def is_blocked(position: Position) -> bool:
    """Whether at least two cards are left and no two of them form a plic-plac (clause 7.1)."""
    left = position.left()
    return len(left) >= FEWEST and not any(is_plic_plac(*pair) for pair in combinations(left, 2))


def may_be_won(position: Position) -> tuple[Card, ...]:
    """The cards of the pool that can be won: neither the null card nor the traitor (clauses 7.3, 8.2, 8.5)."""
    return tuple(card for card in position.left() if card not in (NULL, TRAITOR))


def blocked(position: Position, caller: int) -> Position:
    """The position after a right call: the caller chooses a card, or the game is over if none may be won (clause
    7.3)."""
    calm = replace(
        position, secret=None, announced=None, shown=(), due=None, cutter=None, named=None, caller=caller, claims=()
    )
    return replace(calm, phase=Phase.BLOCKED) if may_be_won(calm) else over(calm)


def out_of_game(position: Position, seat: int) -> Position:
    """The position after a wrong call of a blockage: the player is out (clause 7.4)."""
    return position.with_player(replace(position.players[seat], out=True))


def over(position: Position) -> Position:
    """The position at the end of the game, with the scores."""
    return replace(position, phase=Phase.OVER, remembered=(), scores=_scores(position))


def _scores(position: Position) -> tuple[float, ...]:
    """One point per card won (clause 7.8).

    A single player scores one point per plic-plac-ploc, provided that only the null card and the traitor were left; a
    card won by a blockage counts as left (clauses 9.1, 9.2).
    """
    if len(position.players) > 1:
        return tuple(float(len(player.won)) for player in position.players)
    cleared = position.phase is not Phase.BLOCKED and not may_be_won(position)
    return (float(position.players[0].plocs) if cleared else 0.0,)
