"""`legal_actions` lists exactly what `apply` accepts, tried against every action that could be thought of."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.games.leprechauns.actions import (
    CallFoul,
    ChestSeen,
    ChestTold,
    Designate,
    Discard,
    Exchange,
    FirstHand,
    FoulSeen,
    HandsStand,
    Judge,
    KeepChest,
    NoChest,
    PassPrems,
    PlayAs,
    Signal,
    Slap,
    TakePrems,
    TurnAction,
)
from companion.games.leprechauns.pieces import ActionCard, ActionKind, Fault
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.state import Leprechauns
from tests.games.leprechauns.playing import SETUPS, random_game

pytestmark = pytest.mark.whole


def every_action(seats: int) -> list[Action]:
    """One seat too many, so that strangers are refused as well."""
    found: list[Action] = []
    some, flags, values = range(seats + 1), (True, False), range(12)
    for seat in some:
        found += [TakePrems(seat), Signal(seat), NoChest(seat), HandsStand(seat), KeepChest(seat)]
        found += [PlayAs(seat, flag) for flag in flags]
        found += [Judge(seat, flag) for flag in flags]
        found += [ChestTold(seat, value) for value in values]
        found += [Discard(seat, value) for value in values]
        found += [FoulSeen(seat, fault) for fault in Fault]
    for seat, other in product(some, some):
        found += [Slap(seat, other, flag) for flag in flags]
        found += [FirstHand(seat, other), Designate(seat, other), PassPrems(seat, other)]
        found += [Exchange(seat, other, value) for value in (None, *values)]
        found += [CallFoul(seat, other, fault) for fault in Fault]
    found += [TurnAction(ActionCard(kind, number)) for kind in ActionKind for number in (None, *values)]
    found += [ChestSeen(0, value, card) for value in values for card in range(62)]
    return found


def accepted(state: Leprechauns, action: Action) -> bool:
    try:
        state.apply(action)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_what_is_listed_is_what_is_accepted(number: int) -> None:
    seats, options = SETUPS[number]
    states = [state for state in random_game(seats, options, 1).states if isinstance(state, Leprechauns)]
    random, candidates = Random(number), every_action(seats)
    tried = [next((state for state in states if state.phase is phase), states[0]) for phase in Phase]
    tried += random.sample([state for state in states if state.phase is Phase.HANDS], 4)
    for state in tried:
        listed = {action for action in state.legal_actions() if getattr(action, "owner", 0) == 0}
        found = {action for action in candidates if getattr(action, "owner", 0) == 0 and accepted(state, action)}
        assert found == listed
