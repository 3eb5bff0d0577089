"""The kit passes a sound game, and each of its checks catches the fault that it is there for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, cast

import pytest

from companion.core.actors import OVER, Actor, Viewer, at_seat
from companion.core.capabilities.introduction import Introduction
from companion.core.errors import Illegal
from companion.core.game import Action, State
from companion.core.kit import Broken, check_declarations, check_game
from companion.core.scene import Scene, Thing
from companion.core.text import Text, same
from tests.core.toy import TOY, Keep, Pass, Throw, Toy, ToyState, Wish


@pytest.mark.parametrize("seats", TOY.seats)
def test_a_sound_game_passes(seats: int) -> None:
    for seed in range(20):
        assert check_game(TOY, seats, seed=seed).state.actor == OVER


def with_state(kind: type[ToyState]) -> Toy:
    """The toy game on another state class."""

    class Faulty(Toy):
        state = kind

        def start(self, seats: int, options: Any) -> State:
            first = super().start(seats, options)
            assert isinstance(first, ToyState)
            return kind(first.players, first.turn, first.left, first.coin, first.pot)

    return Faulty()


def broken_promise(game: Toy) -> str:
    """The name of the first promise that the game is found to break, over 30 seeds; "" when none is."""
    for seed in range(30):
        try:
            check_game(game, 3, seed=seed)
        except Broken as broken:
            return broken.check
    return ""


@dataclass(frozen=True)
class UndeclaredState(ToyState):
    extra: int = 0


@dataclass(frozen=True)
class NeverOver(ToyState):
    @property
    def actor(self) -> Actor:
        return at_seat(self.turn) if self.left == 0 else super().actor

    def legal_actions(self) -> tuple[Action, ...]:
        return super().legal_actions() if self.left else ()


@dataclass(frozen=True)
class ScoredTooEarly(ToyState):
    @property
    def scores(self) -> tuple[float, ...] | None:
        return (0.0,) * len(self.players)


@dataclass(frozen=True)
class GoesOnAfterTheEnd(ToyState):
    def legal_actions(self) -> tuple[Action, ...]:
        return super().legal_actions() if self.left else (Keep(0),)


@dataclass(frozen=True)
class ShortScores(ToyState):
    @property
    def scores(self) -> tuple[float, ...] | None:
        scores = super().scores
        return scores and scores[:-1]


@dataclass(frozen=True)
class LopsidedOdds(ToyState):
    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        return super().chance_outcomes()[:1]


@dataclass(frozen=True)
class ListsTwice(ToyState):
    def legal_actions(self) -> tuple[Action, ...]:
        legal = super().legal_actions()
        return (*legal, *legal[:1])


@dataclass(frozen=True)
class ListsTooMuch(ToyState):
    def legal_actions(self) -> tuple[Action, ...]:
        legal = super().legal_actions()
        return (*legal, Keep((self.turn + 1) % 3)) if self.coin else legal


@dataclass(frozen=True)
class AcceptsTooMuch(ToyState):
    def apply(self, action: Action) -> ToyState:
        if isinstance(action, Pass) and self.left:
            return replace(self, coin=None)
        return super().apply(action)


@dataclass(frozen=True)
class RefusesWithoutClause(ToyState):
    def apply(self, action: Action) -> ToyState:
        try:
            return super().apply(action)
        except Illegal as refusal:
            raise Illegal(refusal.code, refusal.what) from None


@dataclass(frozen=True)
class ChangesInPlace(ToyState):
    def apply(self, action: Action) -> ToyState:
        after = super().apply(action)
        object.__setattr__(self, "pot", self.pot + 1)
        return after


@dataclass(frozen=True)
class Endless(ToyState):
    def apply(self, action: Action) -> ToyState:
        return replace(super().apply(action), left=self.left)


@pytest.mark.parametrize(
    ("kind", "check"),
    [
        (UndeclaredState, "visibility"),
        (NeverOver, "someone can act"),
        (ScoredTooEarly, "over"),
        (GoesOnAfterTheEnd, "over"),
        (ShortScores, "scores"),
        (LopsidedOdds, "odds"),
        (ListsTwice, "distinct"),
        (ListsTooMuch, "legal"),
        (AcceptsTooMuch, "closed"),
        (RefusesWithoutClause, "refusal"),
        (ChangesInPlace, "frozen"),
        (Endless, "ends"),
    ],
)
def test_a_fault_in_the_state_is_caught(kind: type[ToyState], check: str) -> None:
    assert broken_promise(with_state(kind)) == check


class Nervous(Toy):
    """Tells everybody's secret in the prompt."""

    def prompt(self, state: State, viewer: Viewer) -> Text:
        assert isinstance(state, ToyState)
        return same(f"secret {state.players[0].secret}")


class TellsByTable(Toy):
    """Lays a thing that shows a secret."""

    def depict(self, state: State) -> Scene:
        assert isinstance(state, ToyState)
        return Scene((Thing("die", str(1 + state.players[0].secret % 2)),), frozenset({"die"}))


