"""What the table decides otherwise than the lexicon, at once, later and after the end (RULES.md 6.4 to 6.6, 7)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.core.actors import OVER
from companion.core.capabilities.overruling import after_end_kinds
from companion.core.kit import check_match
from companion.core.match import Match, begin
from companion.core.text import LANGUAGES
from companion.games.kaleidoscope import GAME, judgement
from companion.games.kaleidoscope.actions import (
    Accept,
    AcceptWord,
    Announce,
    CapitalSeen,
    Discard,
    Doubt,
    LetterSeen,
    NoMore,
    Place,
    PointOut,
    Refuse,
    RefuseWord,
    TurnUp,
)
from companion.games.kaleidoscope.options import Options
from companion.games.kaleidoscope.position import Phase
from companion.games.kaleidoscope.state import Kaleidoscope
from tests.games.kaleidoscope.playing import GAMES, NORTH, ROW, SOUTH, begun, laid, random_game, refused, run, turned_up

EIGHT = ["s", "a", "i", "n", "r", "t", "u", "l"]
ONE_WORD = Options(length="short", words_to_win=1)


def test_6_4_a_refused_beginning_is_refused_there_and_then_only() -> None:
    state = laid(begun(), NORTH, {0: "ou"})
    struck = run(state, [Doubt(SOUTH, 0), Refuse(SOUTH)])
    assert (struck.boards[NORTH].columns[0], struck.boards[NORTH].stock) == ("", 48)
    assert judgement.is_start(struck, "sou")
    assert judgement.is_word(struck, "soupe")
    again = laid(struck, NORTH, {0: "oupe"})
    assert again.apply(Announce(NORTH, 0)).boards[NORTH].words == ("soupe",)
    assert again.apply(Doubt(SOUTH, 0)).judged == replace(again.apply(Doubt(SOUTH, 0)).judged, known=True)  # type: ignore[type-var]


def test_6_5_a_word_is_refused_at_once_and_its_capital_goes_back() -> None:
    state = laid(laid(begun(), NORTH, {0: "oupe"}), SOUTH, {0: "x"})
    won = state.apply(Announce(NORTH, 0))
    back = won.apply(RefuseWord(SOUTH, NORTH, 0))
    assert (back.capitals[0], back.used, back.lifted, back.due) == ("S", (), (), None)
    assert (back.boards[NORTH].words, back.boards[NORTH].columns[0], back.boards[NORTH].stock) == ((), "", 48)
    assert back.boards[SOUTH] == state.boards[SOUTH]
    assert (back.phase, back.turn) == (Phase.TURN, SOUTH)


def test_6_5_a_word_is_refused_later() -> None:
    state = run(laid(begun(), NORTH, {0: "oupe"}), [Announce(NORTH, 0), CapitalSeen(0, "B")])
    back = state.apply(RefuseWord(NORTH, NORTH, 0))
    assert (back.capitals[0], back.used) == ("B", ())
    assert "S" in back.unseen_capitals()
    assert (back.boards[NORTH].words, back.boards[NORTH].stock) == ((), 48)
    assert (back.phase, back.turn) == (state.phase, state.turn)
    assert refused(back, RefuseWord(NORTH, NORTH, 0)) == ("no-such-word", "6.5")


def test_6_5_what_was_only_pointed_out_goes_back_whole() -> None:
    state = laid(begun(), NORTH, {0: "oupe"})
    back = run(state, [PointOut(SOUTH, 0), RefuseWord(SOUTH, NORTH, 0)])
    assert (back.boards, back.capitals) == (state.boards, state.capitals)


def test_6_5_an_accepted_word_that_is_refused_later_is_known_no_more() -> None:
    state = run(laid(begun(), NORTH, {1: "hixx"}), [Announce(NORTH, 1), Accept(SOUTH)])
    assert judgement.is_word(state, "chixx")
    assert not judgement.is_word(state.apply(RefuseWord(SOUTH, NORTH, 0)), "chixx")


def test_6_5_the_winning_word_may_be_refused_and_the_game_goes_on() -> None:
    over = laid(begun(options=ONE_WORD), NORTH, {0: "oupe"}).apply(Announce(NORTH, 0))
    assert (over.actor, over.winners, over.scores) == (OVER, (NORTH,), (0.0, 1.0))
    assert {type(action) for action in over.legal_actions()} == {RefuseWord}
    on = over.apply(RefuseWord(SOUTH, NORTH, 0))
    assert (on.phase, on.turn, on.scores, on.winners, on.capitals[0]) == (Phase.TURN, SOUTH, None, (), "S")


def test_6_5_a_word_that_decides_the_end_may_be_refused_after_it() -> None:
    state = run(laid(begun(), NORTH, {0: "oupe"}), [Announce(NORTH, 0), CapitalSeen(0, "B")])
    over = run(state, [NoMore(NORTH), NoMore(SOUTH)])
    assert (over.winners, over.scores) == ((NORTH,), (0.0, 1.0))
    after = over.apply(RefuseWord(SOUTH, NORTH, 0))
    assert (after.actor, after.winners, after.scores) == (OVER, (SOUTH, NORTH), (0.0, 0.0))


def test_6_6_a_refused_word_is_accepted_after_all() -> None:
    struck = run(laid(begun(), NORTH, {1: "hixx"}), [Announce(NORTH, 1), Refuse(SOUTH)])
    assert [each.word for each in struck.refused] == ["chixx"]
    after = struck.apply(AcceptWord(SOUTH, 0))
    assert (after.boards[NORTH].won, after.boards[NORTH].words, after.boards[NORTH].granted) == (1, (), ("chixx",))
    assert (after.boards[NORTH].stock, after.capitals, after.turn) == (48, struck.capitals, struck.turn)
    assert judgement.is_word(after, "chixx")
    assert refused(after, AcceptWord(SOUTH, 0)) == ("no-such-refusal", "6.6")


def test_6_6_after_the_end_too_and_the_scores_follow() -> None:
    struck = run(laid(begun(), NORTH, {1: "hixx"}), [Announce(NORTH, 1), Refuse(SOUTH), NoMore(NORTH), NoMore(SOUTH)])
    assert (struck.winners, struck.scores) == ((SOUTH, NORTH), (0.0, 0.0))
    after = struck.apply(AcceptWord(NORTH, 0))
    assert (after.actor, after.winners, after.scores) == (OVER, (NORTH,), (0.0, 1.0))
    enough = laid(begun(options=ONE_WORD), NORTH, {1: "hixx"})
    assert run(enough, [Announce(NORTH, 1), Refuse(SOUTH), AcceptWord(SOUTH, 0)]).winners == (NORTH,)


def test_6_5_only_such_actions_are_legal_after_the_end() -> None:
    assert after_end_kinds(GAME) == (RefuseWord, AcceptWord)
    over = laid(begun(options=ONE_WORD), NORTH, {0: "oupe"}).apply(Announce(NORTH, 0))
    assert refused(over, TurnUp(SOUTH)) == ("moment", "2.2")
    assert refused(over, RefuseWord(SOUTH, 5, 0)) == ("no-such-seat", "1.3")


def test_6_5_and_6_6_keep_every_promise() -> None:
    """The kit looks at a match in which words are refused and accepted, before the end and after it."""
    match: Match = begin(GAME, 2, ONE_WORD)
    for column, letter in enumerate(ROW[:7]):
        match = match.play(CapitalSeen(column, letter))
    for letter in "oupe":
        match = match.play(TurnUp(NORTH)).play(LetterSeen(letter)).play(Place(NORTH, 0))
        match = match.play(TurnUp(SOUTH)).play(LetterSeen("n")).play(Discard(SOUTH, 0))
    match = match.play(Announce(NORTH, 0)).play(RefuseWord(SOUTH, NORTH, 0))
    for letter in "upxa":
        match = match.play(TurnUp(SOUTH)).play(LetterSeen(letter)).play(Place(SOUTH, 0))
        match = match.play(TurnUp(NORTH)).play(LetterSeen("t")).play(Discard(NORTH, 0))
    match = match.play(Announce(SOUTH, 0)).play(Refuse(NORTH)).play(NoMore(NORTH)).play(NoMore(SOUTH))
    match = match.play(AcceptWord(SOUTH, 0))
    assert isinstance(match.state, Kaleidoscope)
    assert (match.state.winners, match.state.scores) == ((SOUTH,), (1.0, 0.0))
    check_match(match, seed=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_7_4_scores_and_sentence_say_the_same_words(language: str) -> None:
    state = laid(begun(), NORTH, {0: "oupe"})
    state = state.with_board(replace(state.boards[SOUTH], words=("fin",) * 5))
    state = state.with_board(replace(state.boards[NORTH], words=("fin",) * 3))
    over = run(state, [Announce(NORTH, 0), CapitalSeen(0, "B"), NoMore(NORTH), NoMore(SOUTH)])
    assert over.scores == (5.0, 4.0)
    said = GAME.prompt(over, None)
    expected = {"fr": "gagne avec 5 mots contre 4.", "en": "wins with 5 words to 4."}
    assert (said.fr if language == "fr" else said.en).endswith(expected[language])


def test_7_4_who_is_blocked_has_lost_whatever_the_words() -> None:
    state = turned_up(laid(begun(), NORTH, {}, EIGHT), "e")
    state = state.with_board(replace(state.boards[NORTH], words=("fin", "fin")))
    over = state.apply(Discard(NORTH, None))
    assert (over.scores, over.winners) == ((0.0, 2.0), (SOUTH,))
    said = GAME.prompt(over, None)
    assert "has lost, whatever the words" in said.en
    assert "a perdu, quels que soient les mots" in said.fr


@pytest.mark.whole
def test_7_4_no_sentence_says_of_a_winner_that_he_leads() -> None:
    for game in GAMES:
        end = random_game(*game).state
        said = GAME.prompt(end, None)
        assert not re.search(r"en tête|mène|leads|ahead", f"{said.fr} {said.en}")
        assert re.search(r"gagne(nt)?\b", said.fr)
        assert re.search(r"wins?\b", said.en)
