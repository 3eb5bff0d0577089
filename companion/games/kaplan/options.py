"""What a table chooses before a game of Kaplan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from companion.core.views import EVERYONE, seen_by
from companion.games.kaplan.refusals import refuse

Deck = Literal["printed", "own"]
Sorting = Literal["camera", "hands"]

SEATS = range(2, 9)
"""Two to eight: there are eight families of tokens (clause 2.1)."""


@dataclass(frozen=True, slots=True)
class Options:
    """Set-up choices.

    Attributes:
        deck: "printed", the companion's own, every card of which it knows, or "own", a deck that it does not know.
        bluff: the second bet on a K face is hidden too (clause 4.8).
        dice: False for the game without dice (clause 3.8).
        sorting: "camera", which says keep or discard card by card, or "hands" alone (clause 2.12).
    """

    deck: Deck = seen_by(EVERYONE, default="printed")
    bluff: bool = seen_by(EVERYONE, default=False)
    dice: bool = seen_by(EVERYONE, default=True)
    sorting: Sorting = seen_by(EVERYONE, default="camera")


def check(seats: int, options: Options) -> None:
    """Raises `Illegal` for a number of players or options that the rules do not know."""
    if seats not in SEATS:
        raise refuse("seats", seats=seats)
    known = (
        isinstance(options, Options)
        and options.deck in get_args(Deck)
        and options.sorting in get_args(Sorting)
        and isinstance(options.bluff, bool)
        and isinstance(options.dice, bool)
    )
    if not known:
        raise refuse("options")
