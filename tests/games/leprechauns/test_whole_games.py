"""Random whole games keep their promises, reach every corner of the rules, and add up when they are counted again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.kit import check_game, check_match
from companion.core.match import Match
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import ChestSeen, ChestTold, Judge, Slap
from companion.games.leprechauns.deck import deck
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ActionKind, Fault
from companion.games.leprechauns.position import ROUNDS, Phase
from companion.games.leprechauns.state import Leprechauns
from tests.games.leprechauns.playing import SETUPS, random_game
from tests.games.leprechauns.recount import recount, scores

pytestmark = pytest.mark.whole

GAMES = [(seats, options, seed) for seed in range(8) for seats, options in SETUPS]


def moments(match: Match) -> list[Leprechauns]:
    return [state for state in match.states if isinstance(state, Leprechauns)]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_random_game_adds_up(number: int) -> None:
    check(random_game(*GAMES[number]))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SETUPS), st.integers(100, 10**6))
def test_any_random_game_adds_up(setup: tuple[int, Options], seed: int) -> None:
    check(random_game(*setup, seed))


def check(match: Match) -> None:
    """Scores, first hands and PREM'S as counted by hand, and what holds at every moment."""
    tally = recount(match)
    over = match.state
    assert isinstance(over, Leprechauns)
    assert over.scores == scores(tally)
    assert [sorted(chest.value for chest in player.won) for player in over.players] == [sorted(w) for w in tally.won]
    assert [player.first_hands for player in over.players] == tally.firsts
    assert over.round == ROUNDS
    for state in moments(match):
        check_moment(state)


def check_moment(state: Leprechauns) -> None:
    for player in state.players:
        hand = state.hand_of(player.seat)
        assert sum(each.seat == player.seat for each in state.hands) <= 1
        assert hand is None or hand.on != player.seat
        assert player.prize is None or (hand is not None and player.out is None and player.tried)
    assert {player.pile for player in state.players} <= {ROUNDS - state.round, ROUNDS - state.round + 1}
    values = Counter(chest.value for chest in state.out)
    assert max(values.values(), default=0) <= 4
    cards = [chest.card for chest in state.out if chest.card is not None]
    assert len(cards) == len(set(cards))
    if not state.options.shared and state.phase not in (Phase.HANDS, Phase.OVER):
        on = [hand.on for hand in state.hands if state.players[hand.seat].out is None]
        assert len(on) == len(set(on))
    if not state.options.shared:  # no chest is in two places
        kept = [chest for player in state.players for chest in (*player.won, *player.lost)]
        assert not Counter(kept) - Counter(state.out)


def test_random_games_reach_every_corner() -> None:
    """Else the tests above could hold for want of anything to check."""
    matches = [random_game(*game) for game in GAMES]
    assert {type(action) for match in matches for action in match.actions} == set(GAME.actions)
    states = [state for match in matches for state in moments(match)]
    assert {state.phase for state in states} == set(Phase)
    assert {state.action.kind for state in states if state.action} == set(ActionKind)
    assert {player.out for state in states for player in state.players} == {None, *Fault}
    assert min(score for match in matches for score in match.state.scores or ()) < 0
    assert any(len({*(match.state.scores or ())}) < match.seats for match in matches)
    assert {False, True} <= {a.tie for match in matches for a in match.actions if isinstance(a, Slap)}


@pytest.mark.parametrize("number", [0, 2, 3, 9])
def test_the_conformance_kit_finds_nothing(number: int) -> None:
    check_match(random_game(*GAMES[number]), seed=number)


def test_the_kit_plays_at_random_and_finds_nothing() -> None:
    check_game(GAME, 3, Options("print"), seed=1)


def test_the_checks_bite() -> None:
    match = random_game(*GAMES[4])
    judged = next(n for n, action in enumerate(match.actions) if isinstance(action, Judge))
    other = replace(match.actions[judged], right=not match.actions[judged].right)  # type: ignore[attr-defined, type-var]
    wrong = Match(match.game, match.seats, match.options, (*match.actions[:judged], other), match.states)
    assert scores(recount(wrong)) != match.state.scores
    state = next(state for state in moments(match) if state.hands)
    hand = state.hands[0]
    for broken in (
        replace(state, hands=(replace(hand, on=hand.seat),)),
        replace(state, hands=(hand, hand)),
        replace(state, out=(*state.out, *state.out, *state.out, *state.out, *state.out)),
        state.with_player(replace(state.players[0], pile=-1)),
    ):
        with pytest.raises(AssertionError):
            check_moment(broken)


def test_chests_come_with_even_odds() -> None:
    """The first chest of a game is any of the 40 alike, whether the eyes or people tell it."""
    state = next(state for state in moments(random_game(*GAMES[4])) if state.phase is Phase.REVEAL)
    odds = state.chance_outcomes()
    told = {action.value: share for action, share in odds if isinstance(action, ChestTold)}
    seen = {action.card: share for action, share in odds if isinstance(action, ChestSeen)}
    assert seen.keys() == {card.ident for card in deck("boxed")}
    assert len({round(share, 12) for share in told.values()}) == 1
    assert len({round(share, 12) for share in seen.values()}) == 1
