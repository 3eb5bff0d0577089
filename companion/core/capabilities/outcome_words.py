"""Games whose story says how an action came out: what nobody may read on its button, before it was played."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.actors import Viewer
from companion.core.capabilities import offers
from companion.core.game import Action, Game, State
from companion.core.text import Text


@runtime_checkable
class WordsOutcomes(Protocol):
    """A game in which the outcome of an action is known to all once it is played, and to nobody before."""

    def played(self, before: State, action: Action, after: State, viewer: Viewer) -> Text:
        """The action and its outcome in words, for the story.

        before, after: the states in which the action was played and to which it led.
        """


def words_played(game: Game, before: State, action: Action, after: State, viewer: Viewer) -> Text:
    """An action in the story's words: with its outcome where the game tells it, else as on its button."""
    told = offers(game, WordsOutcomes)
    return game.label(before, action, viewer) if told is None else told.played(before, action, after, viewer)
