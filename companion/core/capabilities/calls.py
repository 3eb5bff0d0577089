"""Calls: the moments of a game that everybody must hear, if it has any."""

from __future__ import annotations

import enum
from typing import Protocol, runtime_checkable

from companion.core.game import Action


class Call(enum.Enum):
    """What is called out to the whole table."""

    REVEAL = "reveal"
    """Now, all together: turn up what is to be turned up."""
    FOUL = "foul"
    """Somebody broke a rule, and that is part of the game."""


@runtime_checkable
class MakesCalls(Protocol):
    """A game with such moments."""

    def call(self, action: Action) -> Call | None:
        """What is called out when `action` has been carried out."""
