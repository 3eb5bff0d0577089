"""What may be done in a turn (RULES.md 2 and 5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.actors import OVER, at_seat
from companion.core.game import Action
from companion.games.kaleidoscope import GAME
from companion.games.kaleidoscope.actions import (
    Announce,
    CapitalSeen,
    Discard,
    LetterSeen,
    LetterTold,
    Move,
    Pass,
    PickUp,
    Place,
    RunOut,
    TurnUp,
)
from companion.games.kaleidoscope.position import Phase
from companion.games.kaleidoscope.refusals import clause_of
from tests.games.kaleidoscope.playing import CHILDREN, NORTH, SOUTH, begun, laid, refused, run, turned_up

EIGHT = ["s", "a", "i", "n", "r", "t", "u", "ll"]


def test_2_1_one_thing_and_the_turn_ends() -> None:
    ready = laid(laid(begun(), SOUTH, {}, ["e"]), NORTH, {0: "ou"}, ["a"])
    done: list[Action] = [Move(NORTH, 0, 1, 1), PickUp(NORTH, SOUTH, 0, 0), PickUp(NORTH, NORTH, 0, 0), Pass(NORTH)]
    for action in done:
        assert ready.apply(action).actor == at_seat(SOUTH)
        assert refused(ready.apply(action), action) == ("not-your-turn", clause_of(action))
    put: list[Action] = [Place(NORTH, 0), Discard(NORTH, 1)]
    for action in put:
        assert turned_up(ready, "p").apply(action).actor == at_seat(SOUTH)


def test_2_2_a_card_is_turned_up_and_placed_or_discarded() -> None:
    state = begun().apply(TurnUp(NORTH))
    assert state.phase is Phase.SHOWN
    assert refused(state, Place(NORTH, 0)) == ("moment", "2.3")
    told = state.apply(LetterTold(SOUTH, "o"))
    assert told == state.apply(LetterSeen("o"))
    assert (told.phase, told.held, told.boards[NORTH].stock) == (Phase.HELD, "o", 47)
    assert told.apply(Place(NORTH, 0)).boards[NORTH].columns[0] == "o"
    assert told.apply(Discard(NORTH, 5)).boards[NORTH].discards[5] == "o"
    empty = laid(begun(), NORTH, {0: "e" * 15, 1: "a" * 7, 2: "s" * 7, 3: "i" * 7, 4: "t" * 6, 5: "n" * 6})
    assert empty.boards[NORTH].stock == 0
    assert refused(empty, TurnUp(NORTH)) == ("stock-empty", "2.2")


def test_2_3_at_the_end_of_an_own_column() -> None:
    state = turned_up(laid(begun(), NORTH, {0: "ou"}), "p")
    after = state.apply(Place(NORTH, 0))
    assert (after.boards[NORTH].columns[0], after.boards[SOUTH].columns[0]) == ("oup", "")
    assert refused(state, Place(NORTH, 9)) == ("no-such-column", "2.3")
    assert refused(state, Place(SOUTH, 0)) == ("not-your-turn", "2.3")


def test_2_4_letters_move_together_and_in_their_order() -> None:
    state = laid(begun(), NORTH, {0: "oupe", 1: "h"})
    assert state.apply(Move(NORTH, 0, 2, 1)).boards[NORTH].columns[:2] == ("ou", "hpe")
    assert refused(state, Move(NORTH, 0, 5, 1)) == ("not-those-letters", "2.4")
    assert refused(state, Move(NORTH, 0, 0, 1)) == ("not-those-letters", "2.4")
    assert refused(state, Move(NORTH, 0, 1, 0)) == ("same-column", "2.4")
    assert refused(state, Move(NORTH, 0, 1, -1)) == ("no-such-column", "2.3")
    assert refused(state, Move(NORTH, 12, 1, 0)) == ("no-such-column", "2.3")


def test_2_5_the_opponents_discards_may_be_stolen() -> None:
    state = laid(begun(), SOUTH, {}, ["ee", "a"])
    after = state.apply(PickUp(NORTH, SOUTH, 0, 3))
    assert (after.boards[NORTH].columns[3], after.boards[SOUTH].discards[:2]) == ("e", ("e", "a"))
    assert refused(state, PickUp(NORTH, SOUTH, 2, 3)) == ("no-discard-there", "2.5")
    assert refused(state, PickUp(NORTH, SOUTH, 8, 3)) == ("no-discard-there", "2.5")
    assert refused(state, PickUp(NORTH, 2, 0, 3)) == ("no-such-seat", "1.3")


def test_2_6_the_own_ones_may_be_taken_back() -> None:
    state = laid(begun(), NORTH, {}, ["e"])
    after = state.apply(PickUp(NORTH, NORTH, 0, 3))
    assert (after.boards[NORTH].columns[3], after.boards[NORTH].discards[0]) == ("e", "")


def test_2_7_the_time_runs_out() -> None:
    state = begun()
    assert GAME.turn_time_s(state) == 15.0
    assert GAME.time_up(state) == RunOut(NORTH)
    assert state.apply(RunOut(NORTH)) == replace(state.apply(Pass(NORTH)), passed=False)
    held = turned_up(state, "o")
    late = held.apply(RunOut(NORTH))
    assert (late.phase, late.late, GAME.turn_time_s(late)) == (Phase.HELD, True, None)
    assert {type(action) for action in late.legal_actions()} == {Discard}  # and no column to talk about
    assert refused(late, Place(NORTH, 0)) == refused(late, RunOut(NORTH)) == ("too-late", "2.7")
    after = late.apply(Discard(NORTH, 0))
    assert (after.turn, after.late) == (SOUTH, False)
    assert refused(begun(options=CHILDREN), RunOut(NORTH)) == ("no-clock", "2.7")
    assert GAME.turn_time_s(begun(options=CHILDREN)) is None


def test_2_7_no_time_runs_while_others_must_act() -> None:
    state = begun()
    assert GAME.turn_time_s(state.apply(TurnUp(NORTH))) is None
    assert refused(state.apply(TurnUp(NORTH)), RunOut(NORTH)) == ("moment", "2.7")
    held = turned_up(state, "o")
    assert GAME.turn_time_s(held) == 15.0
    assert GAME.is_same_turn(state, held)
    assert not GAME.is_same_turn(held, held.apply(Place(NORTH, 0)))
    word = laid(begun(), SOUTH, {0: "oupe"})
    won = word.apply(Announce(SOUTH, 0))
    assert (won.phase, won.turn, GAME.turn_time_s(won)) == (Phase.CAPITAL, NORTH, None)
    assert not GAME.is_same_turn(won, won.apply(CapitalSeen(0, "B")))  # North's time begins anew


@pytest.mark.parametrize("letter", ["f", "z"])
def test_2_8_a_letter_may_be_placed_however_short_the_words_are(letter: str) -> None:
    """If is a word of two letters; Iz... is none at all, and may be doubted."""
    assert turned_up(begun(), letter).apply(Place(NORTH, 5)).boards[NORTH].columns[5] == letter


def test_2_9_a_first_turn_is_to_turn_up_a_card() -> None:
    state = run(turned_up(begun(), "e"), [Discard(NORTH, 0)])
    assert refused(state, PickUp(SOUTH, NORTH, 0, 0)) == ("first-turn", "2.9")
    assert refused(state, Move(SOUTH, 0, 1, 1)) == ("first-turn", "2.9")
    assert {TurnUp(SOUTH), Pass(SOUTH)} < set(state.legal_actions())
    later = run(turned_up(state, "a"), [Place(SOUTH, 0), Pass(NORTH)])
    assert PickUp(SOUTH, NORTH, 0, 0) in later.legal_actions()


def test_5_1_eight_places() -> None:
    state = turned_up(begun(), "e")
    assert {action.place for action in state.legal_actions() if isinstance(action, Discard)} == set(range(8))
    assert refused(state, Discard(NORTH, 8)) == ("on-a-free-place", "5.1")
    assert refused(state, Discard(NORTH, None)) == ("on-a-free-place", "5.1")


def test_5_2_on_its_like() -> None:
    state = turned_up(laid(begun(), NORTH, {}, ["a", "e"]), "e")
    assert [action for action in state.legal_actions() if isinstance(action, Discard)] == [Discard(NORTH, 1)]
    assert refused(state, Discard(NORTH, 4)) == ("on-its-like", "5.2")
    assert state.apply(Discard(NORTH, 1)).boards[NORTH].discards[:2] == ("a", "ee")


def test_5_3_who_needs_a_ninth_place_has_lost() -> None:
    full = laid(begun(), NORTH, {}, EIGHT)
    state = turned_up(full, "e")
    assert [action for action in state.legal_actions() if isinstance(action, Discard)] == [Discard(NORTH, None)]
    over = state.apply(Discard(NORTH, None))
    assert over.actor == OVER
    assert over.winners == (SOUTH,)
    assert refused(state, Discard(NORTH, 3)) == ("no-place-left", "5.3")
    assert refused(turned_up(full, "l"), Discard(NORTH, None)) == ("on-its-like", "5.2")
    assert turned_up(full, "l").apply(Discard(NORTH, 7)).boards[NORTH].discards[7] == "lll"


def test_5_4_what_falls_goes_to_the_first_free_places() -> None:
    state = laid(laid(begun(), NORTH, {0: "oupe"}), SOUTH, {0: "xl"}, ["a", "", "l"])
    state = run(state, [Announce(NORTH, 0), CapitalSeen(0, "B")])
    assert state.boards[SOUTH].columns[0] == ""
    assert state.boards[SOUTH].discards[:3] == ("a", "x", "ll")
