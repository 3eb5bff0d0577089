"""RULES.md, 4: bets on K and Eye faces, turned letters, and when a turn ends."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.core.views import view
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import Bet, ChooseClue, LetterSeen, Pass, Throw, TurnLetter
from companion.games.kaplan.pieces import Cover, Family, Metal
from companion.games.kaplan.position import Phase
from companion.games.kaplan.state import Kaplan
from companion.games.kaplan.turns import begin_turn
from tests.games.kaplan.playing import bet, covered, holding, kinds, ready, refused, the_bet, thrown, values


def test_4_1_two_bets_at_least_the_third_is_free() -> None:
    state = thrown(ready(), 1, 2, 3)
    refused(state, Pass(0), "must-bet", "4.1")
    state = bet(state, 1, 1)
    refused(state, Pass(0), "must-bet", "4.1")
    state = bet(state, 2, 2)
    assert kinds(state, 0) == {"Bet", "Pass", "Announce"}
    assert (state.apply(Pass(0)).turn, state.apply(Pass(0)).phase) == (1, Phase.THROW)
    assert bet(state, 3, 3).turn == 1


def test_4_2_one_bet_where_only_one_is_possible_none_where_none_is() -> None:
    state = ready()
    for number in range(2, 13):
        state = state.with_place(replace(state.place(number), cover=Cover.OFF, turned=True))
    assert bet(thrown(state, 1, 5, 9), 1, 4).turn == 1
    stuck = state.with_place(replace(state.place(1), cover=Cover.OFF, turned=True)).apply(Throw((1, 5, 9)))
    assert stuck.phase is Phase.DICE
    assert kinds(stuck, 0) == {"Pass"}
    assert stuck.apply(Pass(0)).turn == 1


def test_4_2_passing_is_refused_where_a_bet_is_possible() -> None:
    refused(ready().apply(Throw((1, 5, 9))), Pass(0), "must-use-dice", "4.1")


def test_4_3_the_first_bet_on_k_is_hidden() -> None:
    state = thrown(ready(), 1, 2, 3)
    refused(state, Bet(0, 1, Family.SQUARE, 5, False), "must-hide", "4.3")
    state = state.apply(Bet(0, 1, Family.SQUARE, 5, True))
    assert [(t.seat, t.value, t.hidden) for t in state.place(1).bets] == [(0, 5, True)]
    assert "value" not in view(state, 1)["places"][0]["bets"][0]


def test_4_4_the_next_bet_on_k_is_shown() -> None:
    state = thrown(covered(ready(), 1, Cover.K, (1, 4)), 1, 2, 3)
    refused(state, Bet(0, 1, Family.SQUARE, 5, True), "must-show", "4.4")
    state = state.apply(Bet(0, 1, Family.SQUARE, 5, False))
    assert view(state, None)["places"][0]["bets"] == [
        {"seat": 1, "family": "circle", "hidden": True, "owner_may_look": False},
        {"seat": 0, "family": "square", "value": 5, "hidden": False, "owner_may_look": False},
    ]


def test_4_5_the_third_bet_on_k_resolves_at_once() -> None:
    state = thrown(covered(ready(), 1, Cover.K, (1, 4), (2, 6)), 1, 2, 3)
    refused(state, Bet(0, 1, Family.SQUARE, 5, True), "must-show", "4.4")
    state = bet(state, 1, 5)
    assert (state.place(1).bets, state.place(1).cover) == ((), Cover.EYE)
    assert state.last_resolution is not None
    assert [(t.seat, t.value) for t in state.last_resolution.totals] == [(0, 5), (1, 4), (2, 6)]
    assert (state.turn, state.phase, state.to_play) == (0, Phase.BETS, (2, 3))


def test_4_6_the_first_bet_on_eye_is_hidden() -> None:
    state = thrown(covered(ready(), 1, Cover.EYE), 1, 2, 3)
    refused(state, Bet(0, 1, Family.SQUARE, 5, False), "must-hide", "4.6")
    assert bet(state, 1, 5).place(1).bets[0].hidden


def test_4_7_the_second_bet_on_eye_resolves_at_once() -> None:
    state = thrown(covered(ready(), 1, Cover.EYE, (1, 4)), 1, 2, 3)
    refused(state, Bet(0, 1, Family.SQUARE, 5, True), "must-show", "4.7")
    state = bet(state, 1, 5)
    assert (state.place(1).bets, state.place(1).cover, state.phase) == ((), Cover.OFF, Phase.CLUE)


def test_4_8_bluff_hides_the_second_bet_on_k_only() -> None:
    state = thrown(covered(ready(bluff=True), 1, Cover.K, (1, 4)), 1, 2, 3)
    refused(state, Bet(0, 1, Family.SQUARE, 5, False), "must-hide", "4.8")
    state = state.apply(Bet(0, 1, Family.SQUARE, 5, True))
    assert [token.hidden for token in state.place(1).bets] == [True, True]
    third = thrown(replace(state, phase=Phase.THROW), 1, 2, 3)
    refused(third, Bet(0, 1, Family.SQUARE, 6, True), "must-show", "4.4")
    eye = thrown(covered(ready(bluff=True), 1, Cover.EYE, (1, 4)), 1, 2, 3)
    refused(eye, Bet(0, 1, Family.SQUARE, 5, True), "must-show", "4.7")


def test_4_9_an_uncovered_letter_is_turned_without_a_token() -> None:
    state = thrown(covered(ready(), 4, Cover.OFF), 4, 5, 6)
    refused(state, Bet(0, 4, Family.SQUARE, 5, True), "no-sarcophagus", "4.9")
    refused(state, TurnLetter(0, 5), "covered", "4.9")
    assert "letter" not in view(state, None)["places"][3]
    after = state.apply(TurnLetter(0, 4))
    assert view(after, None)["places"][3]["letter"] == "B"
    assert (after.bets_made, after.to_play, len(after.players[0].hand)) == (1, (5, 6), 9)
    refused(after, TurnLetter(0, 4), "already-turned", "4.9")


def test_4_9_with_the_own_deck_the_table_says_what_the_card_shows() -> None:
    state = thrown(covered(ready(deck="own"), 4, Cover.OFF), 4, 5, 6).apply(TurnLetter(0, 4))
    assert (state.phase, len(state.chance_outcomes())) == (Phase.LETTER, 27)
    refused(state, TurnLetter(0, 5), "moment", "4.9")
    refused(ready().apply(Throw((4, 5, 6))), LetterSeen(4, "Q"), "known-deck", "2.2")
    state = state.apply(LetterSeen(4, "Q"))
    assert (state.place(4).letter, state.phase, state.to_play) == ("Q", Phase.BETS, (5, 6))


def test_4_10_a_card_that_has_turned_waits_for_another_throw() -> None:
    state = thrown(covered(ready(), 5, Cover.K, (1, 4), (2, 6)), 5, 5, 9)
    assert state.to_play == (5, 9)  # one bet place was free when the dice fell
    state = bet(state, 5, 8)
    assert (state.place(5).cover, state.to_play) == (Cover.EYE, (9,))
    refused(state, Bet(0, 5, Family.SQUARE, 7, True), "has-had-its-bets", "3.5")


def test_4_10_a_letter_uncovered_in_this_turn_waits_for_another_throw() -> None:
    state = bet(thrown(covered(ready(), 5, Cover.EYE, (1, 4)), 5, 5, 9), 5, 8).apply(ChooseClue(0, Metal.COPPER, 1))
    assert (state.place(5).cover, state.to_play) == (Cover.OFF, (9,))
    refused(state, TurnLetter(0, 5), "has-had-its-bets", "3.5")


def test_4_10_without_dice_the_turn_s_beginning_decides() -> None:
    state = covered(ready(dice=False), 6, Cover.OFF)
    turned = begin_turn(state.with_place(replace(state.place(6), turned=True)), 0)
    assert turned.to_play == tuple(n for n in range(1, 13) if n != 6)
    assert isinstance(turned, Kaplan)
    refused(turned, TurnLetter(0, 6), "already-turned", "4.9")


def test_4_11_turning_a_letter_is_a_right() -> None:
    state = ready()
    for number in range(1, 13):
        state = state.with_place(replace(state.place(number), cover=Cover.OFF))
    dice = state.apply(Throw((4, 5, 6)))
    assert kinds(dice, 0) == {"UseDice", "Pass", "Announce"}
    state = thrown(state, 4, 5, 6)
    assert kinds(state, 0) == {"TurnLetter", "Pass", "Announce"}
    assert state.apply(Pass(0)).turn == 1
    assert kinds(state.apply(TurnLetter(0, 4)), 0) == {"TurnLetter", "Pass", "Announce"}


def test_4_11_a_token_that_can_be_bet_comes_before_a_pass() -> None:
    state = thrown(covered(ready(), 4, Cover.OFF), 4, 5, 6)
    refused(state, Pass(0), "must-bet", "4.1")
    state = state.apply(TurnLetter(0, 4))  # it counts as one of the two bets
    refused(state, Pass(0), "must-bet", "4.1")
    assert "Pass" in kinds(bet(state, 5, 1), 0)


@pytest.mark.parametrize(("family", "value"), [(Family.SQUARE, 4), (Family.CIRCLE, 9), (Family.SQUARE, 10)])
def test_4_12_a_bet_is_a_token_of_the_own_hand(family: Family, value: int) -> None:
    state = thrown(holding(ready(), 0, [1, 2, 3]), 1, 2, 3)
    refused(state, Bet(0, 1, family, value, True), "no-token", "4.12")
    state = bet(state, 1, 2)
    assert values(state.players[0].hand) == {1, 3}


def test_4_13_a_hidden_bet_is_hidden_from_its_owner_s_page_too() -> None:
    before = thrown(ready(), 1, 2, 3)
    action = the_bet(before, 1, 5)
    state = bet(before.apply(action), 2, 6)
    for viewer in (0, 1, None):
        bets = [place["bets"] for place in view(state, viewer)["places"][:2]]
        assert all("value" not in each for laid in bets for each in laid)
        assert GAME.label(before, action, viewer).fr == "⟦0⟧ pose un jeton caché sur le 1"
    others = [GAME.disguise(state, 0, Random(seed)) for seed in range(9)]
    assert {tuple(other.place(n).bets[0].value for n in (1, 2)) for other in others} == {(5, 6), (6, 5)}
    assert {other.players[0].hand for other in others} == {state.players[0].hand}


def test_4_13_the_option_shows_it_to_its_owner_alone() -> None:
    before = thrown(ready(show_own_bets=True), 1, 2, 3)
    action = the_bet(before, 1, 5)
    state = before.apply(action)
    shown = [view(state, viewer)["places"][0]["bets"][0].get("value") for viewer in (0, 1, None)]
    assert shown == [5, None, None]
    assert GAME.label(before, action, 0).fr == "⟦0⟧ pose le jeton 5 (carré) caché sur le 1"
    assert GAME.label(before, action, 1).fr == "⟦0⟧ pose un jeton caché sur le 1"
    assert GAME.disguise(state, 0, Random(1)).place(1).bets == state.place(1).bets
