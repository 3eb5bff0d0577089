"""The box, what a table chooses, how a game begins (RULES.md 1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from importlib.resources import files
from typing import cast

import pytest

from companion.core.actors import CHANCE, at_seat
from companion.core.errors import Illegal
from companion.core.options import options_of
from companion.games.kaleidoscope import GAME
from companion.games.kaleidoscope.actions import Announce, CapitalSeen, CapitalTold, LetterSeen, TurnUp
from companion.games.kaleidoscope.layout import CARD_MM, DISCARDS
from companion.games.kaleidoscope.options import Length, Options, Shortest, TurnS, WordsToWin
from companion.games.kaleidoscope.pieces import CAPITALS, JOKER, SMALL
from companion.games.kaleidoscope.places import laid_out
from companion.games.kaleidoscope.position import DEALT, Phase
from companion.table.codec import options_from_json
from tests.games.kaleidoscope.playing import (
    CHILDREN,
    LONG,
    NORTH,
    ROW,
    SHORT,
    SOUTH,
    begun,
    laid,
    refused,
    run,
    turned_up,
)


def test_1_1_the_alphabet_and_a_joker() -> None:
    assert sorted(CAPITALS) == sorted("ABCDEFGHIJKLMNOPQRSTUVWXYZ*")


def test_1_2_small_letters_as_often_as_french_has_them() -> None:
    assert SMALL.total() == 96
    assert SMALL[JOKER] == 2
    assert set(SMALL) == set("abcdefghijklmnopqrstuvwxyz*")
    assert [letter for letter, _ in SMALL.most_common(8)] == ["e", "a", "i", "s", "n", "r", "t", "u"]
    assert SMALL["e"] == 15


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_1_3_two_play(seats: int) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.start(seats, LONG)
    assert (refusal.value.code, refusal.value.clause) == ("kaleidoscope.seats", "1.3")


@pytest.mark.parametrize("options", [Options(length=cast("Length", "endless")), Options(turn_s=cast("TurnS", 7)), None])
def test_1_4_the_table_chooses(options: Options | None) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.start(2, options)
    assert (refusal.value.code, refusal.value.clause) == ("kaleidoscope.options", "1.4")


def test_1_4_three_lengths() -> None:
    chosen = [(each.columns, each.words_needed, each.letters_needed) for each in (LONG, SHORT, CHILDREN)]
    assert chosen == [(9, 9, 5), (7, 5, 5), (7, 5, 3)]


@pytest.mark.parametrize("length", ["long", "short", "children"])
@pytest.mark.parametrize("words", range(1, 10))
def test_1_4_one_to_nine_words_win(length: Length, words: WordsToWin) -> None:
    chosen = Options(length=length, words_to_win=words)
    assert (chosen.columns, chosen.words_needed) == (Options(length=length).columns, words)
    state = laid(begun(options=chosen), NORTH, {0: "oupe"})
    almost = state.with_board(replace(state.boards[NORTH], words=("fin",) * (words - 1)))
    assert almost.scores is None
    assert almost.apply(Announce(NORTH, 0)).winners == (NORTH,)


def test_1_4_words_of_three_or_of_five_letters() -> None:
    for length in ("long", "short", "children"):
        three, five = Options(length=length, shortest=3), Options(length=length, shortest=5)
        assert (three.letters_needed, five.letters_needed) == (3, 5)
        assert Announce(NORTH, 0) in laid(begun(options=three), NORTH, {0: "ol"}).legal_actions()
        assert refused(laid(begun(options=five), NORTH, {0: "ol"}), Announce(NORTH, 0)) == ("too-short", "4.1")


@pytest.mark.parametrize(
    ("options", "name", "values"),
    [
        (Options(words_to_win=cast("WordsToWin", 10)), "words_to_win", "0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
        (Options(shortest=cast("Shortest", 4)), "shortest", "0, 3, 5"),
        (Options(length=cast("Length", "endless")), "length", "long, short, children"),
        (Options(turn_s=cast("TurnS", 7)), "turn_s", "15, 30, 60, 0"),
    ],
)
def test_1_4_a_value_that_there_is_not_is_named(options: Options, name: str, values: str) -> None:
    with pytest.raises(Illegal) as refusal:
        GAME.start(2, options)
    for said in (refusal.value.what.fr, refusal.value.what.en):
        assert name in said
        assert values in said
    assert refusal.value.clause == "1.4"


@pytest.mark.parametrize("file", ["RULES.md", "RULES.fr.md"])
def test_1_4_the_clause_names_every_option_and_every_value(file: str) -> None:
    text = files("companion.games.kaleidoscope").joinpath(file).read_text(encoding="utf-8")
    clause = text.split("**1.4**")[1].split("\n- **")[0]
    for each in options_of(Options):
        assert f"`{each.name}`" in clause
        for word in each.words:
            low, high = (str(each.numbers.start), str(each.numbers.stop - 1)) if each.numbers else ("", "")
            assert f"`{word}`" in clause or (low < word < high), word
        assert each.clause == "1.4"


def test_1_4_a_match_of_before_keeps_its_choices() -> None:
    """Its journal names two choices only; those that came later are as the length says."""
    options = options_from_json(GAME, {"length": "short", "turn_s": 15})
    assert options == SHORT
    assert (options.words_needed, options.letters_needed) == (5, 5)


def test_1_5_all_small_letters_are_dealt_and_unseen() -> None:
    state = begun()
    assert [board.stock for board in state.boards] == [DEALT, DEALT]
    odds = state.apply(TurnUp(NORTH)).chance_outcomes()
    assert {a.letter: round(96 * share, 9) for a, share in odds if isinstance(a, LetterSeen)} == dict(SMALL)


def test_1_5_what_was_seen_comes_up_no_more() -> None:
    state = laid(begun(), SOUTH, {0: "kw"}, ["ee", "*"]).apply(TurnUp(NORTH))
    odds = {a.letter: share for a, share in state.chance_outcomes() if isinstance(a, LetterSeen)}
    assert not {"k", "w"} & set(odds)
    assert odds["e"] / odds["*"] == pytest.approx(13)
    assert refused(state, LetterSeen("k")) == ("letter-elsewhere", "1.2")
    assert refused(state, LetterSeen("é")) == ("no-such-small-letter", "1.2")


def test_1_6_the_row_of_capitals() -> None:
    state = GAME.start(2, LONG)
    assert (state.phase, state.actor, state.due) == (Phase.CAPITAL, CHANCE, 0)
    assert {round(share * 27, 9) for _, share in state.chance_outcomes()} == {1.0}
    state = state.apply(CapitalSeen(0, "S")).apply(CapitalTold(SOUTH, 1, "*"))
    assert state.capitals[:3] == ("S", "*", None)
    assert refused(state, CapitalSeen(2, "S")) == ("capital-elsewhere", "1.1")
    assert refused(state, CapitalSeen(4, "T")) == ("not-that-column", "1.6")
    assert refused(state, CapitalSeen(2, "s")) == ("no-such-capital", "1.1")
    assert refused(state, TurnUp(NORTH)) == ("moment", "2.2")
    assert begun().capitals == tuple(ROW)
    assert begun(options=SHORT).capitals == tuple(ROW[:7])


def test_1_7_north_begins() -> None:
    state = begun()
    assert (state.phase, state.actor) == (Phase.TURN, at_seat(NORTH))
    assert refused(state, TurnUp(SOUTH)) == ("not-your-turn", "2.2")


def test_1_6_nothing_lies_on_anything_else_or_off_the_mat() -> None:
    state = begun()
    for seat in (NORTH, SOUTH):
        state = laid(state, seat, {0: "eaise", 1: "eaise"})
    things = GAME.depict(state).things
    spots = [*(place.xy_mm for place in laid_out(state).values())]
    spots += [thing.xy_mm for thing in things if thing.name == "spare" and thing.xy_mm is not None]
    for number, (x, y) in enumerate(spots):
        assert all(max(abs(x - u), abs(y - v)) >= CARD_MM + 4 for u, v in spots[:number])
        assert abs(x) + CARD_MM / 2 < 420.5
        assert abs(y) + CARD_MM / 2 < 297
        assert abs(x) + CARD_MM / 2 < 360 or abs(y) + CARD_MM / 2 < 237  # clear of the markers
    names = Counter(name.split()[0] for name in laid_out(state))
    assert (names["capital"], names["discard"], names["stock"]) == (9, 2 * DISCARDS, 2)


def test_1_5_a_letter_under_the_hand_is_seen() -> None:
    state = turned_up(begun(), "*")
    assert state.unseen_small()["*"] == 1
    assert run(state, []).unseen_small().total() == sum(board.stock for board in state.boards) == 95
