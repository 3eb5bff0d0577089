"""The course of a turn: what may still be bet, and who is next (clauses 2.11, 3.6, 4.1, 4.2, 4.10, 4.11)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.games.kaplan.pieces import BET_PLACES, PLACES, Cover
from companion.games.kaplan.position import Phase, Place, Player, Position

MOST_BETS = 3
"""Most bets in a turn: one per die; without dice the rule text says three too (l. 380)."""

LEAST_BETS = 2
"""Bets that a player must make in a turn as long as it is possible (l. 263)."""


def begin_turn(position: Position, seat: int) -> Position:
    """The position at the beginning of a player's turn."""
    fresh = replace(position, turn=seat, dice=None, used=None, bets_made=0, to_play=())
    if position.options.dice:
        return replace(fresh, phase=Phase.THROW)
    return replace(fresh, phase=Phase.BETS, to_play=playable(fresh, tuple(PLACES)))


def end_turn(position: Position) -> Position:
    """The position at the beginning of the next player's turn, clockwise."""
    assert position.turn is not None
    return begin_turn(position, (position.turn + 1) % len(position.players))


def go_on(position: Position) -> Position:
    """The position after a bet and its consequences: a clue to read, alliances, another bet, or the next player."""
    if position.claim is not None:
        return replace(position, phase=Phase.CLUE)
    if position.alliances_due:
        return replace(position, phase=Phase.ALLIANCES, alliances_due=False)
    if position.bets_made < MOST_BETS and can_bet(position):
        return replace(position, phase=Phase.BETS)
    return end_turn(position)


def playable(position: Position, places: tuple[int, ...]) -> tuple[int, ...]:
    """Those of `places` that can take a bet now, one entry per bet (clauses 3.5, 4.9, 4.10).

    A sarcophagus can take one token for each free bet place; an uncovered letter can be turned once.
    """
    left = Counter({number: _room(position.place(number)) for number in places})
    kept = []
    for number in places:
        if left[number]:
            left[number] -= 1
            kept.append(number)
    return tuple(kept)


def _room(place: Place) -> int:
    """Number of bets that a place can take now."""
    return free(place) if place.cover is not Cover.OFF else int(not place.turned)


def can_bet(position: Position) -> bool:
    """Whether the player in turn can make one more bet, with a token, a letter, or tokens taken back."""
    return bets_open(position, position.to_play) > 0


def may_stop(position: Position) -> bool:
    """Whether the player in turn has made the required bets (clauses 4.1, 4.2, 4.11, 5.5).

    Turning a letter and taking tokens back are optional, so no more is required than the tokens in hand allow.
    """
    return position.bets_made >= LEAST_BETS or bets_asked_for(position, position.to_play) == 0


def free(place: Place) -> int:
    """Number of free bet places on the sarcophagus of `place`."""
    return BET_PLACES[place.cover] - len(place.bets)


def bets_asked_for(position: Position, to_play: tuple[int, ...]) -> int:
    """Number of bets, 0 to 2, that the player must make on the places `to_play` with tokens in hand."""
    return min(LEAST_BETS, len(_token_bets(position, to_play)), len(_in_turn(position).hand))


def bets_open(position: Position, to_play: tuple[int, ...]) -> int:
    """Number of bets, 0 to 2, that the player could make on `to_play`: with tokens in hand, taken back, and letters."""
    player = _in_turn(position)
    with_tokens = len(_token_bets(position, to_play))
    letters = len(to_play) - with_tokens
    return min(LEAST_BETS, letters + min(with_tokens, len(player.hand) + len(player.spent)))


def _token_bets(position: Position, to_play: tuple[int, ...]) -> tuple[int, ...]:
    """The entries of `to_play` that take a token."""
    return tuple(number for number in to_play if position.place(number).cover is not Cover.OFF)


def _in_turn(position: Position) -> Player:
    assert position.turn is not None
    return position.players[position.turn]
