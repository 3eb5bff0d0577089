"""Random whole games keep their promises (promises.py), and reach every corner of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.kit import check_game
from companion.core.match import Match
from companion.games.kaplan import GAME
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import Cover
from companion.games.kaplan.position import Phase
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import covered, every_setup, random_game, ready
from tests.games.kaplan.promises import check_match, check_moment, check_place, recount

pytestmark = pytest.mark.whole

GAMES = 112  # four times through all 28 pairs of seats and decks, with and without bluff and dice


@pytest.mark.parametrize(("seats", "options", "seed"), every_setup(GAMES))
def test_a_random_game_keeps_its_promises(seats: int, options: Options, seed: int) -> None:
    check_match(random_game(seats, options, seed))


def test_random_games_reach_every_corner() -> None:
    """Else the test above could hold for want of anything to check."""
    matches = [random_game(seats, options, seed) for seats, options, seed in every_setup(GAMES)]
    done = {type(action) for match in matches for action in match.actions}
    assert done == set(GAME.actions)
    phases = {state.phase for match in matches for state in match.states if isinstance(state, Kaplan)}
    assert phases == set(Phase)
    scores = [score for match in matches for score in match.state.scores or ()]
    assert min(scores) < 0 < max(scores)
    assert any(score % 1 for score in scores)
    ends = [sum(place.turned for place in match.states[-2].places) for match in matches]  # type: ignore[attr-defined]
    assert any(up >= 7 for up in ends)
    assert any(up < 7 for up in ends)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, Options("own")),
        (3, Options(dice=False)),
        (4, Options(bluff=True)),
        (6, Options()),
        (5, Options(show_own_bets=True, sorting="hands")),
    ],
)
def test_the_conformance_kit_finds_nothing(seats: int, options: Options) -> None:
    check_game(GAME, seats, options, seed=seats)


def test_the_checks_bite() -> None:
    state = covered(ready(), 1, Cover.K, (0, 5))
    check_moment(state)
    lost = state.with_place(replace(state.place(1), bets=()))
    with pytest.raises(AssertionError):
        check_moment(lost)
    shown = replace(state.place(1), bets=(replace(state.place(1).bets[0], hidden=False),))
    with pytest.raises(AssertionError):
        check_place(shown, bluff=False)
    with pytest.raises(AssertionError):
        check_place(replace(state.place(1), cover=Cover.EYE), bluff=False)
    match = random_game(3, Options(), 1)
    shorter = Match(match.game, match.seats + 1, match.options, match.actions, match.states)
    assert recount(shorter) != match.state.scores


def test_games_end() -> None:
    longest = 0
    for seats, options, seed in every_setup(28):
        longest = max(longest, len(random_game(seats, options, seed, announce_share=0.0).actions))
    assert longest < 600
