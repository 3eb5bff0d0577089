"""RULES.md, 3: what the dice allow."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest

from companion.core.actors import CHANCE, at_seat
from companion.core.scene import Thing
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import Bet, Pass, Throw, TurnLetter, UseDice
from companion.games.kaplan.dice import THROWS, ways
from companion.games.kaplan.layout import DICE_APART_MM, die_xy_mm
from companion.games.kaplan.pieces import Cover, Family
from companion.games.kaplan.position import Phase
from tests.games.kaplan.playing import bet, covered, holding, kinds, ready, refused, run, thrown


def by_hand(faces: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Clauses 3.2 to 3.4 said once more: all orders of the dice, tried one by one."""
    found = {tuple(sorted(faces))}
    for a, b, c in permutations(faces):
        if a + b <= 12:
            found.add(tuple(sorted((a + b, c))))
        if a - b >= 1:
            found.add(tuple(sorted((a - b, c))))
    return found


def test_3_1_a_turn_is_throw_then_bets() -> None:
    state = ready()
    assert (state.phase, state.actor) == (Phase.THROW, CHANCE)
    refused(state, Bet(0, 1, Family.SQUARE, 5, True), "moment", "4.1")
    refused(state, Throw((7, 3, 10)), "throw", "1.6")
    refused(state, Throw((0, 3, 10)), "throw", "1.6")
    state = state.apply(Throw((3, 7, 10)))
    assert (state.phase, state.actor, state.dice) == (Phase.DICE, at_seat(0), (3, 7, 10))
    state = state.apply(UseDice(0, (3, 7, 10)))
    assert (state.phase, state.to_play) == (Phase.BETS, (3, 7, 10))


def test_3_1_the_odds_are_those_of_three_dice() -> None:
    counted: dict[tuple[int, ...], int] = {}
    for faces in product(range(1, 13), repeat=3):
        key = tuple(sorted(faces))
        counted[key] = counted.get(key, 0) + 1
    odds = {action.values: share for action, share in THROWS}
    assert odds == pytest.approx({faces: count / 1728 for faces, count in counted.items()})


def test_3_2_three_faces() -> None:
    state = ready().apply(Throw((3, 7, 10)))
    assert UseDice(0, (3, 7, 10)) in state.legal_actions()
    state = state.apply(UseDice(0, (3, 7, 10)))
    refused(state, Bet(0, 4, Family.SQUARE, 5, True), "not-thrown", "3.2")
    refused(bet(state, 3, 5), Bet(0, 3, Family.SQUARE, 6, False), "has-had-its-bets", "3.5")


def test_3_3_the_example_of_the_text_gives_10_and_7_plus_3() -> None:
    state = ready().apply(Throw((3, 7, 10)))
    uses = {action.places for action in state.legal_actions() if isinstance(action, UseDice)}
    assert uses == {(3, 7, 10), (10, 10), (4, 10), (3, 3), (7, 7)}
    refused(state, UseDice(0, (10, 10, 10)), "dice-use", "3.2")
    refused(state, UseDice(0, (3, 17)), "dice-use", "3.4")
    refused(state, UseDice(0, (7, 10)), "dice-use", "3.3")


def test_3_4_sums_to_12_differences_from_1_each_die_once() -> None:
    for action, _ in THROWS:
        assert set(ways(action.values)) == by_hand(action.values)


def test_3_5_a_double_allows_two_bets_on_one_card_a_triple_three() -> None:
    state = thrown(ready(), 5, 5, 9)
    state = bet(bet(state, 5, 3), 5, 4)
    assert [token.value for token in state.place(5).bets] == [3, 4]
    triple = bet(bet(thrown(ready(), 5, 5, 5), 5, 1), 5, 2)
    assert triple.to_play == (5,)
    assert bet(triple, 5, 3).place(5).cover is Cover.EYE


def test_3_5_one_token_for_each_place_that_was_free_when_the_dice_fell() -> None:
    for laid, tokens in (((), 3), (((1, 4),), 2)):
        state = thrown(covered(ready(), 5, Cover.K, *laid), 5, 5, 5)
        assert state.to_play == (5,) * tokens
        assert state.used == (5, 5, 5)  # all three dice lie there
    last_place = covered(ready(), 5, Cover.K, (1, 4), (2, 6))
    assert thrown(last_place, 5, 5, 9).to_play == (5, 9)
    refused(last_place.apply(Throw((5, 5, 5))), UseDice(0, (5, 5, 5)), "poor-dice-use", "3.6")
    assert bet(thrown(covered(ready(), 5, Cover.EYE), 5, 5, 5), 5, 1).to_play == (5,)