class WaitsForASecret(Toy):
    """Waits for one more seat where a secret says so."""

    def awaited(self, state: State) -> tuple[int, ...]:
        assert isinstance(state, ToyState)
        seats = {state.actor.seat, state.players[1].secret % 2} - {None}
        return () if state.actor == OVER else tuple(sorted(seats, key=repr))  # type: ignore[arg-type]


class WaitsForNobody(Toy):
    def awaited(self, state: State) -> tuple[int, ...]:
        return ()


class WaitsAfterTheEnd(Toy):
    def awaited(self, state: State) -> tuple[int, ...]:
        return tuple(range(3))


class TellsWishes(Toy):
    def label(self, state: State, action: Action, viewer: Viewer) -> Text:
        return same(action.words) if isinstance(action, Wish) else super().label(state, action, viewer)


class Wordless(Toy):
    def label(self, state: State, action: Action, viewer: Viewer) -> Text:
        return same("")


class Unfilled(Toy):
    def label(self, state: State, action: Action, viewer: Viewer) -> Text:
        return same("{seat} keeps")


class DrawsWhatItDoesNotHave(Toy):
    def depict(self, state: State) -> Scene:
        return Scene((Thing("die", "1"), Thing("card", "back")), frozenset({"die"}))


class ExplainsTheImpossible(Toy):
    def explanations(self, state: State, seen: Scene) -> tuple[Action, ...]:
        return (Throw((7,)),)


class Peeks(Toy):
    """Decides by a neighbour's secret."""

    def choose(self, state: State, seat: int, random: Random) -> Action:
        assert isinstance(state, ToyState)
        return (Keep, Pass)[state.players[(seat + 1) % len(state.players)].secret % 2](seat)


class ChoosesTheImpossible(Toy):
    def choose(self, state: State, seat: int, random: Random) -> Action:
        return Keep(seat + 1)


class ForgetsAnAction(Toy):
    actions = (Throw, Keep, Pass)


@pytest.mark.parametrize(
    ("game", "check"),
    [
        (Nervous(), "secret"),
        (TellsByTable(), "secret"),
        (WaitsForASecret(), "secret"),
        (WaitsForNobody(), "awaited"),
        (WaitsAfterTheEnd(), "awaited"),
        (TellsWishes(), "secret"),
        (Wordless(), "label"),
        (Unfilled(), "label"),
        (DrawsWhatItDoesNotHave(), "depict"),
        (ExplainsTheImpossible(), "explanations"),
        (Peeks(), "choose"),
        (ChoosesTheImpossible(), "choose"),
        (ForgetsAnAction(), "actions"),
    ],
)
def test_a_fault_in_the_game_is_caught(game: Toy, check: str) -> None:
    assert broken_promise(game) == check


def test_a_game_that_depends_on_more_than_its_actions_is_caught() -> None:
    random = Random(1)

    class Moody(Toy):
        def start(self, seats: int, options: Any) -> State:
            first = super().start(seats, options)
            assert isinstance(first, ToyState)
            return replace(first, pot=random.randrange(10**9))

    assert broken_promise(Moody()) == "replay"


def test_a_free_field_may_hold_anything() -> None:
    state = TOY.start(2, TOY.options())
    assert state.apply(Wish(1, "anything at all")).players[1].wish == "anything at all"  # type: ignore[attr-defined]


def test_a_game_that_does_not_declare_its_pictures_is_refused() -> None:
    class Silent:
        key, state, actions = TOY.key, TOY.state, TOY.actions

    with pytest.raises(Broken, match="pictures"):
        check_declarations(cast(Any, Silent()))


def test_a_picture_that_tells_is_caught() -> None:
    def draws_all(state: State, seed: int, secrets: Random) -> object:
        return state

    def draws_what_is_held_up(state: State, seed: int, secrets: Random) -> object:
        return secrets.random()

    def draws_what_is_open(state: State, seed: int, secrets: Random) -> object:
        return seed, TOY.depict(state)

    for telling in (draws_all, draws_what_is_held_up):
        with pytest.raises(Broken, match="pictures"):
            check_game(TOY, 3, seed=1, draws=telling)
    check_game(TOY, 3, seed=1, draws=draws_what_is_open)


@pytest.mark.parametrize(
    "said",
    [
        Introduction(Text(fr="", en="Keep it."), 1, (Thing("die", "1"),)),
        Introduction(Text(fr="Gardez.", en="Keep it."), 0, (Thing("die", "1"),)),
        Introduction(Text(fr="Gardez.", en="Keep it."), 1, ()),
        Introduction(Text(fr="Gardez.", en="Keep it."), 1, (Thing("die", "7"),)),
    ],
    ids=["no words", "no time", "no picture", "a picture of what is not drawn"],
)
def test_a_game_that_the_lobby_cannot_show_is_refused(said: Introduction) -> None:
    game = type("Shy", (Toy,), {"introduction": said})()
    with pytest.raises(Broken, match="introduction"):
        check_declarations(game)


def test_a_game_that_says_nothing_of_itself_is_refused() -> None:
    members = {name: getattr(Toy, name) for name in dir(Toy) if name != "introduction" and not name.startswith("__")}
    with pytest.raises(Broken, match="does not introduce itself"):
        check_declarations(type("Silent", (), members)())
