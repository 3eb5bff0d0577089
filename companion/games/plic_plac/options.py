"""What a table chooses before a game of Plic-Plac (clause 1.4)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.views import EVERYONE, seen_by
from companion.games.plic_plac.layout import Form

SEATS = range(1, 7)
"""One to six (l. 19)."""


@dataclass(frozen=True, slots=True)
class Options:
    """Set-up choices.

    Attributes:
        specials: the four special cards are shuffled in.
        form: how the pool is laid.
    """

    specials: bool = seen_by(EVERYONE, default=False)
    form: Form = seen_by(EVERYONE, default="square")
