"""What a game is: values that are replaced, never changed.

A game's folder exports one `GAME`. Its states and actions are frozen dataclasses whose every field says who may
see it (`views.seen_by`). Dice, dealt cards and shuffles are actions of chance: the camera reports them.
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
    """Something that happens. Subclasses are frozen dataclasses; chance's acts have no `seat`."""


@dataclass(frozen=True)
class SeatAction(Action):
    """Something that a player does; `seat` counts from 0, clockwise."""

    seat: int = seen_by(EVERYONE)


@dataclass(frozen=True)
class ChanceAction(Action):
    """Something that nobody decides: a throw, a deal, a draw from a bag."""


class State(Protocol):
    """One moment of a game; frozen, hashable, comparable."""

    @property
    def actor(self) -> Actor:
        """Whom the table waits for. Other seats may still have legal actions (announcing at any moment)."""

    @property
    def scores(self) -> tuple[float, ...] | None:
        """One final score a seat once the game is over, else None. Halves are exact."""

    def legal_actions(self) -> tuple[Action, ...]:
        """Every legal action of every seat, or of chance; empty when the game is over, but for what may still be
        overruled then (`overruling.OverrulesAfterEnd`).

        An action with a free field (a word somebody writes) appears once, with an example in that field;
        its class names such fields in `open_fields`.
        """

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        """Chance's legal actions with their odds, which add up to 1; empty unless chance is to act."""

    def apply(self, action: Action) -> Self:
        """The next state. Raises `Illegal`, with the clause, when the rules forbid it; never changes self."""


StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT", contravariant=True)


class GameOf(Protocol[StateT, OptionsT]):
    """A game whose states are of type `StateT` and whose set-up choices are of type `OptionsT`."""

    key: str
    """Its word on the command line ("kaplan"), and its folder's name, with _ for each - ("plic-plac")."""
    title: Text
    seats: range
    """How many may play."""
    state: type
    actions: tuple[type[Action], ...]
    options: type
    """A frozen dataclass of set-up choices; every field has a default."""
    eyes: frozenset[str]
    """Kinds of things (`Thing.kind`) that the camera must read for this game."""

    def start(self, seats: int, options: OptionsT) -> StateT:
        """The first state. Raises `Illegal` for a number of seats or options that the rules do not know."""

    def label(self, state: StateT, action: Action, viewer: Viewer) -> Text:
        """The action in words for `viewer`'s eyes only: buttons before it is played, the story after."""

    def prompt(self, state: StateT, viewer: Viewer) -> Text:
        """One sentence: what the table waits for, said to `viewer`."""

    def depict(self, state: StateT) -> Scene:
        """What the table should look like from above. It can hold nothing that lies face down."""

    def art(self, kind: str, face: str) -> Art:
        """How a thing of `depict` looks. Raises KeyError for one that the game does not have."""

    def explanations(self, state: StateT, seen: Scene) -> tuple[Action, ...]:
        """Every legal action that would explain why the table now looks like `seen`; empty when none does."""

    def choose(self, state: StateT, seat: int, random: Random) -> Action:
        """What a plausible player at `seat`, whose turn it is, does: for simulated people.

        Decided from what that seat may see and `random`, from nothing else.
        """

    def disguise(self, state: StateT, viewer: Viewer, random: Random) -> StateT:
        """A state that differs from `state`, if at all, only in what `viewer` may not see (for the kit)."""


Game = GameOf[Any, Any]
"""A game as the rest of the house knows it: it hands back the states that the game gave."""


def legal_for(state: State, seat: int) -> tuple[SeatAction, ...]:
    """The legal actions of one seat."""
    return tuple(a for a in state.legal_actions() if isinstance(a, SeatAction) and a.seat == seat)


def pick_chance(outcomes: Sequence[tuple[Action, float]], random: Random) -> Action:
    """One outcome, drawn with its odds."""
    return random.choices([action for action, _ in outcomes], [odds for _, odds in outcomes])[0]


def eyes_decide(game: Game, state: State) -> bool:
    """Whether chance is to act and the camera can see what it does: any outcome would change what the eyes read."""
    outcomes = state.chance_outcomes()
    if not outcomes:
        return False
    return _read_things(game, state) != _read_things(game, state.apply(outcomes[0][0]))


def _read_things(game: Game, state: State) -> frozenset[Thing]:
    return frozenset(thing for thing in game.depict(state).things if thing.kind in game.eyes)
