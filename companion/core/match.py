"""A match is its start and its actions; every earlier moment can be had again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.errors import Illegal
from companion.core.game import Action, Game, State


@dataclass(frozen=True)
class Match:
    """A game under way.

    Attributes:
        game, seats, options: what `begin` was given.
        actions: all that happened, in order.
        states: `states[i]` is the moment before `actions[i]`; the last one is now.
    """

    game: Game
    seats: int
    options: Any
    actions: tuple[Action, ...]
    states: tuple[State, ...]

    @property
    def state(self) -> State:
        return self.states[-1]

    def play(self, action: Action) -> Match:
        """The match with one more action. Raises `Illegal` and changes nothing when it is refused."""
        after = self.state.apply(action)
        return Match(self.game, self.seats, self.options, (*self.actions, action), (*self.states, after))

    def back_to(self, length: int) -> Match:
        """The match as it was when `length` actions had been played (0 is the start)."""
        if not 0 <= length <= len(self.actions):
            raise IndexError(f"the match has {len(self.actions)} actions, so there is no moment {length}")
        return Match(self.game, self.seats, self.options, self.actions[:length], self.states[: length + 1])

    def undo(self) -> Match:
        """The match without its last action; at the start, the same match."""
        return self.back_to(max(0, len(self.actions) - 1))

    def corrected(self, index: int, action: Action) -> tuple[Match, tuple[Action, ...]]:
        """Replace `actions[index]` and play the later ones again.

        Returns:
            The match as far as it still makes sense, and the later actions that no longer do (the first that
            became illegal and all after it), so that people can be asked about them.

        Raises:
            Illegal: the new action itself is not possible at that moment.
        """
        later = self.actions[index + 1 :]
        match = self.back_to(index).play(action)
        for done, again in enumerate(later):
            try:
                match = match.play(again)
            except Illegal:
                return match, later[done:]
        return match, ()


def begin(game: Game, seats: int, options: Any = None) -> Match:
    """A new match; `options` None means the game's defaults. Raises `Illegal` for an impossible set-up."""
    chosen = game.options() if options is None else options
    return Match(game, seats, chosen, (), (game.start(seats, chosen),))


def replay(game: Game, seats: int, options: Any, actions: tuple[Action, ...]) -> Match:
    """The match that `actions` lead to. Raises `Illegal` at the first one that the rules refuse."""
    match = begin(game, seats, options)
    for action in actions:
        match = match.play(action)
    return match
