"""`legal_actions` lists exactly what `apply` accepts, tried against every action that could be thought of."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.games.plic_plac.actions import (
    Announce,
    Betray,
    CallBlockage,
    CardSeen,
    CardTold,
    Cut,
    DrawFirst,
    GiveUp,
    LeaveTraitor,
    Pass,
    Pocket,
    PoolSeen,
    PoolTold,
    TakeSecret,
    TurnUp,
    WinOne,
)
from companion.games.plic_plac.pieces import BY_FACE
from companion.games.plic_plac.position import Phase
from companion.games.plic_plac.state import PlicPlac
from tests.games.plic_plac.playing import SETUPS, moments, random_game

pytestmark = pytest.mark.whole


def every_action(seats: int) -> list[Action]:
    """One seat and one place too many, so that strangers are refused as well."""
    found: list[Action] = []
    some, places, cards = range(seats + 1), range(-1, 41), BY_FACE.values()
    for seat in some:
        found += [DrawFirst(seat), Pass(seat), GiveUp(seat), Pocket(seat), LeaveTraitor(seat), CallBlockage(seat)]
        found += [Announce(seat, "plic-plac"), Announce(seat, "plic-plac-ploc")]
        found += [WinOne(seat, card) for card in cards]
    for seat, place in product(some, places):
        found += [TakeSecret(seat, place), TurnUp(seat, place), Cut(seat, place)]
    found += [Betray(seat, owner, card) for seat, owner in product(some, some) for card in cards]
    found += [CardSeen(place, card) for place in places for card in cards]
    return found


def accepted(state: PlicPlac, action: Action) -> bool:
    try:
        state.apply(action)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_what_is_listed_is_what_is_accepted(number: int) -> None:
    seats, options = SETUPS[number]
    states = moments(random_game(seats, options, 1))
    random, candidates = Random(number), every_action(seats)
    tried = [next((state for state in states if state.phase is phase), states[0]) for phase in Phase]
    tried += random.sample(states, 6)
    for state in tried:
        listed = {a for a in state.legal_actions() if not isinstance(a, CardTold | PoolSeen | PoolTold)}
        assert {action for action in candidates if accepted(state, action)} == listed


def test_every_card_that_may_come_up_may_be_told() -> None:
    for state in moments(random_game(3, SETUPS[3][1], 1)):
        tellers = {action.seat for action in state.legal_actions() if isinstance(action, CardTold)}
        if state.phase is not Phase.SHOWN:
            assert not tellers
            assert not accepted(state, CardTold(0, "red star"))
            continue
        assert tellers == set(state.seats)
        seen = {a.card.face for a, _ in state.chance_outcomes() if isinstance(a, CardSeen)}
        assert {face for face in BY_FACE if accepted(state, CardTold(1, face))} == seen
        assert not accepted(state, CardTold(7, next(iter(seen))))
