"""Blockages that are called while a cut goes on (RULES.md 7.9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.actors import OVER, at_seat
from companion.games.plic_plac import GAME
from companion.games.plic_plac.actions import CallBlockage, Cut, GiveUp, Pocket, TurnUp, WinOne
from companion.games.plic_plac.position import Phase
from companion.games.plic_plac.state import PlicPlac
from tests.games.plic_plac.playing import ADA, BOB, CLEO, begun, card, plic_plac, refused, turned, with_pool

PAIR = ((3, "red star"), (8, "blue star"))


@pytest.fixture
def cut() -> PlicPlac:
    """Bob cuts Ada's two stars, and has turned up one card."""
    return turned(plic_plac(begun(), *PAIR).apply(Cut(BOB, 3)), 9, "red heart")


@pytest.mark.parametrize("caller", [ADA, BOB, CLEO])
def test_7_9_a_cut_that_has_begun_goes_on_whoever_calls(cut: PlicPlac, caller: int) -> None:
    state = cut.apply(CallBlockage(caller))
    assert state == replace(cut, claims=(caller,))
    assert not state.players[caller].out
    state = turned(state, 10, "red cross")
    assert [each.face for each in state.players[BOB].won] == ["red star", "red heart", "red cross"]
    # Now it is judged: there are plic-placs left, so the caller plays no more.
    assert [player.seat for player in state.players if player.out] == [caller]
    assert (state.phase, state.turn, state.claims) == (Phase.TAKE, ADA if caller == CLEO else CLEO, ())


@pytest.mark.parametrize("caller", [ADA, BOB, CLEO])
def test_7_9_a_cut_that_fails_leaves_the_plic_plac_to_its_player(cut: PlicPlac, caller: int) -> None:
    for finished in (turned(cut.apply(CallBlockage(caller)), 10, "green circle"),
                     cut.apply(CallBlockage(caller)).apply(GiveUp(BOB))):  # fmt: skip
        assert [each.face for each in finished.players[ADA].won] == ["red star", "blue star"]
        assert finished.players[caller].out
        assert finished.turn == (CLEO if caller == BOB else BOB)


def test_7_9_it_is_judged_by_the_cards_that_are_left_then() -> None:
    four = with_pool(begun(), ["red star", "blue star", "green heart", "yellow cross"], winner=CLEO)
    state = plic_plac(four, (0, "red star"), (1, "blue star")).apply(Cut(BOB, 0)).apply(CallBlockage(CLEO))
    state = turned(turned(state, 2, "green heart"), 3, "yellow cross")
    assert (state.phase, state.actor, state.caller) == (Phase.BLOCKED, at_seat(CLEO), CLEO)
    assert [each.face for each in state.players[ADA].won] == ["red star", "blue star"]
    state = state.apply(WinOne(CLEO, card("green heart")))
    assert (state.actor, state.scores) == (OVER, (2.0, 0.0, 33.0))


def test_7_9_the_first_call_is_judged_first() -> None:
    four = with_pool(begun(), ["red star", "blue star", "green heart", "yellow cross"], winner=CLEO)
    state = plic_plac(four, (0, "red star"), (1, "blue star")).apply(Cut(BOB, 0))
    state = state.apply(CallBlockage(CLEO)).apply(CallBlockage(ADA)).apply(GiveUp(BOB))
    assert (state.caller, [player.out for player in state.players]) == (CLEO, [False, False, False])


def test_7_9_all_may_be_wrong(cut: PlicPlac) -> None:
    state = cut.apply(CallBlockage(CLEO)).apply(CallBlockage(BOB)).apply(CallBlockage(ADA)).apply(GiveUp(BOB))
    assert (state.actor, state.scores) == (OVER, (2.0, 0.0, 0.0))
    assert all(player.out for player in state.players)


def test_7_9_a_call_that_comes_too_late_counts_for_nothing() -> None:
    four = with_pool(begun(2), ["red star", "blue star", "red heart", "red cross"], winner=ADA)
    state = plic_plac(four, (0, "red star"), (1, "blue star")).apply(Cut(BOB, 0)).apply(CallBlockage(ADA))
    state = turned(turned(state, 2, "red heart"), 3, "red cross")
    assert (state.actor, state.scores, state.players[ADA].out) == (OVER, (32.0, 3.0), False)


def test_7_9_a_second_call_of_the_same_player_is_refused(cut: PlicPlac) -> None:
    state = cut.apply(CallBlockage(CLEO))
    assert refused(state, CallBlockage(CLEO)) == ("claimed-already", "7.9")
    assert CallBlockage(ADA) in state.legal_actions()


def test_7_9_everybody_is_told_that_it_is_judged_after_the_cut(cut: PlicPlac) -> None:
    state = cut.apply(CallBlockage(CLEO))
    for viewer in (None, ADA, BOB, CLEO):
        assert "⟦2⟧ has called a blockage: it is verified after the cut." in GAME.prompt(state, viewer).en
        assert "⟦2⟧ a annoncé un blocage" in GAME.prompt(state, viewer).fr
    both = GAME.prompt(state.apply(CallBlockage(ADA)), None)
    assert "⟦2⟧ and ⟦0⟧ have called a blockage" in both.en
    assert "⟦2⟧ et ⟦0⟧ ont annoncé un blocage" in both.fr


def test_7_9_only_a_cut_that_has_begun_is_waited_for() -> None:
    """Nobody has cut yet: the call is judged at once, and the plic-plac may still be cut or won."""
    shown = plic_plac(begun(), *PAIR)
    state = shown.apply(CallBlockage(CLEO))
    assert (state.phase, state.players[CLEO].out) == (Phase.CUT, True)
    assert {type(action) for action in state.legal_actions()} == {Pocket, Cut, CallBlockage}
    assert TurnUp(BOB, 10) in state.apply(Cut(BOB, 3)).legal_actions()
