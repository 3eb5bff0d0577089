"""Cutting a plic-plac (RULES.md 6)."""

from __future__ import annotations

import pytest

from companion.core.actors import at_seat
from companion.games.plic_plac.actions import CallBlockage, Cut, GiveUp, Pocket, TurnUp
from companion.games.plic_plac.position import Phase
from companion.games.plic_plac.state import PlicPlac
from tests.games.plic_plac.playing import ADA, BOB, CLEO, begun, card, plic_plac, refused, turned, with_pool

PAIR = ((3, "red star"), (8, "blue star"))


@pytest.fixture
def shown() -> PlicPlac:
    """Ada is about to win two stars."""
    return plic_plac(begun(), *PAIR)


def test_6_1_any_opponent_may_cut(shown: PlicPlac) -> None:
    cuts = {(a.seat, a.place) for a in shown.legal_actions() if isinstance(a, Cut)}
    assert cuts == {(seat, place) for seat in (BOB, CLEO) for place in (3, 8)}
    assert refused(shown, Cut(ADA, 3)) == ("own-plic-plac", "6.1")
    assert refused(shown.apply(CallBlockage(CLEO)), Cut(CLEO, 3)) == ("is-out", "7.4")


def test_6_2_names_one_card_and_turns_up_two_others(shown: PlicPlac) -> None:
    assert refused(shown, Cut(BOB, 4)) == ("not-of-the-pair", "6.2")
    state = shown.apply(Cut(BOB, 8))
    assert (state.phase, state.actor, state.named) == (Phase.TURN, at_seat(BOB), 8)
    assert [each.card.face for each in state.tried] == ["blue star"]
    assert {3, 8}.isdisjoint({a.place for a in state.legal_actions() if isinstance(a, TurnUp)})
    assert refused(state, TurnUp(BOB, 3)) == ("already-up", "6.2")


def test_6_2_two_others_must_be_there() -> None:
    three = with_pool(begun(2), ["red star", "blue star", "red heart"], winner=BOB)
    state = plic_plac(three, (0, "red star"), (1, "blue star"))
    assert state.players[ADA].won == (card("red star"), card("blue star"))  # there is nobody to ask
    four = with_pool(begun(2), ["red star", "blue star", "red heart", "red cross"], winner=BOB)
    assert plic_plac(four, (0, "red star"), (1, "blue star")).phase is Phase.CUT


def test_6_3_who_succeeds_wins_three_and_the_next_plays(shown: PlicPlac) -> None:
    state = turned(turned(shown.apply(Cut(BOB, 8)), 10, "blue heart"), 11, "green heart")
    assert [each.face for each in state.players[BOB].won] == ["blue star", "blue heart", "green heart"]
    assert (state.players[BOB].plocs, state.players[ADA].won) == (1, ())
    assert (state.phase, state.turn) == (Phase.TAKE, CLEO)
    assert (3 in state.pool, len(state.pool)) == (True, 33)
    assert [(each.place, each.card.face) for each in state.remembered] == [(3, "red star")]


def test_6_3_the_other_card_of_the_pair_does_not_help(shown: PlicPlac) -> None:
    """Red star fits both, but it was not named."""
    state = turned(turned(shown.apply(Cut(BOB, 8)), 10, "red heart"), 11, "red cross")
    assert state.players[BOB].won == ()


def test_6_4_if_it_fails_the_player_wins_the_pair(shown: PlicPlac) -> None:
    state = turned(turned(shown.apply(Cut(CLEO, 8)), 10, "green heart"), 11, "green cross")
    assert [each.face for each in state.players[ADA].won] == ["red star", "blue star"]
    assert (state.players[CLEO].won, state.players[ADA].plocs) == ((), 0)
    assert (state.phase, state.turn, len(state.pool)) == (Phase.TAKE, BOB, 34)
    assert {each.place for each in state.remembered} == {10, 11}


def test_6_5_a_pair_is_cut_once_at_most(shown: PlicPlac) -> None:
    state = shown.apply(Cut(CLEO, 8))
    assert refused(state, Cut(BOB, 3)) == ("cut-already", "6.5")
    assert refused(state, Pocket(ADA)) == ("moment", "4.2")


@pytest.mark.parametrize("up", [0, 1])
def test_6_6_a_cut_may_be_given_up(shown: PlicPlac, up: int) -> None:
    state = shown.apply(Cut(BOB, 3))
    state = turned(state, 10, "green heart") if up else state
    assert refused(state, GiveUp(ADA)) == ("not-your-cut", "6.6")
    state = state.apply(GiveUp(BOB))
    assert [each.face for each in state.players[ADA].won] == ["red star", "blue star"]
    assert (state.turn, len(state.pool)) == (BOB, 34)
