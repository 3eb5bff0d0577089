"""RULES.md, 4: bets on K and Eye faces, turned letters, and when a turn ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.views import view
from companion.games.kaplan.actions import Bet, LetterSeen, Pass, Throw, TurnLetter
from companion.games.kaplan.pieces import Cover, Family
from companion.games.kaplan.position import Phase
from tests.games.kaplan.playing import bet, covered, holding, kinds, ready, refused, thrown, values


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
    assert kinds(stuck, 0) == {"Pass", "Announce"}
    assert stuck.apply(Pass(0)).turn == 1


def test_4_2_passing_is_refused_where_a_bet_is_possible() -> None:
    refused(ready().apply(Throw((1, 5, 9))), Pass(0), "must-bet", "4.1")


def test_4_3_the_first_bet_on_k_is_hidden() -> None:
    state = thrown(ready(), 1, 2, 3)
    refused(state, Bet(0, 1, Family.SQUARE, 5, False), "must-hide", "4.3")
    state = state.apply(Bet(0, 1, Family.SQUARE, 5, True))
    assert [(t.seat, t.value, t.hidden) for t in state.place(1).bets] == [(0, 5, True)]
    assert "value" not in view(state, 1)["places"][0]["bets"][0]
    assert view(state, 0)["places"][0]["bets"][0]["value"] == 5


def test_4_4_the_next_bet_on_k_is_shown() -> None:
    state = thrown(covered(ready(), 1, Cover.K, (1, 4)), 1, 2, 3)
    refused(state, Bet(0, 1, Family.SQUARE, 5, True), "must-show", "4.4")
    state = state.apply(Bet(0, 1, Family.SQUARE, 5, False))
    assert view(state, None)["places"][0]["bets"] == [
        {"seat": 1, "family": "circle", "hidden": True},
        {"seat": 0, "family": "square", "value": 5, "hidden": False},
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
    again = replace(after, to_play=(4, 5))
    refused(again, TurnLetter(0, 4), "already-turned", "4.9")


def test_4_9_with_the_own_deck_the_table_says_what_the_card_shows() -> None:
    state = thrown(covered(ready(deck="own"), 4, Cover.OFF), 4, 5, 6).apply(TurnLetter(0, 4))
    assert (state.phase, len(state.chance_outcomes())) == (Phase.LETTER, 27)
    refused(state, TurnLetter(0, 5), "moment", "3.1")
    state = state.apply(LetterSeen(4, "Q"))
    assert (state.place(4).letter, state.phase, state.to_play) == ("Q", Phase.BETS, (5, 6))


def test_4_10_a_card_can_be_played_again_once_it_has_turned() -> None:
    state = thrown(covered(ready(), 5, Cover.K, (1, 4), (2, 6)), 5, 5, 5)
    state = bet(bet(state, 5, 9), 5, 8)
    assert [(token.value, token.hidden) for token in state.place(5).bets] == [(8, True)]
    state = bet(state, 5, 7)
    assert (state.place(5).cover, state.phase) == (Cover.OFF, Phase.CLUE)


def test_4_11_a_letter_must_be_turned_when_nothing_else_can_be_played() -> None:
    state = ready()
    for number in range(1, 13):
        state = state.with_place(replace(state.place(number), cover=Cover.OFF))
    state = thrown(state, 4, 5, 6)
    refused(state, Pass(0), "must-bet", "4.1")
    state = state.apply(TurnLetter(0, 4)).apply(TurnLetter(0, 5))
    assert kinds(state, 0) == {"TurnLetter", "Pass", "Announce"}


@pytest.mark.parametrize(("family", "value"), [(Family.SQUARE, 4), (Family.CIRCLE, 9), (Family.SQUARE, 10)])
def test_4_12_a_bet_is_a_token_of_the_own_hand(family: Family, value: int) -> None:
    state = thrown(holding(ready(), 0, [1, 2, 3]), 1, 2, 3)
    refused(state, Bet(0, 1, family, value, True), "no-token", "4.12")
    state = bet(state, 1, 2)
    assert values(state.players[0].hand) == {1, 3}
