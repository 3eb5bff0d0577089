"""RULES.md, 7 and 8: "Kaplan", the end, the score."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.actors import OVER
from companion.core.game import legal_for
from companion.core.match import begin
from companion.core.replaying import corrected
from companion.core.views import view
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import (
    Ally,
    Announce,
    Bet,
    FirstPlayer,
    JudgeWord,
    LetterSeen,
    Reveal,
    StayAlone,
    Throw,
    TurnLetter,
    UseDice,
)
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import Cover, Family
from companion.games.kaplan.position import Phase
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import HANDS, bet, covered, ready, refused, run, setup_actions, spelling, thrown, values


def turned(state: Kaplan, *numbers: int) -> Kaplan:
    for number in numbers:
        state = state.with_place(replace(state.place(number), cover=Cover.OFF, turned=True))
    return state


def said(state: Kaplan, seat: int, word: str) -> Kaplan:
    return state.apply(Announce(seat, word))


def test_7_1_anybody_may_announce_at_any_moment_of_play() -> None:
    before = run(GAME.start(4, HANDS), setup_actions(4)[:-1])
    refused(before, Announce(2, "boussole"), "moment", "7.1")
    throw = before.apply(FirstPlayer(0))
    dice = throw.apply(Throw((1, 2, 3)))
    bets = dice.apply(UseDice(0, (1, 2, 3)))
    clue = bet(thrown(covered(throw, 1, Cover.EYE, (1, 2)), 1, 2, 3), 1, 5)
    for state in (throw, dice, bets, clue):
        for seat in range(4):
            assert any(isinstance(action, Announce) for action in legal_for(state, seat))
            after = said(state, seat, "boussole")
            assert (after.phase, after.turn, after.to_play) == (state.phase, state.turn, state.to_play)


def test_7_2_the_word_is_written_in_secret() -> None:
    state = said(ready(4), 2, " boussole ")
    written = state.players[2].announcement
    assert written is not None
    assert (written.word, written.stake) == ("boussole", 3 * 12)
    assert view(state, 2)["players"][2]["announcement"]["word"] == "boussole"
    for viewer in (0, 1, 3, None):
        shown = view(state, viewer)["players"][2]["announcement"]
        assert shown == {"seat": 2, "revealed": False, "verdict": None}


@pytest.mark.parametrize("word", ["", "   ", "mot2", "слово", "a" * 41, "?", "boussole\n!"])
def test_7_2_what_is_no_word_is_refused(word: str) -> None:
    refused(ready(), Announce(0, word), "unwritable", "7.2")


def test_7_3_who_announced_goes_on_playing() -> None:
    state = said(ready(4), 0, "boussole")
    state = bet(bet(bet(thrown(state, 1, 2, 3), 1, 1), 2, 2), 3, 3)
    assert [len(player.hand) for player in state.players] == [6, 9, 9, 9]


def test_7_4_a_player_announces_once() -> None:
    state = said(ready(4), 0, "boussole")
    refused(state, Announce(0, "lanterne"), "announced-already", "7.4")
    assert Announce not in {type(action) for action in legal_for(state, 0)}


def test_7_5_the_game_ends_when_one_alone_has_not_announced() -> None:
    state = said(said(ready(4), 0, "boussole"), 3, "boussole")
    assert state.scores is None
    state = said(state, 1, "boussole")
    assert (state.actor, {type(action) for action in state.legal_actions()}) == (OVER, {JudgeWord})
    assert state.scores == (36.0, 12.0, 0.0, 24.0)
    refused(state, Announce(2, "boussole"), "over", "7.1")


def test_7_5_two_players_end_at_the_first_announcement() -> None:
    assert said(ready(2), 1, "boussole").scores == (0.0, 12.0)


def with_allies(state: Kaplan, *pairs: tuple[int, int]) -> Kaplan:
    for one, other in pairs:
        state = state.with_player(replace(state.players[one], ally=other))
        state = state.with_player(replace(state.players[other], ally=one))
    return state


def test_7_5_two_allies_are_one_side() -> None:
    state = said(said(with_allies(ready(6), (0, 1), (4, 5)), 0, "boussole"), 2, "boussole")
    assert state.scores is None
    after = said(state, 3, "boussole")  # 4 and 5, who are allies, are the last side that has not announced
    assert after.actor == OVER
    assert after.scores == (30.0, 30.0, 48.0, 36.0, 0.0, 0.0)
    one_pair = said(said(with_allies(ready(5), (0, 1)), 0, "boussole"), 2, "boussole")
    assert one_pair.scores is None
    assert said(one_pair, 4, "boussole").actor == OVER  # 1 is silent, but 0 has announced for both


def test_7_5_an_alliance_that_leaves_one_silent_side_ends_the_game() -> None:
    state = said(said(said(ready(5), 0, "boussole"), 1, "boussole"), 2, "aimant")
    state = replace(state, phase=Phase.ALLIANCES)
    assert run(state, [StayAlone(3), StayAlone(4)]).actor != OVER
    assert run(state, [Ally(3, 4), Ally(4, 3)]).actor == OVER
    assert run(state, [Ally(0, 4), Ally(4, 0)]).actor == OVER  # 0 has announced for 4, so 3 is left alone


def test_7_6_the_game_ends_at_the_eighth_letter() -> None:
    state = thrown(covered(covered(turned(ready(), *range(1, 7)), 7, Cover.OFF), 8, Cover.OFF), 7, 8, 9)
    state = state.apply(TurnLetter(0, 7))
    assert state.scores is None
    state = state.apply(TurnLetter(0, 8))
    assert (state.actor, state.scores) == (OVER, (0.0, 0.0, 0.0))
    refused(state, Bet(0, 9, Family.SQUARE, 1, True), "over", "4.1")


def test_7_7_at_the_end_all_is_shown() -> None:
    state = said(said(covered(ready(), 1, Cover.K, (2, 7)), 0, "boussole"), 1, "lanterne")
    seen = view(state, None)
    assert (seen["word"], [p["letter"] for p in seen["places"]]) == ("BOUSSOLE", [*[""] * 3, *"BOUSSOLE", ""])
    assert [p["announcement"] and p["announcement"]["word"] for p in seen["players"]] == ["boussole", "lanterne", None]
    assert [p["announcement"] and p["announcement"]["verdict"] for p in seen["players"]] == ["exact", "wrong", None]
    assert {place.cover for place in state.places} == {Cover.OFF}
    assert values(state.players[2].spent) == {7}


def test_7_8_with_the_own_deck_the_table_types_the_word() -> None:
    state = ready(deck="own")
    for number, letter in ((4, "B"), (5, "O"), (12, "")):
        state = turned(state.with_place(replace(state.place(number), letter=letter)), number)
    state = said(said(state, 0, "Compas"), 1, "BOUSSOLE")
    assert (state.phase, state.scores) == (Phase.TRUTH, None)
    assert {type(action) for action in state.legal_actions()} == {Reveal}
    refused(state, Reveal(2, "lanterne"), "word-does-not-fit", "7.8")
    refused(state, Reveal(2, "bouts"), "word-length", "7.8")
    refused(state, Reveal(2, "boussole4"), "word-length", "7.8")
    state = state.apply(Reveal(2, "boussole"))
    assert (state.word, state.scores) == ("BOUSSOLE", (-18.0, 9.0, 0.0))
    assert [place.letter for place in state.places] == [*[""] * 3, *"BOUSSOLE", ""]


def test_7_8_letters_stay_unknown_when_the_word_could_lie_in_several_ways() -> None:
    state = said(said(ready(deck="own"), 0, "chat"), 1, "chien")
    refused(ready(), Reveal(0, "boussole"), "known-deck", "7.8")
    state = state.apply(Reveal(0, "boussole"))
    assert ({place.letter for place in state.places}, state.word) == ({None}, "BOUSSOLE")


def test_7_9_nobody_announces_once_the_eighth_letter_is_up() -> None:
    state = covered(turned(ready(deck="own"), *range(1, 8)), 8, Cover.OFF)
    state = replace(state, places=tuple(replace(p, letter="A" if p.turned else None) for p in state.places))
    before = thrown(state, 8, 9, 10)
    assert said(before, 1, "boussole").players[1].announcement is not None
    reading = before.apply(TurnLetter(0, 8))  # nobody has told yet what it shows
    assert reading.phase is Phase.LETTER
    assert {type(action) for action in reading.legal_actions()} == {LetterSeen}
    for seat in range(3):
        refused(reading, Announce(seat, "boussole"), "eighth-letter", "7.9")
    refused(reading.apply(LetterSeen(8, "A")), Announce(0, "boussole"), "moment", "7.1")


def test_7_9_the_seventh_letter_stops_nobody() -> None:
    state = covered(turned(ready(deck="own"), *range(1, 7)), 8, Cover.OFF)
    state = replace(state, places=tuple(replace(p, letter="A" if p.turned else None) for p in state.places))
    reading = thrown(state, 8, 9, 10).apply(TurnLetter(0, 8))
    assert said(reading, 1, "boussole").players[1].announcement is not None


def test_7_9_a_letter_that_was_up_earlier_takes_later_announcements_away() -> None:
    match = begin(GAME, 3, Options(sorting="hands"))
    for action in setup_actions(3):
        match = match.play(action)
    start = covered(turned(spelling(match.states[-1]), *range(1, 8)), 8, Cover.OFF)  # type: ignore[arg-type]
    match = replace(match, states=(*match.states[:-1], start))
    for action in (Throw((8, 9, 10)), UseDice(0, (8, 9, 10)), Bet(0, 9, Family.SQUARE, 1, True), Announce(1, "compas")):
        match = match.play(action)
    again = corrected(match, len(match.actions) - 2, TurnLetter(0, 8))
    assert again.match.state.actor == OVER
    assert again.dropped == (len(match.actions) - 1,)


@pytest.mark.parametrize(
    ("seats", "face_up", "before", "stake"), [(4, 0, 0, 36), (4, 5, 1, 14), (8, 3, 5, 18), (2, 7, 0, 5)]
)
def test_8_1_silent_players_times_cards_face_down(seats: int, face_up: int, before: int, stake: int) -> None:
    state = turned(ready(seats), *range(1, face_up + 1))
    for seat in range(1, before + 1):
        state = said(state, seat, "lanterne")
    written = said(state, 0, "boussole").players[0].announcement
    assert written is not None
    assert written.stake == stake


def test_8_1_the_stake_stays_as_it_was_at_the_announcement() -> None:
    state = said(ready(), 0, "boussole")
    state = said(turned(state, 1, 2, 3, 4, 5), 1, "boussole")
    assert state.scores == (24.0, 7.0, 0.0)


@pytest.mark.parametrize("word", ["boussole", "BOUSSOLE", "Boùssolé", "bous-sole"])
def test_8_2_case_and_accents_do_not_count(word: str) -> None:
    assert said(ready(2), 0, word).scores == (12.0, 0.0)


def test_8_3_singular_for_plural_is_half_kept_exact() -> None:
    state = turned(ready(2), *range(1, 8))
    assert said(state, 0, "boussoles").scores == (2.5, 0.0)
    assert said(ready(2, word="CHAUSSETTES", number="p"), 1, "chaussette").scores == (0.0, 6.0)


@pytest.mark.parametrize("word", ["bousole", "boussol", "compas", "boussolesse", "boussolex"])
def test_8_4_any_other_word_counts_below_zero(word: str) -> None:
    assert said(ready(2), 0, word).scores == (-12.0, 0.0)


def test_8_5_who_has_not_announced_scores_nothing() -> None:
    assert said(said(ready(), 0, "compas"), 1, "boussole").scores == (-24.0, 12.0, 0.0)


def test_8_6_the_best_score_wins() -> None:
    game, state = GAME, said(said(ready(), 0, "compas"), 1, "boussoles")
    assert game.prompt(state, None).fr == "Partie finie, le mot était BOUSSOLE : ⟦1⟧ gagne avec 6."
    tie = said(said(said(ready(4), 0, "compas"), 1, "aimant"), 2, "nord")
    assert game.prompt(tie, None).en.endswith("⟦3⟧ wins with 0.")
    both = ready(2, deck="own").apply(Announce(0, "compas")).apply(Reveal(1, "boussole"))
    assert game.prompt(replace(both, scores=(2.5, 2.5)), None).fr.endswith("⟦0⟧ et ⟦1⟧ gagnent à égalité avec 2,5.")
