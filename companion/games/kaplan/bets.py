"""Bets, turning letters, taking spent tokens back, and passing (clauses 4.1 to 4.13, 5.4, 5.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.core.text import Text, seat_name
from companion.games.kaplan import check
from companion.games.kaplan.actions import Bet, LetterSeen, Pass, TakeBack, TurnLetter
from companion.games.kaplan.ending import eighth_letter_is_up, finish
from companion.games.kaplan.names import FAMILIES, listed
from companion.games.kaplan.pieces import PLACES, Cover
from companion.games.kaplan.position import Phase, Place, PlacedToken, Player, Position, Token
from companion.games.kaplan.refusals import WHAT_NEXT, refuse
from companion.games.kaplan.resolve import resolve
from companion.games.kaplan.ringfit import possible_letters
from companion.games.kaplan.throwing import must_make
from companion.games.kaplan.turns import end_turn, free, go_on, may_stop


def is_hidden(position: Position, place: Place) -> bool:
    """Whether the next bet on `place` is laid face down (clauses 4.3, 4.4, 4.6, 4.8)."""
    played = len(place.bets)
    return played == 0 or (played == 1 and place.cover is Cover.K and position.options.bluff)


def bet(position: Position, action: Bet) -> Position:
    """The position after a token was bet; the last bet on a sarcophagus also resolves it.

    Raises:
        Illegal: not a moment for bets (4.1) or not this seat's turn (2.11); no such place (1.1); the place has no
            sarcophagus (4.9) or cannot take another bet (3.2, 3.5, 3.8); the token is not in the hand (4.12, 5.4); the
            token lies the wrong way up (4.3, 4.4, 4.6 to 4.8).
    """
    player = check.own_turn(position, action, Phase.BETS)
    place = _existing(position, action.place)
    if place.cover is Cover.OFF:
        raise refuse("no-sarcophagus", place=action.place, next=what_next(position))
    _check_playable(position, action.place)
    token = Token(action.family, action.value)
    if token not in player.hand:
        raise _not_in_hand(position, player, token)
    hidden = is_hidden(position, place)
    if action.hidden != hidden:
        clause = _facing_clause(place, hidden)
        raise refuse("must-hide" if hidden else "must-show", clause=clause, place=action.place)
    laid = PlacedToken(action.seat, action.family, action.value, hidden, position.options.show_own_bets)
    bettor = replace(player, hand=player.hand - {token})
    after = position.with_player(bettor).with_place(replace(place, bets=(*place.bets, laid)))
    after = _one_bet_more(after, action.place)
    return _resolved(after, action.place) if free(place) == 1 else go_on(after)


def turn_letter(position: Position, action: TurnLetter) -> Position:
    """The position after an uncovered letter card was turned face up.

    Raises:
        Illegal: wrong moment, still covered or already turned (4.9); not this seat's turn (2.11); no such place (1.1);
            the place cannot be played in this turn (3.2, 3.5, 3.8).
    """
    check.own_turn(position, action, Phase.BETS)
    place = _existing(position, action.place)
    if place.cover is not Cover.OFF:
        raise refuse("covered", place=action.place, next=what_next(position))
    if place.turned:
        raise refuse("already-turned", place=action.place, next=what_next(position))
    _check_playable(position, action.place)
    after = _one_bet_more(position.with_place(replace(place, turned=True)), action.place)
    if position.options.deck == "own":
        return replace(after, phase=Phase.LETTER)
    return _after_a_letter(after)


def letter_seen(position: Position, action: LetterSeen) -> Position:
    """The position after the letter of a turned card of the table's own deck was read.

    Raises:
        Illegal: the deck is the printed one (2.2); no letter is awaited or it is another card's (4.9); the letter would
            cut the word in two (2.6).
    """
    check.own_deck(position, "2.2")
    check.moment(position, action, Phase.LETTER)
    place = unseen(position)
    if action.place != place.number:
        raise refuse("other-letter", place=place.number)
    if action.letter not in letters_for(position):
        raise refuse("letter-cannot-be", place=place.number)
    return _after_a_letter(position.with_place(replace(place, letter=action.letter)))


def unseen(position: Position) -> Place:
    """The card of the table's own deck that was turned and has not been read yet."""
    return next(place for place in position.places if place.turned and place.letter is None)


def letters_for(position: Position) -> tuple[str, ...]:
    """The letters that the turned card may show, given the cards already face up (clause 2.6)."""
    known = {place.number: place.letter for place in position.places if place.turned and place.letter is not None}
    return possible_letters(known, unseen(position).number)


def take_back(position: Position, action: TakeBack) -> Position:
    """The position after a player took all spent tokens back into the hand.

    Raises:
        Illegal: the hand is not empty, nothing is spent, or no token can be bet any more (5.5); not this seat's turn
            (2.11).
    """
    player = check.own_turn(position, action, Phase.BETS)
    if player.hand:
        raise refuse("tokens-left", count=len(player.hand))
    if not player.spent:
        raise refuse("nothing-spent")
    if not token_places(position):
        raise refuse("no-bet-to-complete")
    return position.with_player(replace(player, hand=player.spent, spent=frozenset()))


