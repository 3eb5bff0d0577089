"""Calling a blockage: verified by the cards that are truly left (clauses 7.1 to 7.4 and 7.9)."""

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
    if position.phase not in _NO_CALLS:
        yield from (CallBlockage(seat) for seat in position.playing if seat not in position.claims)


def call_blockage(position: Position, action: CallBlockage) -> Position:
    """A cut that has begun is finished first (clause 7.9)."""
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
    assert position.caller is not None
    caller = position.caller
    return (WinOne(caller, card) for card in ending.may_be_won(position))


def win_one(position: Position, action: WinOne) -> Position:
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
    # Nobody has told where it lay; one place less holds a card.
    return ending.over(replace(after, pool=position.pool[1:]))
