"""Calls: announcements of a game that everybody must hear."""

from __future__ import annotations

import enum
from typing import Protocol, runtime_checkable

from companion.core.game import Action


class Call(enum.Enum):
    """An announcement to the whole table."""

    REVEAL = "reveal"
    """Everybody turns up their card now, all together."""
    FOUL = "foul"
    """Somebody broke a rule, and that is part of the game."""


@runtime_checkable
class MakesCalls(Protocol):
    """A game that makes such announcements."""

    def call(self, action: Action) -> Call | None:
        """The announcement to make after `action`, or None."""
