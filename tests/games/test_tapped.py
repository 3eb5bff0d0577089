"""Whole random matches of the games whose boards are tapped: taps lead to every action that has them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.taps_board import Taps, TapsBoard, step_after
from companion.core.game import Action, State, legal_for
from companion.core.kit import random_match
from companion.games.karo import GAME as KARO
from companion.games.karo.actions import Pass
from companion.games.karo.options import Options, Rules
from companion.web.tapping import BETWEEN, MOST_TAPS
from tests.games.karo.playing import RULES

TURNS = 60
"""Of a random game of KARO: tiles have wandered by then."""
TAPPED = [key for key in catalog.game_keys() if offers(catalog.game(key), TapsBoard) is not None]


def taps_at(game: Any, state: State, seat: int) -> tuple[tuple[Action, ...], dict[int, Taps]]:
    actions = legal_for(state, seat)
    found = {number: game.taps(state, action) for number, action in enumerate(actions)}
    return actions, {number: taps for number, taps in found.items() if taps is not None}


def reached_by(taps: dict[int, Taps], number: int, random: Random) -> bool:
    """Tap for the action of this number alone, as the board lets it; whether it is sent, or stands to be confirmed."""
    wanted, so_far = taps[number], ()
    while not wanted.complete_with(so_far):
        step = step_after(so_far, taps)
        assert step.so_far == so_far
        place = random.choice(sorted(wanted.leading_on(so_far)))
        assert place in step.onward
        sent = step.onward[place]
        so_far = (*so_far, place)
        if sent is not None:
            return sent == number and wanted.complete_with(so_far)
    return number in step_after(so_far, taps).complete


def test_these_games_are_tapped() -> None:
    assert TAPPED == ["kaleidoscope", "kaplan", "karo"]


def moments(rules: Rules, seed: int, faces: str) -> Iterator[State]:
    random, state = Random(seed), KARO.start(2, Options(rules, faces=faces))  # type: ignore[arg-type]
    for _ in range(TURNS):
        if state.over:
            return
        yield state
        state = state.apply(random.choice(state.legal_actions()))


@pytest.mark.whole
@given(rules=st.sampled_from(RULES), seed=st.integers(0, 10_000), faces=st.sampled_from(["three", "free"]))
@settings(max_examples=12)
def test_every_turn_of_karo_is_tapped_and_no_two_alike(rules: Rules, seed: int, faces: str) -> None:
    random = Random(seed)
    for state in moments(rules, seed, faces):
        actions, taps = taps_at(KARO, state, state.actor.seat)  # type: ignore[arg-type]
        assert {number for number, action in enumerate(actions) if not isinstance(action, Pass)} == set(taps)
        distinct = {tuple(sorted(each.places)) if each.in_any_order else each.places for each in taps.values()}
        assert len(distinct) == len(taps)
        for number in random.sample(sorted(taps), min(len(taps), 8)):
            assert reached_by(taps, number, random)


@pytest.mark.parametrize("key", TAPPED)
def test_every_action_of_a_whole_match_is_reached_by_its_taps(key: str) -> None:
    game, random = catalog.game(key), Random(1)
    for state in random_match(game, min(3, max(game.seats)), seed=2).states:
        for seat in range(min(3, max(game.seats))):
            _, taps = taps_at(game, state, seat)
            for number in random.sample(sorted(taps), min(len(taps), 4)):
                assert reached_by(taps, number, random)
                assert len(taps[number].places) < MOST_TAPS
                assert all(place and BETWEEN not in place for place in taps[number].places)


def test_a_camp_with_free_faces_is_confirmed_where_it_may_go_on() -> None:
    state = KARO.start(2, Options("movers-hoppers", faces="free"))
    actions, taps = taps_at(KARO, state, 0)
    assert len(actions) == len(taps) == 64
    step = step_after((), taps)
    assert [taps[number].places for number in step.complete] == [()]
    assert len(step.onward) == 6
    assert set(step.onward.values()) == {None}
