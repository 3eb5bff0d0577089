"""Refusals in random games: the clause exists, is the one of what was tried, and what is advised instead is legal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from companion.core.errors import Illegal
from companion.core.game import Action, SeatAction
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import (
    Announce,
    Bet,
    CardPassed,
    ChooseClue,
    ConfirmNumber,
    FirstPlayer,
    LayOut,
    LetterSeen,
    Pass,
    Reveal,
    SortedByHand,
    SpotSeen,
    StayAlone,
    TakeBack,
    Throw,
    TurnLetter,
    UseDice,
)
from companion.games.kaplan.check import CLAUSES
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import Cover, Family, Metal
from companion.games.kaplan.position import Shows
from companion.games.kaplan.setup import COLOURS, SYMBOLS
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import bet, covered, holding, random_game, ready, refused, thrown
from tests.games.kaplan.test_completeness import every_action
from tests.games.rules_page import clauses

TRIED = 30
"""Actions of each kind tried at each moment that is looked at."""
LOOK_EVERY = 5
KNOWN = set(clauses("kaplan"))
TOLD_BY_CHANCE: tuple[Action, ...] = (
    COLOURS[0], SYMBOLS[0], CardPassed(True), SortedByHand(), SpotSeen("1", Shows.WRONG), LayOut(), FirstPlayer(0),
    Throw((1, 2, 3)), LetterSeen(4, "A"),
)  # fmt: skip
WRITTEN = (Announce(0, "mot"), Announce(1, "mot"), Reveal(0, "boussole"))
GAMES = [(2, Options(), 1), (3, Options(dice=False), 2), (5, Options("own", bluff=True), 4), (6, Options(), 3)]


def refusals(seats: int, options: Options, seed: int) -> Iterator[tuple[Kaplan, Action, Illegal]]:
    """What is refused at moments of a random game."""
    random = Random(seed)
    by_kind: dict[type[Action], list[Action]] = {}
    for action in (*every_action(seats), *TOLD_BY_CHANCE, *WRITTEN):
        by_kind.setdefault(type(action), []).append(action)
    for state in random_game(seats, options, seed).states[::LOOK_EVERY]:
        assert isinstance(state, Kaplan)
        for action in (a for kind in by_kind.values() for a in random.sample(kind, min(TRIED, len(kind)))):
            try:
                state.apply(action)
            except Illegal as refusal:
                yield state, action, refusal


def advised(state: Kaplan, action: SeatAction, words: str) -> list[bool]:
    """For each action that the English sentence advises: whether it is legal."""
    legal = [each for each in state.legal_actions() if isinstance(each, SeatAction) and each.seat == action.seat]

    def places_of(pattern: str, kind: type[Bet | TurnLetter]) -> list[bool]:
        named = re.findall(pattern, words)
        numbers = [int(number) for group in named for number in group.split(", ")]
        return [any(isinstance(each, kind) and each.place == number for each in legal) for number in numbers]

    found = places_of(r"bet a token on ([\d, ]*\d)", Bet) + places_of(r"turn a letter \(([\d, ]+)\)", TurnLetter)
    for pattern, kind in (
        (r"take your spent tokens back", TakeBack),
        (r"(: |, or )pass\.$", Pass),
        (r"choose how to use the dice", UseDice),
        (r"or stay alone", StayAlone),
        (r"answer that first", ConfirmNumber),
    ):
        if re.search(pattern, words):
            found.append(any(isinstance(each, kind) for each in legal))
    example = re.search(r"on ([\d, ]+) for example", words)
    if example:
        found.append(UseDice(action.seat, tuple(map(int, example[1].split(", ")))) in legal)
    metals = re.search(r"take a ([a-z ]+) card( from the shield)?\.$", words)
    if metals:
        taken = {each.metal for each in legal if isinstance(each, ChooseClue)}
        found.append(taken == {Metal(word) for word in metals[1].split(" or ")})
    return found


@pytest.mark.whole
@pytest.mark.parametrize(("seats", "options", "seed"), GAMES)
def test_every_refusal_cites_a_clause_that_exists_and_advises_what_is_legal(
    seats: int, options: Options, seed: int
) -> None:
    seen: Counter[str] = Counter()
    advice = 0
    for state, action, refusal in refusals(seats, options, seed):
        assert refusal.clause in KNOWN, refusal
        assert "{" not in refusal.what.fr + refusal.what.en, refusal
        seen[refusal.code.removeprefix("kaplan.")] += 1
        if isinstance(action, SeatAction):
            legal = advised(state, action, refusal.what.en)
            assert all(legal), (refusal, action, state.phase)
            advice += len(legal)
        if refusal.code in ("kaplan.moment", "kaplan.over"):
            assert refusal.clause == CLAUSES[type(action)], (action, refusal)
    assert len(seen) >= 15, seen
    assert advice > 100, "the test must find advice to check"


def test_every_kind_of_action_has_a_clause_of_its_own_moment() -> None:
    assert set(CLAUSES) == set(GAME.actions)
    assert set(CLAUSES.values()) <= KNOWN


def test_4_advice_after_a_refused_bet_is_what_can_be_done() -> None:
    empty = holding(thrown(covered(ready(), 1, Cover.OFF), 1, 2, 3), 0, [], [4])
    said = refused(empty, Bet(0, 2, Family.SQUARE, 5, True), "no-token", "4.12").what.fr
    assert said.endswith("reprenez vos jetons dépensés, ou passez.")
    none = holding(empty, 0, [])
    said = refused(none, Bet(0, 2, Family.SQUARE, 5, True), "no-token", "4.12").what.fr
    assert said.endswith("retournez une lettre (1), ou passez.")
    said = refused(thrown(ready(), 1, 2, 3), TurnLetter(0, 2), "covered", "4.9").what.fr
    assert said.endswith("misez un jeton sur 1, 2, 3.")
    said = refused(bet(thrown(ready(), 1, 2, 3), 1, 5), Bet(0, 9, Family.SQUARE, 6, True), "not-thrown", "3.2").what.fr
    assert said == "Les dés ne donnent pas la place 9 à ce tour : misez un jeton sur 2, 3."
