"""The protocol of a game: immutable states, actions, and the rules that lead from one state to the next.

A game's folder exports one `GAME`. Its states and actions are frozen dataclasses, each field of which declares who may
see it (`views.seen_by`). Dice, dealt cards and shuffles are chance actions, which the camera reports.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, Self, TypeVar

from companion.core.actors import Actor, Viewer
from companion.core.art import Art
from companion.core.scene import Scene, Thing
from companion.core.text import Text
from companion.core.views import EVERYONE, seen_by


@dataclass(frozen=True)
class Action:
    """Something that happens in a match. Subclasses are frozen dataclasses; chance actions have no `seat`."""


@dataclass(frozen=True)
class SeatAction(Action):
    """Something that a player does; `seat` counts from 0, clockwise."""

    seat: int = seen_by(EVERYONE)


@dataclass(frozen=True)
class ChanceAction(Action):
    """Something that nobody decides: a throw, a deal, a draw from a bag."""


class State(Protocol):
    """A state of a game; frozen, hashable, comparable."""

    @property
    def actor(self) -> Actor:
        """Who has to act. Other seats may have legal actions too (such as announcing at any moment)."""

    @property
    def scores(self) -> tuple[float, ...] | None:
        """The final score of each seat once the game is over, else None. Half points are exact in floating point."""

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action of every seat, or of chance.

        When the game is over, only those that are allowed after its end (`overruling.OverrulesAfterEnd`).

        An action with a free field (a word somebody writes) appears once, with an example in that field;
        its class names such fields in `open_fields`.
        """

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        """Chance's legal actions with their probabilities, which add up to 1; empty unless chance has to act."""

    def apply(self, action: Action) -> Self:
        """The next state; self is unchanged. Raises `Illegal`, with the clause, when the rules forbid the action."""


StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT", contravariant=True)


class GameOf(Protocol[StateT, OptionsT]):
    """The protocol of a game with states of type `StateT` and options of type `OptionsT`."""

    key: str
    """Its word on the command line ("kaplan"), and its folder's name, with _ for each - ("plic-plac")."""
    title: Text
    """Its name."""
    seats: range
    """The possible numbers of players."""
    state: type
    """The class of its states."""
    actions: tuple[type[Action], ...]
    """The classes of its actions."""
    options: type
    """A frozen dataclass of set-up choices; every field has a default."""
    eyes: frozenset[str]
    """Kinds of things (`Thing.kind`) that the camera must read for this game."""

    def start(self, seats: int, options: OptionsT) -> StateT:
        """The first state. Raises `Illegal` for a number of seats or options that the rules do not allow."""

    def label(self, state: StateT, action: Action, viewer: Viewer) -> Text:
        """The action in words for `viewer`, without secrets: on buttons before it is played, then in the history."""

    def prompt(self, state: StateT, viewer: Viewer) -> Text:
        """One sentence for `viewer`: what has to be done now."""

    def depict(self, state: StateT) -> Scene:
        """What the table should look like from above. It must not depend on what lies face down."""

    def art(self, kind: str, face: str) -> Art:
        """The art of a thing of `depict`. Raises KeyError for one that the game does not have."""

    def explanations(self, state: StateT, seen: Scene) -> tuple[Action, ...]:
        """Every legal action after which the table would look like `seen`; empty when none does."""

    def choose(self, state: StateT, seat: int, random: Random) -> Action:
        """The action of a plausible simulated player at `seat`, whose turn it is.

        Depends only on what that seat may see and on `random`.
        """

    def disguise(self, state: StateT, viewer: Viewer, random: Random) -> StateT:
        """A random state that `viewer` cannot tell from `state`: secrets may differ. For the kit."""


Game = GameOf[Any, Any]
"""A game as the rest of the program uses it: it passes states back to the game that made them."""


def legal_for(state: State, seat: int) -> tuple[SeatAction, ...]:
    """The legal actions of one seat."""
    return tuple(a for a in state.legal_actions() if isinstance(a, SeatAction) and a.seat == seat)


def open_fields(action: Action) -> frozenset[str]:
    """Names of the action's fields that people fill in freely (its class attribute `open_fields`)."""
    free: frozenset[str] = getattr(type(action), "open_fields", frozenset())
    return free


def pick_chance(outcomes: Sequence[tuple[Action, float]], random: Random) -> Action:
    """One outcome of `State.chance_outcomes`, drawn with its probability."""
    return random.choices([action for action, _ in outcomes], [odds for _, odds in outcomes])[0]


def eyes_decide(game: Game, state: State) -> bool:
    """Whether chance has to act and the camera can see the outcome: it changes the things of kinds in `game.eyes`."""
    outcomes = state.chance_outcomes()
    if not outcomes:
        return False
    return _read_things(game, state) != _read_things(game, state.apply(outcomes[0][0]))


def _read_things(game: Game, state: State) -> frozenset[Thing]:
    return frozenset(thing for thing in game.depict(state).things if thing.kind in game.eyes)
