"""A simulated player: it remembers some of the shown cards and counts what has been won."""

from __future__ import annotations

from random import Random

from companion.core.game import Action
from companion.games.plic_plac.actions import (
    Announce,
    Betray,
    CallBlockage,
    GiveUp,
    LeaveTraitor,
    Pass,
    Pocket,
    TakeSecret,
    TurnUp,
    WinOne,
)
from companion.games.plic_plac.ending import is_blocked
from companion.games.plic_plac.pieces import Card, is_plic_plac, is_ploc
from companion.games.plic_plac.position import CARDS_OF, Lying, Phase
from companion.games.plic_plac.state import PlicPlac

RECALL = 0.75
"""Probability that a card that has been shown is remembered when it is needed. Assumed."""
EARLY = 4
"""With fewer shown cards than this, many players look at a card and pass."""
BOLD_EARLY, BOLD = 0.5, 0.9
"""Probabilities of announcing something: early in the game, and later. Assumed."""
PLOC = 0.3
"""Probability that an announcement is a plic-plac-ploc (three cards). Assumed."""
GIVES_UP = 0.3
"""Probability of giving up a hopeless plic-plac-ploc. Assumed."""


def choose(state: PlicPlac, seat: int, random: Random) -> Action:
    """One action for the player at `seat`, chosen from what everybody has seen and from `random`."""
    if is_blocked(state) and CallBlockage(seat) in state.legal_actions():
        return CallBlockage(seat)
    if state.phase is Phase.TAKE:
        return TakeSecret(seat, _unknown(state, state.pool, random))
    if state.phase is Phase.SECRET:
        return _announced(state, seat, random)
    if state.phase is Phase.TURN:
        return _turned(state, seat, random)
    if state.phase is Phase.TRAITOR:
        return _betrayed(state, seat)
    if state.phase is Phase.CUT:
        return Pocket(seat)
    return random.choice([action for action in state.legal_actions() if isinstance(action, WinOne)])


def _announced(state: PlicPlac, seat: int, random: Random) -> Action:
    bold = BOLD_EARLY if len(state.remembered) < EARLY else BOLD
    if random.random() >= bold:
        return Pass(seat)
    ploc = random.random() < PLOC and len(state.pool) >= CARDS_OF["plic-plac-ploc"]
    return Announce(seat, "plic-plac-ploc" if ploc else "plic-plac")


def _turned(state: PlicPlac, seat: int, random: Random) -> Action:
    """Turn up a remembered card that fits, otherwise one that nobody has seen."""
    cards = [each.card for each in state.tried]
    recalled = [each for each in state.remembered if random.random() < RECALL]
    fitting = [each for each in recalled if _fits(cards, each)]
    if fitting:
        return TurnUp(seat, random.choice(fitting).place)
    if GiveUp(seat) in state.legal_actions() and random.random() < GIVES_UP:
        return GiveUp(seat)
    up = {each.place for each in state.shown}
    return TurnUp(seat, _unknown(state, [place for place in state.pool if place not in up], random))


def _fits(cards: list[Card], other: Lying) -> bool:
    if len(cards) < CARDS_OF["plic-plac"]:
        return any(is_plic_plac(card, other.card) for card in cards)
    return is_ploc((*cards, other.card))


def _unknown(state: PlicPlac, places: tuple[int, ...] | list[int], random: Random) -> int:
    known = {each.place for each in state.remembered}
    return random.choice([place for place in places if place not in known] or list(places))


def _betrayed(state: PlicPlac, seat: int) -> Action:
    others = [each.card for each in state.tried[:-1]]
    for action in state.legal_actions():
        if isinstance(action, Betray) and any(is_plic_plac(action.card, card) for card in others):
            return action
    return LeaveTraitor(seat)
