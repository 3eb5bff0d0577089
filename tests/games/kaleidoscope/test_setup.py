"""The box, what a table chooses, how a game begins (RULES.md 1)."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from companion.core.actors import CHANCE, at_seat
from companion.core.errors import Illegal
from companion.games.kaleidoscope import GAME
from companion.games.kaleidoscope.actions import CapitalSeen, CapitalTold, LetterSeen, TurnUp
from companion.games.kaleidoscope.layout import CARD_MM, DISCARDS
from companion.games.kaleidoscope.options import Length, Options, TurnS
from companion.games.kaleidoscope.pieces import CAPITALS, JOKER, SMALL
from companion.games.kaleidoscope.places import laid_out
from companion.games.kaleidoscope.position import DEALT, Phase
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
    chosen = [(each.columns, each.words_to_win, each.shortest) for each in (LONG, SHORT, CHILDREN)]
    assert chosen == [(9, 9, 5), (7, 5, 5), (7, 5, 3)]


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
    assert refused(state, LetterSeen("k")) == ("letter-elsewhere", "1.5")
    assert refused(state, LetterSeen("é")) == ("no-such-letter", "1.1")


def test_1_6_the_row_of_capitals() -> None:
    state = GAME.start(2, LONG)
    assert (state.phase, state.actor, state.due) == (Phase.CAPITAL, CHANCE, 0)
    assert {round(share * 27, 9) for _, share in state.chance_outcomes()} == {1.0}
    state = state.apply(CapitalSeen(0, "S")).apply(CapitalTold(SOUTH, 1, "*"))
    assert state.capitals[:3] == ("S", "*", None)
    assert refused(state, CapitalSeen(2, "S")) == ("letter-elsewhere", "1.5")
    assert refused(state, CapitalSeen(4, "T")) == ("not-that-column", "1.6")
    assert refused(state, CapitalSeen(2, "s")) == ("no-such-letter", "1.1")
    assert refused(state, TurnUp(NORTH)) == ("moment", "2.1")
    assert begun().capitals == tuple(ROW)
    assert begun(options=SHORT).capitals == tuple(ROW[:7])


def test_1_7_north_begins() -> None:
    state = begun()
    assert (state.phase, state.actor) == (Phase.TURN, at_seat(NORTH))
    assert refused(state, TurnUp(SOUTH)) == ("not-your-turn", "2.1")


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
