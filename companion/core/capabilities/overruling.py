"""Games in which some decisions, such as the verdict on a word, may be changed after the end; scores change with it."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.game import Action, Game


@runtime_checkable
class OverrulesAfterEnd(Protocol):
    """A game with actions that are legal after its end."""

    after_end: tuple[type[Action], ...]
    """The classes of these actions. They may be legal before the end too; after it, no other class is."""


def after_end_kinds(game: Game) -> tuple[type[Action], ...]:
    """The classes of actions that may be legal when `game` is over; () for most games."""
    return game.after_end if isinstance(game, OverrulesAfterEnd) else ()
