"""Who may correct what, and that the kit notices a game whose corrections tell a secret."""

from __future__ import annotations

from typing import ClassVar

import pytest

from companion.core.actors import Viewer
from companion.core.capabilities.corrections import Worded
from companion.core.correcting import alternatives, may_correct, may_foresee
from companion.core.game import Action, State
from companion.core.kit import Broken, check_game
from companion.core.match import replay
from companion.core.text import same
from tests.core.toy import TOY, Keep, Options, Pass, Throw, Toy, ToyState, Wish

MATCH = replay(TOY, 2, Options(rounds=1), (Throw((2,)), Keep(0), Throw((1,)), Wish(0, "moon"), Pass(1)))


def words(index: int, viewer: Viewer) -> list[str]:
    return [each.words.en for each in alternatives(MATCH, index, viewer)]


def test_closed_by_default_a_seat_corrects_its_own_actions_and_everybody_what_chance_did() -> None:
    assert [[may_correct(MATCH, index, viewer) for index in range(5)] for viewer in (None, 0, 1)] == [
        [True, False, True, False, False],
        [True, True, True, True, False],
        [True, False, True, False, True],
    ]
    assert not any(may_foresee(MATCH, index) for index in range(5))
    assert alternatives(MATCH, 1, 1) == alternatives(MATCH, 1, None) == ()


def test_what_was_legal_then_is_offered_but_what_stands_there() -> None:
    assert words(0, None) == words(0, 1) == ["Coin: 1"]
    assert words(1, 0) == ["⟦0⟧ passes", "⟦0⟧ wishes gold"]
    assert words(3, 0) == ["⟦0⟧ wishes gold"]
    assert [sorted(each.written) for each in alternatives(MATCH, 1, 0)] == [[], ["words"]]


class Open(Toy):
    """Says that everybody may correct turns, and other seats' wishes."""

    known_to_all: ClassVar[tuple[type[Action], ...]] = (Keep, Pass)
    foreseen: ClassVar[tuple[type[Action], ...]] = (Keep,)


class TellsWishes(Open):
    """Only who has not wished yet may wish; that is secret."""

    known_to_all = (Keep, Pass, Wish)


class TellsSecret(Toy):
    """Names the secret number."""

    def may_become(self, then: State, now: State, done: Action, legal: tuple[Action, ...]) -> tuple[Worded, ...]:
        assert isinstance(then, ToyState)
        return tuple((same(f"{each} {then.players[0].secret}"), each) for each in legal)


def test_what_everybody_knows_everybody_corrects() -> None:
    match = replay(Open(), 2, MATCH.options, MATCH.actions)
    assert may_correct(match, 1, 1)
    assert may_correct(match, 1, None)
    assert [each.action for each in alternatives(match, 1, None)] == [Pass(0)]
    assert (may_foresee(match, 1), may_foresee(match, 4)) == (True, False)
    check_game(Open(), 2, seed=3)


def test_the_kit_finds_corrections_that_tell_a_secret() -> None:
    def broken(game: Toy) -> str:
        for seed in range(20):
            try:
                check_game(game, 3, seed=seed)
            except Broken as found:
                return found.check
        return ""

    assert broken(TellsSecret()) == "corrections"


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_wish_is_corrected_by_who_made_it(viewer: Viewer) -> None:
    assert may_correct(MATCH, 3, viewer) == (viewer == 0)
