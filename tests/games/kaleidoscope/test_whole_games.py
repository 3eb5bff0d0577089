"""Whole games, played at random: what holds at every moment, and who wins, worked out twice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.actors import OVER
from companion.core.kit import check_game, check_match
from companion.core.match import Match, begin
from companion.games.kaleidoscope import GAME, judgement
from companion.games.kaleidoscope.actions import LetterSeen, Place
from companion.games.kaleidoscope.judgement import written
from companion.games.kaleidoscope.options import Options
from companion.games.kaleidoscope.pieces import CAPITALS, SMALL
from companion.games.kaleidoscope.position import INTERRUPTIONS, Phase
from companion.games.kaleidoscope.state import Kaleidoscope
from companion.table.codec import action_from_json, options_from_json
from tests.games.kaleidoscope.playing import GAMES, SHORT, moments, random_game
from tests.games.kaleidoscope.recount import winners

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_winners_are_those_of_a_recount(number: int) -> None:
    match = random_game(*GAMES[number])
    end = match.state
    assert isinstance(end, Kaleidoscope)
    assert set(end.winners) == winners(match)
    assert end.scores == tuple(float(board.won) for board in end.boards)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_what_holds_at_every_moment(number: int) -> None:
    for state in moments(random_game(*GAMES[number])):
        check_moment(state)


def check_moment(state: Kaleidoscope) -> None:
    # Every card is somewhere, once.
    faces = [letter for letter in state.capitals if letter is not None] + list(state.used)
    assert len(faces) == len(set(faces))
    assert sorted([*faces, *state.unseen_capitals()]) == sorted(CAPITALS)
    up = "".join(board.letters() + "".join(word[1:] for word in board.words) for board in state.boards)
    up += state.held or ""
    assert all(SMALL[letter] >= up.count(letter) for letter in SMALL)
    # What needs a ninth place ends the game: from then on it, and what fell after it, lies nowhere.
    somewhere = len(up) + sum(board.stock for board in state.boards)
    assert somewhere == SMALL.total() or (state.phase is Phase.OVER and somewhere < SMALL.total())
    for board in state.boards:
        assert all(len(set(pile)) <= 1 for pile in board.discards)
        likes = [pile[0] for pile in board.discards if pile]
        assert len(likes) == len(set(likes))  # clause 5.2
        assert all(small.count("*") < 2 for small in board.columns)
        assert len(board.words) <= state.options.words_needed
        assert board.begun or not board.letters()
    assert (state.held is not None) == (state.going_on is Phase.HELD) or state.phase is Phase.OVER
    assert state.going_on in (Phase.TURN, Phase.SHOWN, Phase.HELD)
    assert state.phase in INTERRUPTIONS or state.resumes is Phase.TURN
    assert all(state.capitals[each.column] is None for each in state.lifted)
    assert not (state.passed and state.declined)
    assert (state.judged is not None) == (state.phase is Phase.JUDGED)
    assert (state.due is not None) == (state.phase is Phase.CAPITAL) or state.phase in (Phase.OVER, Phase.JUDGED)


def test_random_games_reach_every_corner() -> None:
    """Else the tests above could hold for want of anything to check."""
    matches = [random_game(*game) for game in GAMES]
    assert {type(action) for match in matches for action in match.actions} == set(GAME.actions)
    states = [state for match in matches for state in moments(match)]
    assert {state.phase for state in states} == set(Phase)
    assert {state.judged.why for state in states if state.judged} == {"announced", "pointed-out", "doubted"}
    assert {state.judged.known for state in states if state.judged} == {True, False}
    ends = [match.state for match in matches if isinstance(match.state, Kaleidoscope)]
    reasons = {
        "blocked" if end.blocked is not None
        else "no more" if all(board.no_more for board in end.boards) else "words"
        for end in ends
    }  # fmt: skip
    assert reasons == {"words", "no more", "blocked"}
    falls = sum(
        len("".join(after.boards[seat].discards)) > len("".join(before.boards[seat].discards))
        for match in matches
        for before, after in zip(moments(match), moments(match)[1:], strict=False)
        for seat in (0, 1)
        if before.phase is Phase.CAPITAL
    )
    assert falls > 5
    assert any(state.late for state in states)
    assert any("*" in word for end in ends for board in end.boards for word in board.words)


@pytest.mark.parametrize("number", [0, 7, 14])
def test_the_conformance_kit_finds_nothing(number: int) -> None:
    check_match(random_game(*GAMES[number]), seed=number)


@pytest.mark.parametrize("options", [SHORT, Options(words_to_win=2, shortest=3, turn_s=0)])
def test_the_kit_plays_at_random_and_finds_nothing(options: Options) -> None:
    check_game(GAME, 2, options, seed=3)


def test_a_match_of_before_is_taken_up_to_its_end() -> None:
    """match_of_before.json: a random match, written down before 4.8, 2.10, 6.5 and the later options were there."""
    written_down = json.loads(Path(__file__).with_name("match_of_before.json").read_text(encoding="utf-8"))
    match = begin(GAME, 2, options_from_json(GAME, written_down["options"]))
    for action in written_down["actions"]:
        match = match.play(action_from_json(GAME, action))
    assert match.state.actor == OVER


def test_simulated_people_know_words_and_try_it_on_now_and_then() -> None:
    placed = tried = 0
    for game in GAMES:
        match = random_game(*game)
        for action, after in zip(match.actions, moments(match)[1:], strict=False):
            if isinstance(action, Place):
                placed += 1
                tried += not judgement.is_start(after, written(after, action.seat, action.column))
    assert 0 < tried < placed / 20


def test_the_checks_bite() -> None:
    match = random_game(*GAMES[1])
    seen = [n for n, action in enumerate(match.actions) if isinstance(action, LetterSeen)]
    bitten = 0
    for number in seen[:30]:
        wrong = (*match.actions[:number], LetterSeen("z"), *match.actions[number + 1 :])
        found = None
        try:
            found = winners(Match(match.game, match.seats, match.options, wrong, match.states))
        except (AssertionError, IndexError):
            bitten += 1
        bitten += found is not None and found != winners(match)
    assert bitten
    state = next(state for state in moments(match) if state.phase is Phase.HELD and state.boards[0].discards[0])
    board = state.boards[0]
    for broken in (
        replace(state, held=None),
        state.with_board(replace(board, stock=board.stock + 1)),
        state.with_board(board.with_discard(7, board.discards[0])),
        state.with_board(board.with_column(0, "**")),
        state.with_capital(0, state.capitals[1]),
    ):
        with pytest.raises(AssertionError):
            check_moment(broken)
