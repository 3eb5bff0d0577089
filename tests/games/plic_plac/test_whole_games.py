"""Whole games, played at random: what holds at every moment, and what they come to, counted twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.kit import check_game, check_match
from companion.core.match import Match
from companion.games.plic_plac import GAME
from companion.games.plic_plac.actions import CardSeen, CardTold
from companion.games.plic_plac.depiction import laid_out
from companion.games.plic_plac.options import Options
from companion.games.plic_plac.pieces import BY_FACE, box
from companion.games.plic_plac.position import Lying, Phase
from companion.games.plic_plac.state import PlicPlac
from tests.games.plic_plac.playing import SETUPS, moments, random_game
from tests.games.plic_plac.recount import scores

pytestmark = pytest.mark.whole

GAMES = [(seats, options, seed) for seats, options in SETUPS for seed in range(6)]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_scores_are_what_a_recount_finds(number: int) -> None:
    match = random_game(*GAMES[number])
    assert match.state.scores == scores(match)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_what_holds_at_every_moment(number: int) -> None:
    for state in moments(random_game(*GAMES[number])):
        check_moment(state)


def check_moment(state: PlicPlac) -> None:
    own = [card for player in state.players for card in player.won]
    whole = box(specials=state.options.specials)
    assert len(own) == len(set(own))
    assert set(own) <= set(whole)
    # Every card is somewhere: won, in the pool, or the traitor that has left.
    assert len(own) + len(state.pool) + state.traitor_gone == len(whole)
    assert len(state.left()) == len(state.pool)
    assert {each.place for each in state.shown} <= set(state.pool)
    assert {each.card for each in state.shown} <= set(state.left())
    places = [each.place for each in state.remembered]
    cards = [each.card for each in state.remembered]
    assert len(places) == len(set(places))
    assert len(cards) == len(set(cards))
    assert set(places) <= set(state.pool) - {each.place for each in state.shown}
    assert set(cards) <= set(state.left()) - {each.card for each in state.shown}
    assert state.turn not in {player.seat for player in state.players if player.out} or state.phase is Phase.OVER
    assert len(laid_out(state)) == (0 if state.phase is Phase.POOL else len(whole))
    assert state.claims == () or state.cutter is not None


def test_random_games_reach_every_corner() -> None:
    """Else the tests above could hold for want of anything to check."""
    matches = [random_game(*game) for game in GAMES]
    assert {type(action) for match in matches for action in match.actions} == set(GAME.actions)
    states = [state for match in matches for state in moments(match)]
    assert {state.phase for state in states} == set(Phase)
    assert any(state.caller is not None for state in states)
    assert any(player.out for state in states for player in state.players)
    assert any(state.traitor_gone for state in states)
    assert any(state.claims for state in states)
    assert any(state.cutter is not None and player.plocs for state in states for player in state.players)
    ends = [match.state for match in matches if match.seats == 1]
    assert {score > 0 for state in ends for score in state.scores or ()} >= {False}
    told = [a for match in matches for a in match.actions if isinstance(a, CardTold)]
    seen = [a for match in matches for a in match.actions if isinstance(a, CardSeen)]
    assert {BY_FACE[action.face] for action in told} | {action.card for action in seen} == set(BY_FACE.values())


@pytest.mark.parametrize("number", [0, 13, 27, 31])
def test_the_conformance_kit_finds_nothing(number: int) -> None:
    check_match(random_game(*GAMES[number]), seed=number)


@pytest.mark.parametrize("seats", [1, 3])
def test_the_kit_plays_at_random_and_finds_nothing(seats: int) -> None:
    check_game(GAME, seats, Options(specials=True), seed=seats)


def test_the_checks_bite() -> None:
    match = random_game(*GAMES[20])
    seen = [n for n, action in enumerate(match.actions) if isinstance(action, CardSeen)]
    bitten = 0
    for number in seen[:40]:
        action = match.actions[number]
        assert isinstance(action, CardSeen)
        other = replace(action, card=BY_FACE["null"])
        wrong = Match(match.game, match.seats, match.options,
                      (*match.actions[:number], other, *match.actions[number + 1 :]), match.states)  # fmt: skip
        try:
            bitten += scores(wrong) != match.state.scores
        except (ValueError, TypeError, KeyError):
            bitten += 1
    assert bitten
    state = next(state for state in moments(match) if state.players[0].won and state.remembered)
    first = state.players[0]
    for broken in (
        state.with_player(replace(first, won=(*first.won, first.won[0]))),
        replace(state, pool=state.pool[1:]),
        replace(state, remembered=(*state.remembered, Lying(0, first.won[0]))),
        replace(state, traitor_gone=not state.traitor_gone),
    ):
        with pytest.raises(AssertionError):
            check_moment(broken)
