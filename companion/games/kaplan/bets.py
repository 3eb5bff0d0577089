"""Betting, turning letters, taking spent tokens back, passing (clauses 4.1 to 4.12, 5.4, 5.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.text import seat_name
from companion.games.kaplan import check
from companion.games.kaplan.actions import Bet, LetterSeen, Pass, TakeBack, TurnLetter
from companion.games.kaplan.ending import LETTERS_THAT_END, finish
from companion.games.kaplan.names import FAMILIES, listed
from companion.games.kaplan.pieces import PLACES, Cover
from companion.games.kaplan.position import Phase, Place, PlacedToken, Player, Position, Token
from companion.games.kaplan.refusals import refuse
from companion.games.kaplan.resolve import resolve
from companion.games.kaplan.ringfit import possible_letters
from companion.games.kaplan.throwing import good_ways
from companion.games.kaplan.turns import end_turn, free, go_on, may_stop


def is_hidden(position: Position, place: Place) -> bool:
    """Whether the next bet on `place` lies face down (clauses 4.3, 4.4, 4.6, 4.8)."""
    played = len(place.bets)
    return played == 0 or (played == 1 and place.cover is Cover.K and position.options.bluff)


def bet(position: Position, action: Bet) -> Position:
    player = check.own_turn(position, action.seat, Phase.BETS)
    place = _playable(position, action.place)
    if place.cover is Cover.OFF:
        raise refuse("no-sarcophagus", place=action.place)
    token = Token(action.family, action.value)
    if token not in player.hand:
        raise _not_in_hand(player, token)
    hidden = is_hidden(position, place)
    if action.hidden != hidden:
        clause = _facing_clause(place, hidden)
        raise refuse("must-hide" if hidden else "must-show", clause=clause, place=action.place)
    laid = PlacedToken(action.seat, action.family, action.value, hidden)
    bettor = replace(player, hand=player.hand - {token})
    after = position.with_player(bettor).with_place(replace(place, bets=(*place.bets, laid)))
    after = _one_bet_more(after, action.place)
    return go_on(resolve(after, action.place) if free(place) == 1 else after)


def turn_letter(position: Position, action: TurnLetter) -> Position:
    check.own_turn(position, action.seat, Phase.BETS)
    place = _playable(position, action.place)
    if place.cover is not Cover.OFF:
        raise refuse("covered", place=action.place)
    if place.turned:
        raise refuse("already-turned", place=action.place)
    after = _one_bet_more(position.with_place(replace(place, turned=True)), action.place)
    if position.options.deck == "own":
        return replace(after, phase=Phase.LETTER)
    return _after_a_letter(after)


def letter_seen(position: Position, action: LetterSeen) -> Position:
    check.moment(position, Phase.LETTER)
    place = unseen(position)
    if action.place != place.number:
        raise refuse("other-letter", place=place.number)
    if action.letter not in letters_for(position):
        raise refuse("letter-cannot-be", place=place.number)
    return _after_a_letter(position.with_place(replace(place, letter=action.letter)))


def unseen(position: Position) -> Place:
    """The card that was turned and not yet read, with the table's own deck."""
    return next(place for place in position.places if place.turned and place.letter is None)


def letters_for(position: Position) -> tuple[str, ...]:
    """What the turned card can show, given those that lie open (clause 2.6)."""
    known = {place.number: place.letter for place in position.places if place.turned and place.letter is not None}
    return possible_letters(known, unseen(position).number)


def take_back(position: Position, action: TakeBack) -> Position:
    player = check.own_turn(position, action.seat, Phase.BETS)
    if player.hand:
        raise refuse("tokens-left", count=len(player.hand))
    if not player.spent:
        raise refuse("nothing-spent")
    if not any(free(position.place(number)) for number in position.to_play):
        raise refuse("no-bet-to-complete")
    return position.with_player(replace(player, hand=player.spent, spent=frozenset()))


def pass_turn(position: Position, action: Pass) -> Position:
    check.own_turn(position, action.seat, Phase.DICE, Phase.BETS)
    stuck = not good_ways(position) if position.phase is Phase.DICE else may_stop(position)
    if not stuck:
        raise refuse("must-bet", made=position.bets_made)
    return end_turn(position)


def bet_choices(position: Position) -> Iterator[Action]:
    """Every legal action of the player whose turn it is, while bets are made."""
    assert position.turn is not None
    player = position.players[position.turn]
    hand = sorted(player.hand, key=lambda token: (token.family.value, token.value))
    token_wanted = False
    for number in dict.fromkeys(position.to_play):
        place = position.place(number)
        if free(place):
            token_wanted = True
            hidden = is_hidden(position, place)
            yield from (Bet(player.seat, number, token.family, token.value, hidden) for token in hand)
        elif place.cover is Cover.OFF and not place.turned:
            yield TurnLetter(player.seat, number)
    if token_wanted and not hand and player.spent:
        yield TakeBack(player.seat)
    if may_stop(position):
        yield Pass(player.seat)


def _playable(position: Position, number: int) -> Place:
    if number not in PLACES:
        raise refuse("no-place", place=number)
    if number in position.to_play:
        return position.place(number)
    if position.options.dice:
        raise refuse("not-thrown", place=number, places=listed(position.to_play))
    raise refuse("twice-on-one-card", place=number)


def _facing_clause(place: Place, hidden: bool) -> str:
    """The clause that says how the next bet on `place` lies."""
    if place.cover is Cover.EYE:
        return "4.7" if place.bets else "4.6"
    if not place.bets:
        return "4.3"
    return "4.8" if hidden else "4.4"


def _one_bet_more(position: Position, number: int) -> Position:
    at = position.to_play.index(number)
    left = position.to_play[:at] + position.to_play[at + 1 :]
    return replace(position, to_play=left, bets_made=position.bets_made + 1)


def _after_a_letter(position: Position) -> Position:
    if len(position.places) - position.face_down >= LETTERS_THAT_END:
        return finish(position)
    return go_on(position)


def _not_in_hand(player: Player, token: Token) -> Exception:
    if token in player.spent:
        return refuse("spent", value=token.value, family=FAMILIES[token.family])
    return refuse("no-token", who=seat_name(player.seat), value=token.value, family=FAMILIES[token.family])
