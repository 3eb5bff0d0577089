"""`legal_actions` lists exactly what `apply` accepts, tried against every action that could be thought of."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.games.kaleidoscope.actions import (
    Accept,
    AcceptWord,
    Announce,
    CapitalSeen,
    CapitalTold,
    Decline,
    Discard,
    Doubt,
    LetterSeen,
    LetterTold,
    Move,
    NoMore,
    Pass,
    PickUp,
    Place,
    PointOut,
    Refuse,
    RefuseWord,
    RunOut,
    TurnUp,
)
from companion.games.kaleidoscope.pieces import CAPITALS, SMALL_LETTERS
from companion.games.kaleidoscope.position import Phase
from companion.games.kaleidoscope.state import Kaleidoscope
from tests.games.kaleidoscope.playing import GAMES, moments, random_game

pytestmark = pytest.mark.whole

TOLD = (CapitalTold, LetterTold)
STRANGE = ("é", "ab", "")


def every_action() -> list[Action]:
    """One seat, column and place too many, so that strangers are refused as well."""
    found: list[Action] = []
    seats, columns, places = range(3), range(-1, 10), range(-1, 9)
    for seat in seats:
        found += [
            TurnUp(seat),
            Pass(seat),
            Decline(seat),
            RunOut(seat),
            Accept(seat),
            Refuse(seat),
            NoMore(seat),
            Discard(seat, None),
        ]
        found += [Discard(seat, place) for place in places]
        found += [kind(seat, column) for kind in (Place, Announce, PointOut, Doubt) for column in columns]
        found += [Move(seat, *three) for three in product(columns, range(9), columns)]
        found += [RefuseWord(seat, *two) for two in product(seats, columns)]
        found += [AcceptWord(seat, number) for number in columns]
        found += [PickUp(seat, *three) for three in product(seats, places, columns)]
    found += [CapitalSeen(column, letter) for column in columns for letter in (*CAPITALS, "a", *STRANGE)]
    found += [LetterSeen(letter) for letter in (*SMALL_LETTERS, "A", *STRANGE)]
    return found


def accepted(state: Kaleidoscope, action: Action) -> bool:
    try:
        state.apply(action)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("number", [0, 6, 12])
def test_what_is_listed_is_what_is_accepted(number: int) -> None:
    states = moments(random_game(*GAMES[number]))
    random, candidates = Random(number), every_action()
    tried = [next((state for state in states if state.phase is phase), states[0]) for phase in Phase]
    tried += [next((state for state in states if state.late), states[0]), *random.sample(states, 8)]
    for state in tried:
        listed = {action for action in state.legal_actions() if not isinstance(action, TOLD)}
        assert {action for action in candidates if accepted(state, action)} == listed


@pytest.mark.parametrize("number", [1, 8])
def test_what_may_come_up_may_be_told_by_either(number: int) -> None:
    for state in moments(random_game(*GAMES[number])):
        seen = {action for action, _ in state.chance_outcomes()}
        tellers = {action.seat for action in state.legal_actions() if isinstance(action, TOLD)}
        assert tellers == ({0, 1} if seen else set())
        for seat in range(3):
            letters = {LetterSeen(each) for each in SMALL_LETTERS if accepted(state, LetterTold(seat, each))}
            capitals = {
                CapitalSeen(column, each)
                for column in (state.columns if state.phase is Phase.CAPITAL else range(1))
                for each in CAPITALS
                if accepted(state, CapitalTold(seat, column, each))
            }
            assert letters | capitals == (seen if seat < 2 else set())
