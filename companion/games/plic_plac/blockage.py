"""Calling a blockage: verified by the cards that are truly left (clauses 7.1 to 7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from companion.core.game import Action
from companion.games.plic_plac import attempts, ending
from companion.games.plic_plac.actions import CallBlockage, WinOne
from companion.games.plic_plac.pieces import NULL, is_plic_plac
from companion.games.plic_plac.position import Phase, Position
from companion.games.plic_plac.refusals import WAITS, refuse, require

_NO_CALLS = (Phase.FIRST, Phase.BLOCKED, Phase.OVER)


def is_blocked(position: Position) -> bool:
    """Whether several cards are left and no two of them are a plic-plac (clause 7.1)."""
    left = position.left()
    return len(left) >= ending.FEWEST and not any(is_plic_plac(*pair) for pair in combinations(left, 2))


def blockage_choices(position: Position) -> Iterator[Action]:
    if position.phase not in _NO_CALLS:
        yield from (CallBlockage(seat) for seat in position.playing)


def call_blockage(position: Position, action: CallBlockage) -> Position:
    if position.phase in _NO_CALLS:
        raise refuse("no-blockage-now", waits=WAITS[position.phase.value])
    if action.seat not in position.seats:
        raise refuse("no-such-action")
    player = position.players[action.seat]
    if player.out:
        raise refuse("is-out", seats=(action.seat,))
    if is_blocked(position):
        calm = replace(position, secret=None, announced=None, shown=(), due=None, cutter=None, named=None)
        return replace(calm, phase=Phase.BLOCKED, caller=action.seat)
    after = position.with_player(replace(player, out=True))
    if action.seat == position.turn or not after.playing:
        return ending.next_turn(after, position.turn)
    return attempts.failed(after) if action.seat == position.cutter else after


def last_choices(position: Position) -> Iterator[Action]:
    assert position.caller is not None
    return (WinOne(position.caller, card) for card in position.left() if card != NULL)


def win_one(position: Position, action: WinOne) -> Position:
    require(position, Phase.BLOCKED)
    assert position.caller is not None
    if action.seat != position.caller:
        raise refuse("not-the-caller", seats=(position.caller,))
    if action not in last_choices(position):
        raise refuse("not-to-be-won")
    player = position.players[action.seat]
    return ending.over(position.with_player(replace(player, won=(*player.won, action.card))))
