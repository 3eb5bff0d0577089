"""Starts, words, what falls, doubts, the end (RULES.md 3, 4, 6, 7). The examples of 4 are those of the rule text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.actors import OVER, at_seat
from companion.games.kaleidoscope import GAME, judgement
from companion.games.kaleidoscope.actions import (
    Accept,
    Announce,
    CapitalSeen,
    Doubt,
    Move,
    NoMore,
    Pass,
    Place,
    PointOut,
    Refuse,
    TurnUp,
)
from companion.games.kaleidoscope.pieces import pattern
from companion.games.kaleidoscope.position import Judged, Phase
from companion.games.kaleidoscope.state import Kaleidoscope
from tests.games.kaleidoscope.playing import (
    CHILDREN,
    LONG,
    NORTH,
    SHORT,
    SOUTH,
    begun,
    laid,
    refused,
    run,
    turned_up,
)


def is_start(capital: str, small: str) -> bool:
    return judgement.is_start(begun(), pattern(capital, small))


@pytest.mark.parametrize(("capital", "small"), [("S", "o"), ("S", "oupe"), ("W", "hi"), ("A", "h"), ("I", "f")])
def test_3_1_a_start_is_what_some_word_begins_with(capital: str, small: str) -> None:
    assert is_start(capital, small)


@pytest.mark.parametrize(("capital", "small"), [("A", "hi"), ("H", "h"), ("H", "hi"), ("Q", "z")])
def test_3_1_what_no_word_begins_with_is_none(capital: str, small: str) -> None:
    assert not is_start(capital, small)


@pytest.mark.parametrize("word", ["soupe", "songe", "solos", "chips", "whist", "ahaner", "eleve", "coeur", "allions"])
def test_3_2_all_words_count_without_accents(word: str) -> None:
    assert judgement.is_word(begun(), word)


def test_3_3_one_joker_a_word() -> None:
    assert judgement.is_word(begun(), "ch*ps")
    assert is_start("*", "hi")
    assert not is_start("*", "h*")
    state = turned_up(laid(begun(), NORTH, {0: "*"}), "*")
    assert refused(state, Place(NORTH, 0)) == ("two-jokers", "3.3")
    assert state.apply(Place(NORTH, 1)).boards[NORTH].columns[1] == "*"


def test_3_4_a_capital_joker_is_for_each_what_suits() -> None:
    state = laid(laid(begun("*CHAWIEPM"), NORTH, {0: "hist"}), SOUTH, {0: "oupe"})
    won = state.apply(Announce(SOUTH, 0))  # Soupe
    assert won.boards[SOUTH].words == ("*oupe",)
    state = laid(laid(begun("*CHAWIEPM"), NORTH, {0: "hist"}), SOUTH, {0: "oupe"})
    assert state.apply(Announce(NORTH, 0)).boards[NORTH].words == ("*hist",)


def told(state: Kaleidoscope) -> list[object]:
    """All that pages tell of a moment besides what lies there."""
    said = [action for action in state.legal_actions() if not isinstance(action, Move)]  # these name what they move
    labels = [GAME.label(state, action, None) for action in said]
    return [
        state.legal_actions(),
        labels,
        GAME.prompt(state, NORTH),
        GAME.prompt(state, SOUTH),
        state.phase,
        state.judged,
    ]


def test_3_5_nothing_tells_what_the_lexicon_knows_before_it_is_asked() -> None:
    """Of a word, of letters that are no word, and of a start that is none, the same is listed and said."""
    for word, none in (("oupe", "oupa"), ("ou", "xz")):
        for seat in (NORTH, SOUTH):
            one, other = (told(laid(begun(), seat, {0: small})) for small in (word, none))
            assert str(other).replace(none, word) == str(one)


def test_4_1_a_word_is_taken_away_with_its_capital() -> None:
    state = laid(begun(), NORTH, {0: "oupe", 1: "h"})
    won = state.apply(Announce(NORTH, 0))
    assert won.boards[NORTH].words == ("soupe",)
    assert won.boards[NORTH].columns[:2] == ("", "h")
    assert (won.phase, won.due, won.capitals[0], won.used) == (Phase.CAPITAL, 0, None, ("S",))
    assert refused(won, CapitalSeen(0, "S")) == ("capital-elsewhere", "1.1")
    assert won.apply(CapitalSeen(0, "Z")).capitals[0] == "Z"
    assert refused(laid(begun(), NORTH, {0: "oup"}), Announce(NORTH, 0)) == ("too-short", "4.1")
    child = laid(begun(options=CHILDREN), NORTH, {0: "ol", 1: ""})
    assert child.apply(Announce(NORTH, 0)).boards[NORTH].words == ("sol",)
    assert refused(child, Announce(NORTH, 1)) == ("too-short", "4.1")


def test_4_2_the_word_is_the_whole_column() -> None:
    state = laid(begun(), NORTH, {0: "oupex"})
    assert state.apply(Announce(NORTH, 0)).phase is Phase.JUDGED


@pytest.mark.parametrize("turn", [NORTH, SOUTH])
def test_4_3_then_it_is_the_opponents_turn(turn: int) -> None:
    state = replace(laid(begun(), NORTH, {0: "oupe"}), turn=turn)
    after = run(state, [Announce(NORTH, 0), CapitalSeen(0, "Z")])
    assert (after.phase, after.actor) == (Phase.TURN, at_seat(SOUTH))


def test_4_4_the_opponent_may_point_it_out() -> None:
    state = laid(begun(), NORTH, {0: "oupe", 1: "hixx"})
    pointed = state.apply(PointOut(SOUTH, 0))
    assert [each.pointed_out for each in pointed.lifted] == [True]
    assert replace(pointed, lifted=()) == replace(state.apply(Announce(NORTH, 0)), lifted=())
    assert refused(state, PointOut(SOUTH, 2)) == ("too-short-to-point-out", "4.4")
    asked = state.apply(PointOut(SOUTH, 1))
    assert asked.judged == Judged("pointed-out", NORTH, 1, known=False)
    assert asked.apply(Refuse(NORTH)) == state
    assert asked.apply(Accept(NORTH)).boards[NORTH].words == ("chixx",)


def test_4_5_the_table_decides_what_the_lexicon_does_not_know() -> None:
    state = laid(begun(), NORTH, {1: "hixx"}).apply(Announce(NORTH, 1))
    assert (state.judged, state.actor) == (Judged("announced", NORTH, 1, known=False), at_seat(NORTH))
    assert "does not know “Chixx”" in GAME.prompt(state, NORTH).en
    assert refused(state, TurnUp(NORTH)) == ("moment", "2.2")
    won = state.apply(Accept(SOUTH))
    assert (won.boards[NORTH].words, won.phase, won.turn) == (("chixx",), Phase.CAPITAL, SOUTH)
    lost = state.apply(Refuse(SOUTH))
    assert (lost.boards[NORTH].columns[1], lost.boards[NORTH].stock) == ("", 48)
    assert (lost.phase, lost.turn, lost.capitals[1]) == (Phase.TURN, SOUTH, "C")


@pytest.mark.parametrize(
    ("capital", "small", "stays"),
    [
        ("W", "hi", "hi"),
        ("A", "hi", "h"),
        ("H", "hi", ""),
        ("*", "hi", "hi"),
    ],
)
def test_4_6_what_fits_the_new_capital_stays(capital: str, small: str, stays: str) -> None:
    state = laid(laid(begun("CSEPMTRLB"), NORTH, {0: "hats"}), SOUTH, {0: small, 1: "x"})
    state = run(state, [Announce(NORTH, 0), CapitalSeen(0, capital)])
    assert state.boards[SOUTH].columns[:2] == (stays, "x")
    assert "".join(state.boards[SOUTH].discards) == small[len(stays) :]


@pytest.mark.parametrize(("small", "stays"), [("hi*", "hi"), ("*ip", ""), ("h*p", "h")])
def test_4_7_at_a_capital_joker_small_jokers_fall(small: str, stays: str) -> None:
    state = laid(laid(begun("CSEPMTRLB"), NORTH, {0: "hats"}), SOUTH, {0: small})
    state = run(state, [Announce(NORTH, 0), CapitalSeen(0, "*")])
    assert state.boards[SOUTH].columns[0] == stays
    assert "".join(state.boards[SOUTH].discards) == small[len(stays) :]


def test_5_3_what_falls_may_lose_the_game() -> None:
    full = ["s", "a", "i", "n", "r", "t", "u", "l"]
    state = laid(laid(begun("CSEPMTRLB"), NORTH, {0: "hats"}), SOUTH, {0: "hi"}, full)
    assert run(state, [Announce(NORTH, 0), CapitalSeen(0, "W")]).scores is None
    over = run(state, [Announce(NORTH, 0), CapitalSeen(0, "H")])
    assert over.winners == (NORTH,)
    assert "ninth place" in GAME.prompt(over, None).en
    # What falls on its like needs no place of its own.
    assert run(state, [Announce(NORTH, 0), CapitalSeen(0, "A")]).scores is None


def test_6_1_the_lexicon_says_whether_it_is_a_start() -> None:
    state = laid(begun(), NORTH, {0: "ou", 1: "zx"})
    assert refused(state, Doubt(SOUTH, 2)) == ("nothing-to-doubt", "6.1")
    assert refused(state, Doubt(NORTH, 0)) == ("nothing-to-doubt", "6.1")
    good, bad = state.apply(Doubt(SOUTH, 0)), state.apply(Doubt(SOUTH, 1))
    assert good.judged == Judged("doubted", NORTH, 0, known=True)
    assert bad.judged == Judged("doubted", NORTH, 1, known=False)
    assert "has a word that begins with “Sou”" in GAME.prompt(good, SOUTH).en
    assert "no word that begins with “Czx”" in GAME.prompt(bad, SOUTH).en
    assert refused(good, Doubt(SOUTH, 1)) == ("moment", "6.1")


def test_6_2_letters_of_no_start_go_under_the_stock() -> None:
    state = laid(begun(), NORTH, {1: "zx"})
    after = run(state, [Doubt(SOUTH, 1), Refuse(SOUTH)])
    assert (after.boards[NORTH].columns[1], after.boards[NORTH].stock, after.capitals[1]) == ("", 48, "C")
    assert (after.phase, after.turn) == (Phase.TURN, NORTH)
    assert after.unseen_small()["z"] == 1


def test_6_3_otherwise_the_game_goes_on() -> None:
    state = laid(begun(), NORTH, {0: "ou"})
    assert run(state, [Doubt(SOUTH, 0), Accept(NORTH)]) == state


def test_6_4_what_the_table_has_accepted_is_accepted_to_the_end() -> None:
    state = laid(begun(), NORTH, {0: "ou", 1: "zx"})
    kept = run(state, [Doubt(SOUTH, 1), Accept(SOUTH)])
    assert kept.boards == state.boards
    assert kept.apply(Doubt(SOUTH, 1)).judged == Judged("doubted", NORTH, 1, known=True)
    assert judgement.is_start(kept, "cz")
    assert not judgement.is_start(kept, "czy")
    word = laid(begun(), NORTH, {1: "hixx"}).apply(Announce(NORTH, 1)).apply(Accept(SOUTH))
    assert judgement.is_word(word, "chixx")
    assert judgement.is_word(word, "ch*xx")
    assert judgement.is_start(word, "chix")
    assert not judgement.is_word(word, "chix")


@pytest.mark.parametrize("options", [LONG, SHORT])
def test_7_1_enough_words_win(options: object) -> None:
    chosen = LONG if options is LONG else SHORT
    state = laid(begun(options=chosen), NORTH, {0: "oupe"})
    most = replace(state.boards[NORTH], words=("fin",) * (chosen.words_needed - 1))
    over = state.with_board(most).apply(Announce(NORTH, 0))
    assert (over.actor, over.due) == (OVER, 0)
    assert over.winners == (NORTH,)
    assert f"{chosen.words_needed}" in GAME.prompt(over, None).en


def test_7_2_who_is_blocked_has_lost_even_with_more_words() -> None:
    state = laid(
        laid(begun("CSEPMTRLB"), NORTH, {0: "hats"}), SOUTH, {0: "hi"}, ["s", "a", "n", "r", "t", "u", "l", "d"]
    )
    state = state.with_board(replace(state.boards[SOUTH], words=("fin", "fin", "fin")))
    over = run(state, [Announce(NORTH, 0), CapitalSeen(0, "H")])
    assert over.winners == (NORTH,)


def test_7_3_when_nobody_finds_more_words_the_most_win() -> None:
    state = laid(begun(), NORTH, {0: "oupe"})
    waits = state.apply(NoMore(NORTH))
    assert waits.scores is None
    assert refused(waits, NoMore(NORTH)) == ("said-already", "7.3")
    tie = waits.apply(NoMore(SOUTH))
    assert (tie.scores, tie.winners) == ((0.0, 0.0), (SOUTH, NORTH))
    word = run(waits, [Announce(NORTH, 0), CapitalSeen(0, "B")])
    assert not word.boards[NORTH].no_more  # who wins a word takes it back
    over = run(word, [NoMore(SOUTH), Pass(SOUTH), NoMore(NORTH)])
    assert over.winners == (NORTH,)
