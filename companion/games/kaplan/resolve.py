"""Resolving a full sarcophagus: who wins, and what becomes of it (clauses 5.1 to 5.8, 6.5 to 6.7)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.kaplan.alliance import with_allies
from companion.games.kaplan.clues import choices
from companion.games.kaplan.pieces import Cover
from companion.games.kaplan.position import Claim, Place, Position, Resolution, Token, Total


def resolve(position: Position, number: int) -> Position:
    """The position after the full sarcophagus at place `number` was resolved.

    Tokens go back to their owners, the winners get a letter or a clue to read, and the sarcophagus is turned or
    removed.
    """
    place = position.place(number)
    totals = _totals(place)
    best = max(total.value for total in totals)
    winners = tuple(total.seat for total in totals if total.value == best)
    result = Resolution(number, place.cover, totals, winners)
    after = replace(_tokens_back(position, place), last_resolution=result)
    if place.cover is Cover.K:
        readers = place.consulted_by | set(winners)
        known = place.known_to | with_allies(position, winners)
        turned = replace(place, cover=Cover.EYE, bets=(), consulted_by=readers, known_to=known)
        return after.with_place(turned)
    bare = after.with_place(replace(place, cover=Cover.OFF, bets=()))
    assert position.turn is not None
    if not choices(bare, number):
        return replace(bare, last_resolution=replace(result, no_card=True, turn_lost=position.turn in winners))
    chooser = winners[0] if len(winners) == 1 else position.turn
    return replace(bare, claim=Claim(number, chooser, winners))


def _totals(place: Place) -> tuple[Total, ...]:
    seats = sorted({bet.seat for bet in place.bets})
    return tuple(Total(seat, sum(bet.value for bet in place.bets if bet.seat == seat)) for seat in seats)


def _tokens_back(position: Position, place: Place) -> Position:
    for seat in {bet.seat for bet in place.bets}:
        player = position.players[seat]
        back = frozenset(Token(bet.family, bet.value) for bet in place.bets if bet.seat == seat)
        position = position.with_player(replace(player, spent=player.spent | back))
    return position
