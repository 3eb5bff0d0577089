"""A turn until all its cards are shown: secret card, announcement, turned-up cards (clauses 2, 4.1, 5.1)."""

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
"""Probability, in random games, that a card was put back at a wrong place (clause 2.4). Assumed."""


def take_choices(position: Position) -> Iterator[Action]:
    """Every place from which the secret card may be taken."""
    return (TakeSecret(position.turn, place) for place in position.pool)


def take_secret(position: Position, action: TakeSecret) -> Position:
    """The position after the player in turn took the secret card.

    Raises:
        Illegal: wrong moment or no card there (2.1); not this seat's turn (2.1).
    """
    require(position, action, Phase.TAKE)
    require_seat(position, action, position.turn)
    if action.place not in position.pool:
        raise refuse("no-card-there")
    return replace(position, phase=Phase.SECRET, secret=action.place)


def secret_choices(position: Position) -> Iterator[Action]:
    """Every announcement for which enough cards are left, and passing."""
    for what in get_args(Announced):
        if CARDS_OF[what] <= len(position.pool):
            yield Announce(position.turn, what)
    yield Pass(position.turn)


def announce(position: Position, action: Announce) -> Position:
    """The position after the player in turn announced; the secret card is to be shown.

    Raises:
        Illegal: wrong moment or no such announcement (2.2), another player's turn (2.5, 2.7), already announced (2.6),
            or too few cards left (5.1).
    """
    require(position, action, Phase.SECRET)
    require_seat(position, action, position.turn)
    if action.what not in CARDS_OF:
        raise refuse("no-such-announcement")
    if CARDS_OF[action.what] > len(position.pool):
        raise refuse("too-few")
    return replace(position, phase=Phase.SHOWN, announced=action.what, due=position.secret, secret=None)


def pass_on(position: Position, action: Pass) -> Position:
    """The position after the player in turn put the secret card back; the next player's turn begins.

    Raises:
        Illegal: wrong moment, or not this seat's turn (2.3).
    """
    require(position, action, Phase.SECRET)
    require_seat(position, action, position.turn)
    return ending.next_turn(position, position.turn)


def turn_choices(position: Position) -> Iterator[Action]:
    """Every face-down card that may be turned up, and giving up a plic-plac-ploc."""
    yield from (TurnUp(position.active, place) for place in _face_down(position))
    if position.announced == "plic-plac-ploc":
        yield GiveUp(position.active)


def turn_up(position: Position, action: TurnUp) -> Position:
    """The position after the active player turned up a card; its face is to be reported.

    Raises:
        Illegal: wrong moment, not this seat's turn or cut, no card there, or it is face up already (4.1, 5.1, 6.2).
    """
    require(position, action, Phase.TURN)
    require_seat(position, action, position.active)
    if action.place not in _face_down(position):
        code = "already-up" if action.place in position.pool else "no-card-there"
        raise refuse(code, clause=clause_of(position, action))
    return replace(position, phase=Phase.SHOWN, due=action.place)


def give_up(position: Position, action: GiveUp) -> Position:
    """The position after the active player gave up a plic-plac-ploc.

    Raises:
        Illegal: wrong moment, not this seat's turn or cut (5.4, 6.6), or a plic-plac (5.4).
    """
    require(position, action, Phase.TURN)
    require_seat(position, action, position.active)
    if position.announced != "plic-plac-ploc":
        raise refuse("only-a-ploc")
    return attempts.failed(position)


def card_outcomes(position: Position) -> Outcomes:
    """The faces that the turned-up card may have, with probabilities (clauses 1.5, 2.4).

    The most likely is the card that was shown at this place before, otherwise one that was not shown elsewhere.
    """
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
    """For every seat, reporting the face; the most likely one is the example."""
    example, _ = max(card_outcomes(position), key=lambda outcome: outcome[1])
    assert isinstance(example, CardSeen)
    return (CardTold(seat, example.card.face) for seat in position.seats)


def card_seen(position: Position, action: CardSeen) -> Position:
    """The position after the readers read the turned-up card.

    Raises:
        Illegal: wrong moment or another place is awaited (4.1, 5.1, 6.2), or that card cannot lie there (see
            `_require_left`).
    """
    require(position, action, Phase.SHOWN)
    if action.place != position.due:
        raise refuse("not-the-turned", clause=clause_of(position, action))
    return _comes_up(position, action.card)


def card_told(position: Position, action: CardTold) -> Position:
    """The position after a player reported the turned-up card.

    Raises:
        Illegal: wrong moment (4.1, 5.1, 6.2), no such card (1.1), or that card cannot lie there (see `_require_left`).
    """
    require(position, action, Phase.SHOWN)
    card = BY_FACE.get(action.face)
    if card is None:
        raise refuse("no-such-card")
    return _comes_up(position, card)


def _comes_up(position: Position, card: Card) -> Position:
    place = position.due
    assert place is not None
    _require_left(position, card)
    # The card now seen overrules what was remembered about this card and about this place (clause 2.4).
    still = tuple(each for each in position.remembered if each.place != place and each.card != card)
    shown = (*position.shown, Lying(place, card))
    return attempts.go_on(replace(position, shown=shown, due=None, remembered=still))


def _require_left(position: Position, card: Card) -> None:
    """Check that the card can lie face down in the pool.

    Raises:
        Illegal: it is not of this game (1.1, 8.1), lies face up (4.1), was won (4.4), or is the traitor that left
            (8.4).
    """
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
