"""What games say about correcting earlier actions.

Closed by default: in a game that declares nothing, a seat's action is corrected by that seat alone, and what a
correction drops is said once it is made.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.game import Action, State
from companion.core.text import Text

Worded = tuple[Text, Action]
"""An action, and the words by which people choose it."""


@runtime_checkable
class OpensCorrections(Protocol):
    """What may be known to everybody. The kit checks `known_to_all` with disguised states."""

    known_to_all: tuple[type[Action], ...]
    """Classes of seats' actions that everybody may correct: which of them are legal depends on nothing secret."""
    foreseen: tuple[type[Action], ...]
    """Classes of actions of which everybody may try out what a correction would drop, before it is made. Of others that
    would tell what no page tells: a secret, or what players have to remember."""


@runtime_checkable
class WordsCorrections(Protocol):
    """A game that says for itself what an action may be corrected to: where `Game.label` does not tell what was legal
    apart, or where it would tell what a player may not see now."""

    def may_become(self, then: State, now: State, done: Action, legal: tuple[Action, ...]) -> tuple[Worded, ...]:
        """What `done` may be corrected to. The words tell its own player, and if its class is known to all everybody,
        no more than `now` shows them.

        Args:
            then: the state in which `done` was played.
            now: the present state.
            done: what is corrected; it may be among the answers.
            legal: what was legal then for who corrects it, in the order of `State.legal_actions`.
        """
