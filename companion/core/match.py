"""A match: its set-up, its actions, and the state after each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.game import Action, Game, State


@dataclass(frozen=True)
class Match:
    """A game in progress or finished. Methods return new matches.

    Attributes:
        game, seats, options: the set-up, as given to `begin`.
        actions: all actions, in order.
        states: `states[i]` is the state before `actions[i]`; the last one is the present.
    """

    game: Game
    seats: int
    options: Any
    actions: tuple[Action, ...]
    states: tuple[State, ...]

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    def play(self, action: Action) -> Match:
        """The match with one more action. Raises `Illegal` when the rules refuse it."""
        after = self.state.apply(action)
        return Match(self.game, self.seats, self.options, (*self.actions, action), (*self.states, after))

    def back_to(self, length: int) -> Match:
        """The match as it was after `length` actions (0 is the start). Raises IndexError if it has fewer."""
        if not 0 <= length <= len(self.actions):
            raise IndexError(f"the match has {len(self.actions)} actions, so there is no moment {length}")
        return Match(self.game, self.seats, self.options, self.actions[:length], self.states[: length + 1])


def begin(game: Game, seats: int, options: Any = None) -> Match:
    """A new match; `options` None means the game's defaults. Raises `Illegal` for a set-up that the rules refuse."""
    chosen = game.options() if options is None else options
    return Match(game, seats, chosen, (), (game.start(seats, chosen),))


def replay(game: Game, seats: int, options: Any, actions: tuple[Action, ...]) -> Match:
    """The match after `actions`. Raises `Illegal` at the first one that the rules refuse."""
    match = begin(game, seats, options)
    for action in actions:
        match = match.play(action)
    return match
