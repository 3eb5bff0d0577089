"""How a turn goes on: what may still be bet, who is next (clauses 2.11, 3.6, 4.1, 4.2, 4.10)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.kaplan.pieces import BET_PLACES, PLACES, Cover
from companion.games.kaplan.position import Phase, Place, Position

MOST_BETS = 3
"""Three dice, three bets; without dice the text says three too (l. 380)."""

LEAST_BETS = 2
"""A player makes two bets a turn as long as it is possible (l. 263)."""

_Card = tuple[Cover, int, bool]
"""What betting needs of a place: its cover, the number of bets on it, whether it is turned."""


def begin_turn(position: Position, seat: int) -> Position:
    """The first moment of a player's turn."""
    fresh = replace(position, turn=seat, dice=None, used=None, bets_made=0, to_play=())
    if position.options.dice:
        return replace(fresh, phase=Phase.THROW)
    return replace(fresh, phase=Phase.BETS, to_play=tuple(PLACES))


def end_turn(position: Position) -> Position:
    assert position.turn is not None
    return begin_turn(position, (position.turn + 1) % len(position.players))


def go_on(position: Position) -> Position:
    """After a bet and all that it set off: a clue to read, alliances, another bet, or the next player."""
    if position.claim is not None:
        return replace(position, phase=Phase.CLUE)
    if position.alliances_due:
        return replace(position, phase=Phase.ALLIANCES, alliances_due=False)
    if position.bets_made < MOST_BETS and can_bet(position):
        return replace(position, phase=Phase.BETS)
    return end_turn(position)


def can_bet(position: Position) -> bool:
    """Whether the player whose turn it is can make one more bet."""
    return most_bets(position, position.to_play, 1) == 1


def may_stop(position: Position) -> bool:
    """Whether the player has made the bets that the rules ask for."""
    return position.bets_made >= LEAST_BETS or not can_bet(position)


def free(place: Place) -> int:
    """Bet places left on the sarcophagus of `place`."""
    return BET_PLACES[place.cover] - len(place.bets)


def most_bets(position: Position, places: tuple[int, ...], wanted: int) -> int:
    """How many of `wanted` bets, at most `LEAST_BETS`, the player could make on `places`, one bet an entry."""
    assert position.turn is not None
    player = position.players[position.turn]
    held = (position.place(number) for number in places)
    cards = {place.number: (place.cover, len(place.bets), place.turned) for place in held}
    return _reach(cards, places, len(player.hand) + len(player.spent), wanted)


def _reach(cards: dict[int, _Card], places: tuple[int, ...], tokens: int, wanted: int) -> int:
    best = 0
    for index, number in enumerate(places):
        after = _bet(cards[number], tokens)
        if after is not None:
            card, tokens_left = after
            rest = places[:index] + places[index + 1 :]
            more = _reach({**cards, number: card}, rest, tokens_left, wanted - 1) if wanted > 1 else 0
            best = max(best, 1 + more)
            if best == wanted:
                break
    return best


def _bet(card: _Card, tokens: int) -> tuple[_Card, int] | None:
    """The card and the player's tokens after one more bet, or None when it cannot take one."""
    cover, bets, turned = card
    if cover is Cover.OFF:
        return None if turned else ((cover, 0, True), tokens)
    if tokens == 0:
        return None
    if bets + 1 < BET_PLACES[cover]:
        return (cover, bets + 1, False), tokens - 1
    # A resolution gives the token back, and so one for the next bet; more than two bets are never asked for.
    return (Cover.EYE if cover is Cover.K else Cover.OFF, 0, False), tokens
