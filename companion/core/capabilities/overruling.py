"""What the table may still put right when a game is over: a verdict on a word, say. The scores follow."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from companion.core.game import Action, Game


@runtime_checkable
class OverrulesAfterEnd(Protocol):
    """A game some of whose actions are legal after its end too."""

    after_end: tuple[type[Action], ...]
    """The kinds of these actions. Each may be legal before the end as well; after it no other kind is."""


def after_end_kinds(game: Game) -> tuple[type[Action], ...]:
    """The kinds of actions that may be legal when `game` is over; mostly none."""
    return game.after_end if isinstance(game, OverrulesAfterEnd) else ()
