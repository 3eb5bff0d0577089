"""What a table chooses before a game of Leprechauns (clause 1.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.views import EVERYONE, seen_by
from companion.games.leprechauns.pieces import Edition

Deck = Literal["printed", "own"]
Needed = Literal["two", "one", "by-age"]
Judges = Literal["holder", "vote"]

SEATS = range(2, 7)
"""Two to six (RULINGS 4)."""


@dataclass(frozen=True, slots=True)
class Options:
    """Set-up choices.

    Attributes:
        edition: whose action cards are played, and how much a lost chest costs.
        deck: "printed", the companion's own chests, or "own", a deck of which it knows the values alone.
        needed: motifs that win a chest: "two", "one" (clause 5.8), or "by-age": one for children (clause 5.9).
        action_cards: False for the game without them (clause 2.5).
        judges: the holder of PREM'S, or everybody by vote (clause 5.3).
        shared: several hands may hold one chest (clause 3.3).
    """

    edition: Edition = seen_by(EVERYONE, default="boxed")
    deck: Deck = seen_by(EVERYONE, default="printed")
    needed: Needed = seen_by(EVERYONE, default="two")
    action_cards: bool = seen_by(EVERYONE, default=True)
    judges: Judges = seen_by(EVERYONE, default="holder")
    shared: bool = seen_by(EVERYONE, default=False)
