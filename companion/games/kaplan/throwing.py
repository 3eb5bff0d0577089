"""The throw and what the player makes of it (clauses 3.1 to 3.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.text import seat_name
from companion.games.kaplan import check
from companion.games.kaplan.actions import Pass, Throw, UseDice
from companion.games.kaplan.dice import ways
from companion.games.kaplan.names import listed
from companion.games.kaplan.pieces import DICE, DIE_FACES
from companion.games.kaplan.position import Phase, Position
from companion.games.kaplan.refusals import refuse
from companion.games.kaplan.turns import LEAST_BETS, most_bets


def throw(position: Position, action: Throw) -> Position:
    check.moment(position, Phase.THROW)
    faces = action.values
    if len(faces) != DICE or any(face not in DIE_FACES for face in faces) or list(faces) != sorted(faces):
        raise refuse("throw")
    return replace(position, dice=faces, phase=Phase.DICE)


def use_dice(position: Position, action: UseDice) -> Position:
    check.own_turn(position, action.seat, Phase.DICE)
    assert position.dice is not None
    if action.places not in ways(position.dice):
        raise refuse("dice-use", dice=listed(position.dice), places=listed(action.places))
    if action.places not in good_ways(position):
        raise refuse("poor-dice-use", who=seat_name(action.seat), places=listed(action.places))
    return replace(position, used=action.places, to_play=action.places, phase=Phase.BETS)


def good_ways(position: Position) -> tuple[tuple[int, ...], ...]:
    """The uses of the throw that allow as many bets as any does, two being enough; empty when none allows one."""
    assert position.dice is not None
    bets = {places: most_bets(position, places, LEAST_BETS) for places in ways(position.dice)}
    best = max(bets.values())
    return tuple(places for places, count in bets.items() if count == best) if best else ()


def dice_choices(position: Position) -> Iterator[Action]:
    assert position.turn is not None
    good = good_ways(position)
    yield from (UseDice(position.turn, places) for places in good)
    if not good:
        yield Pass(position.turn)
