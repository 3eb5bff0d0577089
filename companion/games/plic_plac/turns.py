"""A turn up to the cards that are shown: the secret card, the announcement, what is turned up (clauses 2, 4.1, 5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

from companion.core.game import Action
from companion.games.plic_plac import attempts, ending
from companion.games.plic_plac.actions import (
    Announce,
    Announced,
    CardSeen,
    CardTold,
    GiveUp,
    Pass,
    TakeSecret,
    TurnUp,
)
from companion.games.plic_plac.pieces import BY_FACE, Card, box
from companion.games.plic_plac.position import CARDS_OF, Lying, Phase, Position
from companion.games.plic_plac.refusals import refuse
from companion.games.plic_plac.setup import Outcomes
from companion.games.plic_plac.turn_order import clause_of, require, require_seat

MIXED_UP = 0.02
"""How often people have put a card back elsewhere than where it came from (clause 2.4)."""


def take_choices(position: Position) -> Iterator[Action]:
    return (TakeSecret(position.turn, place) for place in position.pool)


def take_secret(position: Position, action: TakeSecret) -> Position:
    require(position, action, Phase.TAKE)
    require_seat(position, action, position.turn)
    if action.place not in position.pool:
        raise refuse("no-card-there")
    return replace(position, phase=Phase.SECRET, secret=action.place)


def secret_choices(position: Position) -> Iterator[Action]:
    for what in get_args(Announced):
        if CARDS_OF[what] <= len(position.pool):
            yield Announce(position.turn, what)
    yield Pass(position.turn)


def announce(position: Position, action: Announce) -> Position:
    require(position, action, Phase.SECRET)
    require_seat(position, action, position.turn)
    if action.what not in CARDS_OF:
        raise refuse("no-such-announcement")
    if CARDS_OF[action.what] > len(position.pool):
        raise refuse("too-few")
    return replace(position, phase=Phase.SHOWN, announced=action.what, due=position.secret, secret=None)


def pass_on(position: Position, action: Pass) -> Position:
    require(position, action, Phase.SECRET)
    require_seat(position, action, position.turn)
    return ending.next_turn(position, position.turn)


def turn_choices(position: Position) -> Iterator[Action]:
    yield from (TurnUp(position.active, place) for place in _face_down(position))
    if position.announced == "plic-plac-ploc":
        yield GiveUp(position.active)


def turn_up(position: Position, action: TurnUp) -> Position:
    require(position, action, Phase.TURN)
    require_seat(position, action, position.active)
    if action.place not in _face_down(position):
        code = "already-up" if action.place in position.pool else "no-card-there"
        raise refuse(code, clause=clause_of(position, action))
    return replace(position, phase=Phase.SHOWN, due=action.place)


def give_up(position: Position, action: GiveUp) -> Position:
    require(position, action, Phase.TURN)
    require_seat(position, action, position.active)
    if position.announced != "plic-plac-ploc":
        raise refuse("only-a-ploc")
    return attempts.failed(position)


def card_outcomes(position: Position) -> Outcomes:
    """What the card that is turned up may show: any card left, most likely the one that was shown there before, else
    one that was not shown elsewhere (clauses 1.5, 2.4)."""
    place = position.due
    assert place is not None
    up = {each.card for each in position.shown}
    left = [card for card in position.left() if card not in up]
    known = {each.card: each.place for each in position.remembered}
    likely = [card for card in left if known.get(card) == place]
    likely = likely or [card for card in left if card not in known] or left
    unlikely = [card for card in left if card not in likely]
    odds = dict.fromkeys(likely, (1.0 - MIXED_UP if unlikely else 1.0) / len(likely))
    odds |= dict.fromkeys(unlikely, MIXED_UP / max(1, len(unlikely)))
    return tuple((CardSeen(place, card), odds[card]) for card in left)


def told_choices(position: Position) -> Iterator[Action]:
    """Anybody may say what lies there; the example is the likeliest."""
    example, _ = max(card_outcomes(position), key=lambda outcome: outcome[1])
    assert isinstance(example, CardSeen)
    return (CardTold(seat, example.card.face) for seat in position.seats)


def card_seen(position: Position, action: CardSeen) -> Position:
    require(position, action, Phase.SHOWN)
    if action.place != position.due:
        raise refuse("not-the-turned", clause=clause_of(position, action))
    return _comes_up(position, action.card)


def card_told(position: Position, action: CardTold) -> Position:
    require(position, action, Phase.SHOWN)
    card = BY_FACE.get(action.face)
    if card is None:
        raise refuse("no-such-card")
    return _comes_up(position, card)


def _comes_up(position: Position, card: Card) -> Position:
    place = position.due
    assert place is not None
    _require_left(position, card)
    # What is seen counts: nobody need believe any more that it lies elsewhere, or that another one lies here (2.4).
    still = tuple(each for each in position.remembered if each.place != place and each.card != card)
    shown = (*position.shown, Lying(place, card))
    return attempts.go_on(replace(position, shown=shown, due=None, remembered=still))


def _require_left(position: Position, card: Card) -> None:
    """Raises `Illegal` for a card that cannot lie face down in the pool."""
    if card not in box(specials=True):
        raise refuse("no-such-card")
    if card.special is not None and not position.options.specials:
        raise refuse("no-specials")
    if card in [each.card for each in position.shown]:
        raise refuse("card-up")
    if card not in position.left():
        owner = next((player.seat for player in position.players if card in player.won), None)
        raise refuse("traitor-gone") if owner is None else refuse("card-won", seats=(owner,))


def _face_down(position: Position) -> tuple[int, ...]:
    up = {each.place for each in position.shown}
    return tuple(place for place in position.pool if place not in up)
