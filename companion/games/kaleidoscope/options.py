"""What a table chooses before a game of Kaléidoscope (clause 1.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.views import EVERYONE, seen_by

SEATS = range(2, 3)
"""Two (A)."""
Length = Literal["long", "short", "children"]
TurnS = Literal[15, 30, 60, 0]
"""Seconds that a turn may take; 0: as long as it takes."""


@dataclass(frozen=True, slots=True)
class Options:
    """Set-up choices.

    Attributes:
        length: how many capitals, how many words win, how long they must be.
        turn_s: seconds that a turn may take (clause 2.7); 0 for no limit.
    """

    length: Length = seen_by(EVERYONE, default="long")
    turn_s: TurnS = seen_by(EVERYONE, default=15)

    @property
    def columns(self) -> int:
        return 9 if self.length == "long" else 7

    @property
    def words_to_win(self) -> int:
        return 9 if self.length == "long" else 5

    @property
    def shortest(self) -> int:
        """Letters of the shortest word that wins."""
        return 3 if self.length == "children" else 5
