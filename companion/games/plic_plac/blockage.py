"""Calling a blockage, which is checked against the cards actually left (clauses 7.1 to 7.4 and 7.9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.games.plic_plac import ending
from companion.games.plic_plac.actions import CallBlockage, WinOne
from companion.games.plic_plac.pieces import NULL, TRAITOR
from companion.games.plic_plac.position import Phase, Position
from companion.games.plic_plac.refusals import refuse
from companion.games.plic_plac.turn_order import require, require_playing, waits

_NO_CALLS = (Phase.POOL, Phase.FIRST, Phase.BLOCKED, Phase.OVER)


def blockage_choices(position: Position) -> Iterator[Action]:
    """Every call of a blockage that is legal now."""
    if position.phase not in _NO_CALLS:
        yield from (CallBlockage(seat) for seat in position.playing if seat not in position.claims)


def call_blockage(position: Position, action: CallBlockage) -> Position:
    """The position after a player called a blockage; during a cut the call is judged when the cut is finished (7.9).

    Raises:
        Illegal: no blockage can be called now (7.2), this player has called one already (7.9), is out (7.4) or does not
            exist (1.3), or the game is over.
    """
    require_playing(position, action)
    if position.phase in _NO_CALLS:
        raise refuse("no-blockage-now", waits=waits(position))
    if action.seat in position.claims:
        raise refuse("claimed-already", seats=(action.seat,))
    if position.cutter is not None:
        return replace(position, claims=(*position.claims, action.seat))
    if ending.is_blocked(position):
        return ending.blocked(position, action.seat)
    after = ending.out_of_game(position, action.seat)
    return ending.next_turn(after, position.turn) if action.seat == position.turn else after


def last_choices(position: Position) -> Iterator[Action]:
    """Every remaining card that the caller of the blockage may win."""
    assert position.caller is not None
    caller = position.caller
    return (WinOne(caller, card) for card in ending.may_be_won(position))


def win_one(position: Position, action: WinOne) -> Position:
    """The position after the caller won one remaining card; the game is over.

    Raises:
        Illegal: wrong moment, not the caller, or the card is not left (7.3); the null card (8.2) and the traitor (8.5)
            are never won.
    """
    require(position, action, Phase.BLOCKED)
    assert position.caller is not None
    if action.seat != position.caller:
        raise refuse("not-the-caller", seats=(position.caller,))
    if action.card not in position.left():
        raise refuse("not-left")
    if action.card in (NULL, TRAITOR):
        raise refuse("never-won", clause="8.2" if action.card == NULL else "8.5")
    player = position.players[action.seat]
    after = position.with_player(replace(player, won=(*player.won, action.card)))
    # It is unknown at which place the card lay; the first place is removed so that the number of cards is right.
    return ending.over(replace(after, pool=position.pool[1:]))
