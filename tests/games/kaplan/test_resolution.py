"""RULES.md, 5: who wins, spent tokens, taking them back."""

from __future__ import annotations

from dataclasses import replace

from companion.core.views import view
from companion.games.kaplan.actions import Bet, Pass, TakeBack
from companion.games.kaplan.pieces import Cover, Family
from companion.games.kaplan.position import Phase, Token
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import bet, covered, holding, kinds, ready, refused, thrown, values


def winners(state: Kaplan) -> tuple[int, ...]:
    assert state.last_resolution is not None
    return state.last_resolution.winners


def test_5_1_the_highest_total_wins_over_several_tokens() -> None:
    state = thrown(covered(ready(), 1, Cover.K, (1, 4), (2, 6)), 1, 2, 3)
    assert winners(bet(state, 1, 5)) == (2,)
    two_small = thrown(covered(ready(), 1, Cover.K, (1, 4), (2, 6)), 1, 2, 3)
    two_small = covered(two_small, 1, Cover.K, (1, 4), (1, 3))
    assert winners(bet(two_small, 1, 6)) == (1,)
    eye = thrown(covered(ready(), 1, Cover.EYE, (1, 4)), 1, 2, 3)
    assert winners(bet(eye, 1, 5)) == (0,)
    assert winners(bet(eye, 1, 3)) == (1,)


def test_5_2_players_who_tie_all_win() -> None:
    state = thrown(covered(ready(), 1, Cover.K, (1, 5), (2, 4)), 1, 2, 3)
    state = bet(state, 1, 5)
    assert winners(state) == (0, 1)
    assert state.place(1).consulted_by == {0, 1}
    all_three = thrown(covered(ready(), 1, Cover.K, (1, 5), (2, 5)), 1, 2, 3)
    assert winners(bet(all_three, 1, 5)) == (0, 1, 2)
    sums = thrown(covered(ready(), 1, Cover.K, (1, 2), (1, 6)), 1, 2, 3)
    assert winners(bet(sums, 1, 8)) == (0, 1)


def test_5_3_tokens_come_back_face_up() -> None:
    state = bet(thrown(covered(ready(), 1, Cover.K, (1, 4), (2, 6)), 1, 2, 3), 1, 5)
    assert [values(player.spent) for player in state.players] == [{5}, {4}, {6}]
    assert [len(player.hand) for player in state.players] == [8, 8, 8]
    assert view(state, None)["players"][1]["spent"] == [{"family": "circle", "value": 4}]


def test_5_4_a_spent_token_waits_until_all_have_been_played() -> None:
    state = thrown(holding(ready(), 0, [1, 2, 3], [9]), 1, 2, 3)
    refused(state, Bet(0, 1, Family.SQUARE, 9, True), "spent", "5.4")
    refused(state, TakeBack(0), "tokens-left", "5.5")


def test_5_5_the_last_tokens_are_played_first_then_the_spent_ones_come_back() -> None:
    state = thrown(holding(ready(), 0, [5], [1, 2, 9]), 1, 2, 3)
    refused(state, TakeBack(0), "tokens-left", "5.5")
    state = bet(state, 1, 5)
    assert kinds(state, 0) == {"TakeBack", "Pass", "Announce"}  # a right, never forced
    assert state.apply(Pass(0)).turn == 1
    refused(state, Bet(0, 2, Family.SQUARE, 9, True), "spent-take-back", "5.4")
    state = state.apply(TakeBack(0))
    assert (values(state.players[0].hand), state.players[0].spent) == ({1, 2, 9}, frozenset())
    assert bet(state, 2, 9).phase is Phase.BETS


def test_5_5_after_two_bets_it_is_a_free_choice() -> None:
    state = thrown(holding(ready(), 0, [5, 6], [1, 2, 9]), 1, 2, 3)
    state = bet(bet(state, 1, 5), 2, 6)
    assert kinds(state, 0) == {"TakeBack", "Pass", "Announce"}


def test_5_5_it_needs_a_spent_token_and_a_place_for_it() -> None:
    none = replace(thrown(holding(ready(), 0, [1, 2]), 1, 2, 3), bets_made=1)
    refused(holding(none, 0, []), TakeBack(0), "nothing-spent", "5.5")
    letters = covered(covered(ready(), 1, Cover.OFF), 2, Cover.OFF)
    letters = holding(thrown(covered(letters, 3, Cover.OFF), 1, 2, 3), 0, [], [4])
    refused(letters, TakeBack(0), "no-bet-to-complete", "5.5")


def test_5_5_without_any_token_left_the_turn_ends() -> None:
    state = bet(thrown(holding(ready(), 0, [5]), 1, 2, 3), 1, 5)
    assert (state.turn, state.phase) == (1, Phase.THROW)


def test_5_5_a_token_that_comes_back_at_once_may_be_played_again() -> None:
    state = covered(holding(ready(), 0, [5]), 1, Cover.K, (1, 4), (2, 6))
    state = bet(thrown(state, 1, 2, 3), 1, 5)
    assert kinds(state, 0) == {"TakeBack", "Pass", "Announce"}
    assert values(state.apply(TakeBack(0)).players[0].hand) == {5}


def test_5_5_two_families_are_one_capital() -> None:
    state = thrown(ready(2), 1, 2, 3)
    player = state.players[0]
    spent = frozenset(token for token in player.hand if token.family is Family.SQUARE)
    state = state.with_player(replace(player, hand=player.hand - spent, spent=spent))
    refused(state, TakeBack(0), "tokens-left", "5.5")
    state = state.with_player(replace(player, hand=frozenset({Token(Family.CIRCLE, 3)}), spent=spent))
    state = bet(state, 1, 3, Family.CIRCLE).apply(TakeBack(0))
    assert state.players[0].hand == spent


def test_5_6_the_winners_read_the_letter_in_secret() -> None:
    state = bet(thrown(covered(ready(), 4, Cover.K, (1, 5), (2, 4)), 4, 5, 6), 4, 5)
    letters = [view(state, viewer)["places"][3].get("letter") for viewer in (0, 1, 2, None)]
    assert letters == ["B", "B", None, None]
    assert not state.place(4).turned
    blank = bet(thrown(covered(ready(), 1, Cover.K, (1, 5), (2, 4)), 1, 5, 6), 1, 1)
    assert view(blank, 1)["places"][0]["letter"] == ""


def test_5_7_the_sarcophagus_turns_to_its_eye() -> None:
    state = bet(thrown(covered(ready(), 4, Cover.K, (1, 5), (2, 4)), 4, 5, 6), 4, 9)
    assert (state.place(4).cover, state.place(4).bets) == (Cover.EYE, ())


def test_5_8_after_the_eye_the_sarcophagus_leaves() -> None:
    state = bet(thrown(covered(ready(), 4, Cover.EYE, (1, 5)), 4, 5, 6), 4, 9)
    assert (state.place(4).cover, state.place(4).turned) == (Cover.OFF, False)
    assert state.claim is not None
    assert (state.claim.place, state.claim.chooser, state.claim.winners) == (4, 0, (0,))
    assert state.place(4).consulted_by == frozenset()
