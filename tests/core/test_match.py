"""A match can be taken back, replayed and corrected."""

from __future__ import annotations

import pytest

from companion.core.errors import Illegal
from companion.core.kit import random_match
from companion.core.match import begin, replay
from tests.core.toy import TOY, Keep, Options, Throw

ACTIONS = (Throw((2,)), Keep(0), Throw((1,)), Keep(1))


def test_a_match_is_its_actions() -> None:
    match = replay(TOY, 2, Options(rounds=1), ACTIONS)
    assert match.state.scores == (12.0, 12.0)
    assert match.actions == ACTIONS
    assert len(match.states) == 5


def test_an_illegal_action_changes_nothing() -> None:
    match = begin(TOY, 2)
    with pytest.raises(Illegal):
        match.play(Keep(0))
    assert match == begin(TOY, 2)


def test_back_to_gives_the_earlier_moments() -> None:
    match = replay(TOY, 2, Options(rounds=1), ACTIONS)
    for length in range(5):
        assert match.back_to(length) == replay(TOY, 2, Options(rounds=1), ACTIONS[:length])
    with pytest.raises(IndexError):
        match.back_to(5)


def test_the_same_seed_plays_the_same_match() -> None:
    assert random_match(TOY, 3, seed=5) == random_match(TOY, 3, seed=5)
    assert random_match(TOY, 3, seed=5).actions != random_match(TOY, 3, seed=6).actions
