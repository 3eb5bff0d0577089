"""The contents of the box: editions and action cards (clauses 1.3, 1.4)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Literal

from companion.core.views import EVERYONE, seen_by

Edition = Literal["boxed", "print"]
VALUES = range(1, 11)
"""Values of the chests."""
SERIES = 4
"""Number of series; each value occurs once in each (RULINGS 2)."""


class ActionKind(enum.Enum):
    """What an action card asks of everybody in its round."""

    BACK_OF_HAND = "back-of-hand"
    LEFT_RIGHT = "left-right"
    NEIGHBOUR = "neighbour"
    EXCHANGE = "exchange"
    GIFT = "gift"
    NEGATIVE = "negative-points"
    FORBIDDEN = "forbidden-number"
    EVEN = "even-number"
    ODD = "odd-number"


@dataclass(frozen=True, slots=True)
class ActionCard:
    """An action card; `number` is the number that a forbidden-number card forbids, else None."""

    kind: ActionKind = seen_by(EVERYONE)
    number: int | None = seen_by(EVERYONE, default=None)


@dataclass(frozen=True, slots=True)
class Chest:
    """A chest that has been turned up; `card` is its number in the printed deck, None when only its value is known."""

    value: int = seen_by(EVERYONE)
    card: int | None = seen_by(EVERYONE, default=None)


FORBIDDEN_NUMBERS = (10, 8, 6)
"""Numbers on our three forbidden-number cards; those of the rule text are lost (clause 1.4)."""
MOST_OWN_FORBIDDEN = 5
"""Most forbidden-number cards in a table's own deck: three "chiffre interdit", two "coffre interdit" (clause 1.4)."""
_COMMON = (ActionKind.BACK_OF_HAND, ActionKind.LEFT_RIGHT, ActionKind.NEIGHBOUR, ActionKind.EXCHANGE)
ACTION_CARDS: dict[Edition, tuple[ActionCard, ...]] = {
    "boxed": tuple(ActionCard(kind) for kind in (*_COMMON, ActionKind.GIFT, ActionKind.NEGATIVE)),
    "print": (
        *(ActionCard(kind) for kind in (*_COMMON, ActionKind.NEGATIVE, ActionKind.EVEN, ActionKind.ODD)),
        *(ActionCard(ActionKind.FORBIDDEN, number) for number in FORBIDDEN_NUMBERS),
    ),
}


class Fault(enum.Enum):
    """Why a player is out for the round (clauses 3.7 to 3.9, 3.13, 4.1)."""

    LIFTED = "lifted"
    UNCOVERED = "uncovered"
    TWO_HANDS = "two-hands"
    PALM = "palm"
    WRONG_HAND = "wrong-hand"
    NOT_NEIGHBOUR = "not-neighbour"
    FORBIDDEN = "forbidden-number"
    LATE = "late"


BREAKS = {
    Fault.PALM: ActionKind.BACK_OF_HAND,
    Fault.WRONG_HAND: ActionKind.LEFT_RIGHT,
    Fault.NOT_NEIGHBOUR: ActionKind.NEIGHBOUR,
    Fault.FORBIDDEN: ActionKind.FORBIDDEN,
}
"""The action card that each of these faults violates; the other faults count in every round."""
SEEN_FROM_ABOVE = (Fault.LIFTED, Fault.UNCOVERED, Fault.NOT_NEIGHBOUR, Fault.FORBIDDEN)
"""Faults that a camera can recognize; it cannot tell left from right hands or palms from backs (clause 3.12)."""
