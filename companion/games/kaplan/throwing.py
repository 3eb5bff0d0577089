"""The throw, and which places the player chooses from it (clauses 3.1 to 3.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.text import seat_name
from companion.games.kaplan import check
from companion.games.kaplan.actions import Pass, Throw, UseDice
from companion.games.kaplan.dice import ways
from companion.games.kaplan.names import listed
from companion.games.kaplan.pieces import DICE, DIE_FACES, PLACES
from companion.games.kaplan.position import Phase, Position
from companion.games.kaplan.refusals import refuse
from companion.games.kaplan.turns import bets_asked_for, bets_open, playable


def throw(position: Position, action: Throw) -> Position:
    """The position after three dice were thrown.

    Raises:
        Illegal: the game has no dice (3.8), wrong moment (3.1), or not three faces from 1 to 12, smallest first (1.6).
    """
    check.with_dice(position)
    check.moment(position, action, Phase.THROW)
    faces = action.values
    if len(faces) != DICE or any(face not in DIE_FACES for face in faces) or list(faces) != sorted(faces):
        raise refuse("throw")
    return replace(position, dice=faces, phase=Phase.DICE)


def use_dice(position: Position, action: UseDice) -> Position:
    """The position after the player in turn chose which places the dice give.

    Raises:
        Illegal: the game has no dice (3.8); wrong moment (3.2) or not this seat's turn (2.11); the dice do not give
            these places (3.2 to 3.4); no use allows a bet (4.2), or these places allow fewer bets than required (3.6);
            no such seat (2.1).
    """
    check.player(position, action.seat)
    check.with_dice(position)
    check.own_turn(position, action, Phase.DICE)
    assert position.dice is not None
    if action.places not in ways(position.dice):
        raise refuse("dice-use", clause=_use_clause(action), dice=listed(position.dice), places=listed(action.places))
    good = good_ways(position)
    if not good:
        raise refuse("no-use", places=listed(action.places))
    if action.places not in good:
        raise refuse("poor-dice-use", who=seat_name(action.seat), places=listed(action.places), better=listed(good[0]))
    return replace(position, used=action.places, to_play=playable(position, action.places), phase=Phase.BETS)


def good_ways(position: Position) -> tuple[tuple[int, ...], ...]:
    """The uses of the throw that allow at least as many bets as the player must make, and at least one."""
    open_bets = {places: bets_open(position, playable(position, places)) for places in _ways(position)}
    wanted = max(1, must_make(position))
    return tuple(places for places, count in open_bets.items() if count >= wanted)


def must_make(position: Position) -> int:
    """Number of bets, 0 to 2, that the throw obliges the player to make: as many as tokens in hand allow in the best
    use."""
    return max(bets_asked_for(position, playable(position, places)) for places in _ways(position))


def dice_choices(position: Position) -> Iterator[Action]:
    """Every good use of the dice, and passing when no bet is required."""
    assert position.turn is not None
    yield from (UseDice(position.turn, places) for places in good_ways(position))
    if must_make(position) == 0:
        yield Pass(position.turn)


def _ways(position: Position) -> tuple[tuple[int, ...], ...]:
    assert position.dice is not None
    return tuple(ways(position.dice))


def _use_clause(action: UseDice) -> str:
    """The clause that an impossible use of the dice violates: three faces, one sum or difference, or their limits."""
    if any(place not in PLACES for place in action.places):
        return "3.4"
    return "3.2" if len(action.places) == DICE else "3.3"
