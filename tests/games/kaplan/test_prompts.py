"""What a prompt tells a player to do can be done, at every moment of random games."""

from __future__ import annotations

import re

import pytest

from companion.core.game import legal_for
from companion.core.text import Text
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import (
    Ally,
    Bet,
    ChooseClue,
    ChooseFamily,
    ConfirmNumber,
    Pass,
    StayAlone,
    TakeBack,
    TurnLetter,
    UseDice,
)
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import Cover
from companion.games.kaplan.position import Phase
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import covered, every_setup, holding, random_game, ready, thrown

PROMISES = (
    (r"take your tokens back", TakeBack),
    (r"or pass\.$", Pass),
    (r", pass\.$", Pass),
    (r"if you like", Pass),
    (r"choose how to use the dice", UseDice),
    (r"offer an alliance", Ally),
    (r": accept", Ally),
    (r"stay alone", StayAlone),
    (r"Choose a family", ChooseFamily),
    (r"It is for the table to say", ConfirmNumber),
    (r"^You won a clue: take", ChooseClue),
)
"""Words of a prompt, and the kind of action that they promise to the one who reads them."""


def broken(state: Kaplan, seat: int) -> list[str]:
    """What the prompt of a seat promises and the rules refuse."""
    words, legal = GAME.prompt(state, seat).en, legal_for(state, seat)
    if words.startswith("⟦"):
        return []  # it tells what another player does
    wrong = [say for say, kind in PROMISES if re.search(say, words) and not any(isinstance(a, kind) for a in legal)]
    places = re.search(r"bet \d on ([\d, or]*\d)", words) if words.startswith("Your turn") else None
    if places and "take your tokens back" not in words:
        takes = {action.place for action in legal if isinstance(action, Bet | TurnLetter)}
        if set(map(int, re.findall(r"\d+", places[1]))) != takes:
            wrong.append(places[0])
    return wrong


def told_of_the_clue(state: Kaplan, seat: int) -> bool:
    """Whether the prompt tells a seat that it has won the clue that is waiting."""
    return "You won a clue" in GAME.prompt(state, seat).en


@pytest.mark.parametrize(("seats", "options", "seed"), every_setup(14))
def test_prompts_promise_only_what_can_be_done(seats: int, options: Options, seed: int) -> None:
    for state in random_game(seats, options, seed).states:
        assert isinstance(state, Kaplan)
        for seat in range(seats):
            assert broken(state, seat) == [], (GAME.prompt(state, seat), state.phase)
            won = state.claim is not None and state.phase is Phase.CLUE and seat in state.claim.winners
            assert told_of_the_clue(state, seat) == won


def prompt_of(state: Kaplan) -> Text:
    assert state.turn is not None
    return GAME.prompt(state, state.turn)


def test_4_1_the_prompt_says_what_is_left_to_a_player_without_tokens() -> None:
    state = thrown(covered(ready(), 4, Cover.OFF), 4, 5, 6)
    assert prompt_of(state).fr == "À vous : votre 1er pari sur le 4, le 5 ou le 6."
    assert prompt_of(holding(state, 0, [])).fr == "À vous : votre 1er pari sur le 4, si vous voulez."
    spent = holding(state, 0, [], [3])
    assert (
        prompt_of(spent).fr
        == "À vous : votre main est vide, reprenez vos jetons pour votre 1er pari sur le 5 ou le 6, ou passez."
    )
    assert GAME.prompt(spent, 1).fr == "⟦0⟧ peut reprendre ses jetons pour son 1er pari sur le 5 ou le 6."
