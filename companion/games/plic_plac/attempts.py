"""Attempts at a plic-plac or plic-plac-ploc: cards are won, cut, betrayed, or go back (clauses 4 to 6, 8.4, 8.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Action
from companion.games.plic_plac import ending
from companion.games.plic_plac.actions import Betray, Cut, LeaveTraitor, Pocket
from companion.games.plic_plac.pieces import TRAITOR, is_plic_plac, is_ploc
from companion.games.plic_plac.position import CARDS_OF, Lying, Phase, Position
from companion.games.plic_plac.refusals import refuse
from companion.games.plic_plac.turn_order import require, require_seat


def go_on(position: Position) -> Position:
    """The position after a card was turned up: the traitor may be used, another card is due, or the attempt ends."""
    if position.shown[-1].card == TRAITOR and any(betrayals(position)):
        return replace(position, phase=Phase.TRAITOR)
    return _judged(position)


def _judged(position: Position) -> Position:
    """Ask for another card, or decide whether the cards of the attempt fit."""
    assert position.announced is not None
    cards = [each.card for each in position.tried]
    if len(cards) < CARDS_OF[position.announced]:
        return replace(position, phase=Phase.TURN)
    if position.announced == "plic-plac-ploc":
        return _won(position, position.tried, ploc=True) if is_ploc(cards) else failed(position)
    if not is_plic_plac(*cards):
        return failed(position)
    return replace(position, phase=Phase.CUT) if position.cutters else _won(position, position.shown, ploc=False)


def betrayals(position: Position) -> Iterator[Betray]:
    """Every card that the traitor could bring back: all cards that opponents have won, also those of players who are
    out."""
    for player in position.players:
        if player.seat != position.active:
            yield from (Betray(position.active, player.seat, card) for card in player.won)


def traitor_choices(position: Position) -> Iterator[Action]:
    """Every way of using the traitor, and leaving it."""
    yield from betrayals(position)
    yield LeaveTraitor(position.active)


def betray(position: Position, action: Betray) -> Position:
    """The position after the traitor was replaced by an opponent's card.

    Raises:
        Illegal: wrong moment, not this seat's decision, or no opponent has won that card (8.4).
    """
    require(position, action, Phase.TRAITOR)
    require_seat(position, action, position.active)
    if action not in betrayals(position):
        raise refuse("not-won")
    owner = position.players[action.owner]
    after = position.with_player(replace(owner, won=tuple(card for card in owner.won if card != action.card)))
    there = Lying(position.shown[-1].place, action.card)
    return _judged(replace(after, shown=(*position.shown[:-1], there), traitor_gone=True))


def leave_traitor(position: Position, action: LeaveTraitor) -> Position:
    """The position after the traitor was left where it lies.

    Raises:
        Illegal: wrong moment, or not this seat's decision (8.5).
    """
    require(position, action, Phase.TRAITOR)
    require_seat(position, action, position.active)
    return _judged(position)


def cut_choices(position: Position) -> Iterator[Action]:
    """Taking the two cards, and every cut by an opponent."""
    yield Pocket(position.turn)
    yield from (Cut(seat, each.place) for seat in position.cutters for each in position.shown)


def pocket(position: Position, action: Pocket) -> Position:
    """The position after the player won the plic-plac.

    Raises:
        Illegal: wrong moment, or another player's plic-plac (4.2).
    """
    require(position, action, Phase.CUT)
    require_seat(position, action, position.turn)
    return _won(position, position.shown, ploc=False)


def cut(position: Position, action: Cut) -> Position:
    """The position after an opponent cut the plic-plac and named one of its cards.

    Raises:
        Illegal: wrong moment or an own plic-plac (6.1), it is cut already (6.5), it is a plic-plac-ploc (5.5), or the
            named card is not one of the two (6.2).
    """
    require(position, action, Phase.CUT)
    if action.seat not in position.cutters:
        raise refuse("own-plic-plac")
    if action.place not in [each.place for each in position.shown]:
        raise refuse("not-of-the-pair")
    return replace(position, phase=Phase.TURN, cutter=action.seat, named=action.place, announced="plic-plac-ploc")


def failed(position: Position) -> Position:
    """The position after a failed attempt: the cards go back; a plic-plac whose cut failed is won (clauses 4.3, 5.3,
    5.4, 6.4)."""
    if position.cutter is not None:
        return _won(replace(position, cutter=None), position.shown[: CARDS_OF["plic-plac"]], ploc=False)
    return ending.next_turn(position, position.turn)


def _won(position: Position, cards: tuple[Lying, ...], *, ploc: bool) -> Position:
    """The active player wins the cards, the other open cards go back, and the next player's turn begins."""
    player = position.players[position.active]
    won = (*player.won, *(each.card for each in cards))
    after = position.with_player(replace(player, won=won, plocs=player.plocs + ploc))
    places = {each.place for each in cards}
    pool = tuple(place for place in position.pool if place not in places)
    back = tuple(each for each in position.shown if each not in cards)
    return ending.next_turn(replace(after, pool=pool, shown=back), player.seat)
