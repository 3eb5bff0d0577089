"""`legal_actions` lists exactly what `apply` accepts, tried against every action that could be thought of."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action
from companion.games.kaplan.actions import (
    Ally,
    Announce,
    Bet,
    ChooseClue,
    ChooseFamily,
    ConfirmNumber,
    CoverCards,
    JudgeWord,
    Pass,
    Reveal,
    StayAlone,
    TakeBack,
    TurnLetter,
    UseDice,
)
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import Family, Metal
from companion.games.kaplan.spelling import Verdict
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import random_game

pytestmark = pytest.mark.whole

MOMENTS = 6
"""Of each game, drawn at random, besides those with rarer actions."""
TRIED = 1500
"""Candidates tried at each moment, of some 10 000 to 20 000; the listed ones are tried always."""
RARE = (TakeBack, Ally, ChooseClue, Pass, TurnLetter, JudgeWord)


def every_action(seats: int) -> list[Action]:
    found: list[Action] = []
    for seat in range(seats):
        found += [CoverCards(seat), TakeBack(seat), Pass(seat), StayAlone(seat)]
        found += [ChooseFamily(seat, family) for family in Family]
        found += [UseDice(seat, places) for n in (2, 3) for places in combinations_with_replacement(range(1, 13), n)]
        found += [TurnLetter(seat, place) for place in range(14)]
        found += [ChooseClue(seat, metal, number) for metal in Metal for number in (1, 2)]
        found += [Ally(seat, partner) for partner in range(seats)]
        found += [ConfirmNumber(seat, writer, only) for writer in range(seats) for only in (True, False)]
        found += [JudgeWord(seat, writer, verdict) for writer in range(seats) for verdict in Verdict]
        found += [
            Bet(seat, place, family, value, hidden)
            for place in range(14)
            for family in Family
            for value in range(1, 10)
            for hidden in (True, False)
        ]
    return found


def accepted(state: Kaplan, action: Action) -> bool:
    try:
        state.apply(action)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize(
    ("seats", "options", "seed"),
    [
        (2, Options(), 1),
        (3, Options(bluff=True), 2),
        (4, Options(dice=False), 3),
        (5, Options(deck="own"), 4),
    ],
)
def test_what_is_listed_is_what_is_accepted(seats: int, options: Options, seed: int) -> None:
    random = Random(seed)
    match = random_game(seats, options, seed, announce_share=0.0)
    states = [state for state in match.states if isinstance(state, Kaplan)]
    tried = random.sample(states, MOMENTS)
    for kind in RARE:
        tried += [state for state in states if any(type(action) is kind for action in state.legal_actions())][:1]
    candidates = every_action(seats)
    for state in tried:
        listed = {a for a in state.legal_actions() if getattr(a, "seat", None) is not None}
        listed = {action for action in listed if not isinstance(action, Announce | Reveal)}
        some = [*random.sample(candidates, TRIED), *listed]
        assert {action for action in some if accepted(state, action)} == listed


@pytest.mark.parametrize("seed", range(5))
def test_announcing_is_listed_when_it_is_accepted(seed: int) -> None:
    match = random_game(4 + seed, Options(), seed, announce_share=0.02)
    for state in match.states[::5]:
        assert isinstance(state, Kaplan)
        listed = {action.seat for action in state.legal_actions() if isinstance(action, Announce)}
        assert {seat for seat in state.seats if accepted(state, Announce(seat, "mot"))} == listed