def test_3_6_the_dice_must_be_used_for_two_bets_if_they_can() -> None:
    state = ready()
    for number in (2, 3, 10):
        state = state.with_place(replace(state.place(number), cover=Cover.OFF, turned=True))
    state = state.apply(Throw((2, 3, 10)))
    uses = {action.places for action in state.legal_actions() if isinstance(action, UseDice)}
    assert uses == {(5, 10), (1, 10), (3, 12), (3, 8), (2, 7)}  # one bet each; three faces allow none
    refused(state, UseDice(0, (2, 3, 10)), "poor-dice-use", "3.6")
    only_sum = state.with_place(replace(state.place(3), cover=Cover.K, turned=False))
    uses = {action.places for action in only_sum.legal_actions() if isinstance(action, UseDice)}
    assert uses == {(3, 12), (3, 8)}  # these allow two


def test_3_6_free_places_and_tokens_decide() -> None:
    one_eye = ready().apply(Throw((6, 6, 6)))
    for number in (6, 12):
        one_eye = one_eye.with_place(replace(one_eye.place(number), cover=Cover.OFF, turned=True))
    assert one_eye.legal_actions()[:1] == (Pass(0),)
    refused(one_eye, UseDice(0, (6, 6, 6)), "no-use", "4.2")
    no_token = holding(ready(), 0, []).apply(Throw((1, 2, 3)))
    assert kinds(no_token, 0) == {"Pass", "Announce"}
    last_token = holding(ready(), 0, [5]).apply(Throw((1, 2, 4)))
    assert UseDice(0, (1, 2, 4)) in last_token.legal_actions()


def test_3_6_no_more_is_asked_than_tokens_in_hand_allow() -> None:
    for spent in ([], [6]):
        state = covered(holding(ready(), 0, [5], spent), 1, Cover.K, (1, 4), (2, 6)).apply(Throw((1, 2, 4)))
        uses = {action.places for action in state.legal_actions() if isinstance(action, UseDice)}
        assert uses == set(ways((1, 2, 4)))  # spent tokens need not be taken back, so one bet is asked for
    letters = ready()
    for number in (2, 3, 5):
        letters = letters.with_place(replace(letters.place(number), cover=Cover.OFF))
    uses = {a.places for a in letters.apply(Throw((2, 3, 10))).legal_actions() if isinstance(a, UseDice)}
    assert uses >= {(2, 3, 10), (5, 10)}  # a letter makes up the number


def test_3_6_the_refusal_names_a_use_that_is_legal() -> None:
    state = ready()
    for number in (2, 3, 10):
        state = state.with_place(replace(state.place(number), cover=Cover.OFF, turned=True))
    state = state.apply(Throw((2, 3, 10)))
    refusal = refused(state, UseDice(0, (2, 3, 10)), "poor-dice-use", "3.6")
    named = refusal.what.en.removesuffix(" for example.").rsplit(" on ", 1)[1]
    assert UseDice(0, tuple(map(int, named.split(", ")))) in state.legal_actions()


def test_3_7_the_dice_are_laid_on_their_places() -> None:
    dice = [t for t in GAME.depict(thrown(ready(), 3, 7, 10, use=(10, 10))).things if t.kind == "die"]
    assert [die.face for die in dice] == ["7", "3", "10"] or [die.face for die in dice] == ["10", "7", "3"]
    assert {die.xy_mm for die in dice} == {die_xy_mm(10, nth, 3) for nth in range(3)}
    dice = [t for t in GAME.depict(thrown(ready(), 3, 7, 10)).things if t.kind == "die"]
    assert dice == [Thing("die", str(n), xy_mm=die_xy_mm(n, 0, 1), level=1) for n in (3, 7, 10)]
    assert DICE_APART_MM > 20


def test_3_8_without_dice_two_or_three_bets_one_on_a_card() -> None:
    state = ready(dice=False)
    assert (state.phase, state.to_play) == (Phase.BETS, tuple(range(1, 13)))
    assert "Throw" not in {type(action).__name__ for action in state.legal_actions()}
    refused(state, Throw((1, 2, 3)), "without-dice", "3.8")
    refused(state, UseDice(0, (1, 2, 3)), "without-dice", "3.8")
    state = bet(state, 4, 2)
    refused(state, Bet(0, 4, Family.SQUARE, 3, False), "twice-on-one-card", "3.8")
    refused(state, Pass(0), "must-bet", "4.1")
    state = bet(state, 8, 3)
    assert "Pass" in kinds(state, 0)
    assert state.apply(Pass(0)).turn == 1
    assert bet(state, 9, 4).turn == 1


def test_3_9_without_dice_an_uncovered_letter_may_be_turned() -> None:
    state = covered(ready(dice=False), 6, Cover.OFF)
    state = state.apply(TurnLetter(0, 6))
    assert (state.place(6).turned, state.bets_made) == (True, 1)
    refused(state, TurnLetter(0, 6), "already-turned", "4.9")


def test_3_2_a_use_of_the_dice_is_the_player_s_own() -> None:
    refused(ready().apply(Throw((3, 7, 10))), UseDice(1, (3, 7, 10)), "not-your-turn", "2.11")
    assert run(ready(), [Throw((3, 7, 10)), UseDice(0, (3, 3))]).to_play == (3, 3)
