"""RULES.md, 8.7 and 8.8: the table judges written words, and the scores follow."""

from __future__ import annotations

from companion.core.actors import OVER, at_seat
from companion.core.capabilities.overruling import after_end_kinds
from companion.core.kit import check_match
from companion.core.match import Match, begin
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import Announce, ConfirmNumber, JudgeWord, Reveal
from companion.games.kaplan.position import Phase
from companion.games.kaplan.spelling import Verdict
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import HANDS, ready, refused, run, setup_actions

EXACT, NUMBER, WRONG = Verdict


def ended(*words: str, seats: int = 3, **options: object) -> Kaplan:
    """The end of a game in which seat n announced the nth word."""
    return run(ready(seats, **options), [Announce(seat, word) for seat, word in enumerate(words)])  # type: ignore[arg-type]


def revealed(*words: str, hidden: str) -> Kaplan:
    """The moment after somebody read the hidden word on the table's own cards."""
    return ended(*words, deck="own").apply(Reveal(2, hidden))


def test_8_7_any_player_judges_any_word_after_the_scores_and_they_follow() -> None:
    state = ended("boussole", "boussolle")
    assert (state.actor, state.scores) == (OVER, (24.0, -12.0, 0.0))
    for seat in range(3):
        after = state.apply(JudgeWord(seat, 1, EXACT))
        assert (after.actor, after.scores) == (OVER, (24.0, 12.0, 0.0))
    assert state.apply(JudgeWord(2, 0, WRONG)).scores == (-24.0, -12.0, 0.0)
    assert state.apply(JudgeWord(2, 1, NUMBER)).scores == (24.0, 6.0, 0.0)


def test_8_7_a_judgement_can_be_judged_again() -> None:
    state = run(ended("boussole", "boussolle"), [JudgeWord(0, 1, EXACT), JudgeWord(2, 1, WRONG)])
    assert state.scores == (24.0, -12.0, 0.0)
    refused(state, JudgeWord(0, 1, WRONG), "judged-already", "8.7")


def test_8_7_the_story_tells_who_judged() -> None:
    state = ended("boussole", "boussolle")
    action = JudgeWord(2, 1, EXACT)
    for viewer in (None, 0, 1, 2):
        said = GAME.label(state, action, viewer)
        assert said.fr == "⟦2⟧, pour la table : le mot de ⟦1⟧, « boussolle », est juste"
        assert said.en == "⟦2⟧, for the table: ⟦1⟧'s word “boussolle” is right"


def test_8_7_what_cannot_be_judged_is_refused() -> None:
    refused(ready().apply(Announce(0, "compas")), JudgeWord(1, 0, EXACT), "moment", "8.7")
    state = ended("boussole", "boussolle")
    refused(state, JudgeWord(0, 2, EXACT), "nothing-written", "8.7")
    refused(state, JudgeWord(0, 3, EXACT), "no-seat", "2.1")
    refused(state, JudgeWord(3, 0, EXACT), "no-seat", "2.1")


def test_8_7_only_judgements_are_legal_after_the_end() -> None:
    state = ended("boussole", "boussolle")
    assert after_end_kinds(GAME) == (JudgeWord,)
    assert len(state.legal_actions()) == 3 * 2 * 2
    assert {type(action) for action in state.legal_actions()} == {JudgeWord}


def test_8_8_with_another_deck_the_table_says_whether_only_the_number_differs() -> None:
    state = revealed("albatro", "compas", hidden="albatros")
    assert (state.phase, state.scores, state.actor) == (Phase.VERDICTS, None, at_seat(0))
    verdicts = [player.announcement and player.announcement.verdict for player in state.players]
    assert verdicts == [None, "wrong", None]
    assert GAME.prompt(state, 1).fr == (
        "Le mot de ⟦0⟧, « albatro », est-il ALBATROS au singulier ou au pluriel ? À la table de le dire."
    )
    assert state.apply(ConfirmNumber(1, 0, False)).scores == (-24.0, -12.0, 0.0)
    assert state.apply(ConfirmNumber(1, 0, True)).scores == (12.0, -12.0, 0.0)
    assert GAME.label(state, ConfirmNumber(1, 0, True), None).en == (
        "⟦1⟧, for the table: ⟦0⟧'s word “albatro” differs in number only"
    )
    assert revealed("perches", "compas", hidden="perche").phase is Phase.VERDICTS
    assert revealed("perche", "perches", hidden="perches").phase is Phase.VERDICTS


def test_8_7_a_word_is_judged_before_the_scores_too() -> None:
    state = revealed("albatro", "compas", hidden="albatros").apply(JudgeWord(2, 1, EXACT))
    assert (state.phase, state.scores) == (Phase.VERDICTS, None)
    assert state.apply(ConfirmNumber(2, 0, False)).scores == (-24.0, 12.0, 0.0)


def test_8_8_an_answer_is_for_a_word_that_was_asked_about() -> None:
    state = revealed("albatro", "compas", hidden="albatros")
    refused(state, ConfirmNumber(2, 1, True), "not-asked", "8.8")
    refused(state, JudgeWord(2, 0, EXACT), "number-first", "8.8")
    refused(state, ConfirmNumber(2, 2, True), "nothing-written", "8.7")
    refused(ended("albatro", "compas"), ConfirmNumber(2, 0, True), "known-deck", "8.8")
    refused(state.apply(ConfirmNumber(2, 0, True)), ConfirmNumber(2, 0, True), "over", "8.8")


def test_8_8_where_the_number_decides_nothing_the_table_is_not_asked() -> None:
    assert revealed("albatros", "compas", hidden="albatros").scores == (24.0, -12.0, 0.0)


def test_8_8_the_printed_deck_knows_the_number() -> None:
    assert ended("albatro", "compas", word="ALBATROS").scores == (-24.0, -12.0, 0.0)
    assert ended("épice", "epicess", word="EPICES", number="p").scores == (12.0, -12.0, 0.0)


def test_8_7_the_kit_finds_nothing_in_judged_matches() -> None:
    match: Match = begin(GAME, 3, HANDS)
    played = [*setup_actions(3), Announce(0, "aimant"), Announce(1, "astuces"), JudgeWord(2, 1, EXACT)]
    for action in (*played, JudgeWord(0, 0, NUMBER), JudgeWord(1, 1, WRONG)):
        match = match.play(action)
    check_match(match, seed=1)
    own = begin(GAME, 3, type(HANDS)(deck="own", sorting="hands"))
    for action in (*setup_actions(3), Announce(0, "albatro"), Announce(1, "albatross"), Reveal(1, "albatros")):
        own = own.play(action)
    for action in (JudgeWord(2, 1, EXACT), ConfirmNumber(0, 0, True), JudgeWord(1, 1, WRONG)):
        own = own.play(action)
    assert own.state.scores == (12.0, -12.0, 0.0)
    check_match(own, seed=1)