def pass_turn(position: Position, action: Pass) -> Position:
    """The position after the player in turn stopped betting; the next player begins.

    Raises:
        Illegal: the rules still require a bet (4.1); wrong moment (4.2); not this seat's turn (2.11).
    """
    check.own_turn(position, action, Phase.DICE, Phase.BETS)
    if position.phase is Phase.DICE and must_make(position):
        raise refuse("must-use-dice", who=seat_name(action.seat))
    if position.phase is Phase.BETS and not may_stop(position):
        places = listed(token_places(position))
        raise refuse("must-bet", who=seat_name(action.seat), made=position.bets_made, places=places)
    return end_turn(position)


def bet_choices(position: Position) -> Iterator[Action]:
    """Every legal action of the player in turn during the betting phase."""
    assert position.turn is not None
    player = position.players[position.turn]
    hand = sorted(player.hand, key=lambda token: (token.family.value, token.value))
    for number in dict.fromkeys(position.to_play):
        place = position.place(number)
        if place.cover is Cover.OFF:
            yield TurnLetter(player.seat, number)
        else:
            hidden = is_hidden(position, place)
            yield from (Bet(player.seat, number, token.family, token.value, hidden) for token in hand)
    if may_take_back(position):
        yield TakeBack(player.seat)
    if may_stop(position):
        yield Pass(player.seat)


def may_take_back(position: Position) -> bool:
    """Whether the player in turn may take the spent tokens back (clause 5.5)."""
    assert position.turn is not None
    player = position.players[position.turn]
    return not player.hand and bool(player.spent) and bool(token_places(position))


def what_next(position: Position) -> Text:
    """Advice to the player in turn after a refusal; every action it names is legal."""
    assert position.turn is not None
    letters = tuple(number for number in position.to_play if position.place(number).cover is Cover.OFF)
    tokens = token_places(position) if position.players[position.turn].hand else ()
    if tokens:
        return WHAT_NEXT["bet"].filled(places=listed(tokens))
    if may_take_back(position):
        return WHAT_NEXT["take-back"]
    if letters:
        return WHAT_NEXT["turn"].filled(places=listed(letters))
    return WHAT_NEXT["pass"]


def token_places(position: Position) -> tuple[int, ...]:
    """Places that can still take a token in this turn, each once."""
    return tuple(n for n in dict.fromkeys(position.to_play) if position.place(n).cover is not Cover.OFF)


def _existing(position: Position, number: int) -> Place:
    """The place with that number.

    Raises:
        Illegal: there is no such place (1.1).
    """
    if number not in PLACES:
        raise refuse("no-place", place=number)
    return position.place(number)


def _check_playable(position: Position, number: int) -> None:
    """Check that `number` can still be bet on in this turn.

    Raises:
        Illegal: the dice do not give it (3.2), it has had its bets (3.5), or without dice it was already bet on (3.8).
    """
    if number in position.to_play:
        return
    if not position.options.dice:
        raise refuse("twice-on-one-card", place=number, next=what_next(position))
    code = "has-had-its-bets" if number in (position.used or ()) else "not-thrown"
    raise refuse(code, place=number, next=what_next(position))


def _facing_clause(place: Place, hidden: bool) -> str:
    """The clause that says which way up the next bet on `place` lies."""
    if place.cover is Cover.EYE:
        return "4.7" if place.bets else "4.6"
    if not place.bets:
        return "4.3"
    return "4.8" if hidden else "4.4"


def _one_bet_more(position: Position, number: int) -> Position:
    """Count one bet on `number`: remove one entry of it from `to_play`."""
    at = position.to_play.index(number)
    left = position.to_play[:at] + position.to_play[at + 1 :]
    return replace(position, to_play=left, bets_made=position.bets_made + 1)


def _resolved(position: Position, number: int) -> Position:
    """Resolve the sarcophagus after its last bet place was taken; the turn ends if the player in turn won a clue but
    no card is left to take."""
    after = resolve(position, number)
    assert after.last_resolution is not None
    return end_turn(after) if after.last_resolution.turn_lost else go_on(after)


def _after_a_letter(position: Position) -> Position:
    """End the game when the eighth letter is face up; otherwise continue."""
    return finish(position) if eighth_letter_is_up(position) else go_on(position)


def _not_in_hand(position: Position, player: Player, token: Token) -> Exception:
    """The refusal for a token that the player does not hold, or that is spent."""
    family = FAMILIES[token.family]
    if token in player.spent:
        code = "spent" if player.hand else "spent-take-back"
        return refuse(code, value=token.value, family=family)
    who = seat_name(player.seat)
    return refuse("no-token", who=who, value=token.value, family=family, next=what_next(position))
