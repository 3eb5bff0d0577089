"""Everything that can happen in a game of Kaléidoscope, one class each.

Columns count from 0, from the left as South sees them; places for discards as `layout.discard_mm` counts them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.game import ChanceAction, SeatAction
from companion.core.views import EVERYONE, seen_by


@dataclass(frozen=True, slots=True)
class CapitalSeen(ChanceAction):
    """The eyes have read a capital that was laid into the row (clauses 1.6, 4.1)."""

    column: int = seen_by(EVERYONE)
    letter: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class CapitalTold(SeatAction):
    """A player says which capital was laid into the row."""

    open_fields: ClassVar[frozenset[str]] = frozenset({"letter"})

    column: int = seen_by(EVERYONE)
    letter: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class TurnUp(SeatAction):
    """A player turns up the top card of the own stock (clause 2.2); what it shows is told next."""


@dataclass(frozen=True, slots=True)
class LetterSeen(ChanceAction):
    """The eyes have read the small letter that was turned up."""

    letter: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class LetterTold(SeatAction):
    """A player says which small letter was turned up."""

    open_fields: ClassVar[frozenset[str]] = frozenset({"letter"})

    letter: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Place(SeatAction):
    """A player places the letter that was turned up at the end of a column (clause 2.3)."""

    column: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Discard(SeatAction):
    """A player lays the letter that was turned up on a place of the discards; on none when all are taken (5.3)."""

    place: int | None = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Move(SeatAction):
    """A player moves the last `count` letters of a column to the end of column `to` (clause 2.4)."""

    column: int = seen_by(EVERYONE)
    count: int = seen_by(EVERYONE)
    to: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class PickUp(SeatAction):
    """A player takes the top card of a discard of `owner`, the opponent or the player, to the end of a column
    (clauses 2.5, 2.6)."""

    owner: int = seen_by(EVERYONE)
    place: int = seen_by(EVERYONE)
    column: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Pass(SeatAction):
    """A player does nothing this turn, if the opponent agrees (clause 2.10)."""


@dataclass(frozen=True, slots=True)
class Decline(SeatAction):
    """A player does not agree that the opponent passed (clause 2.10)."""


@dataclass(frozen=True, slots=True)
class RunOut(SeatAction):
    """A player's time has run out (clause 2.7)."""


@dataclass(frozen=True, slots=True)
class Announce(SeatAction):
    """A player announces that an own column is a word (clause 4.1)."""

    column: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class PointOut(SeatAction):
    """A player says that a column of the opponent is a word, which the opponent must announce (clause 4.4)."""

    column: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Doubt(SeatAction):
    """A player doubts what stands in a column of the opponent (clause 6.1)."""

    column: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Accept(SeatAction):
    """A player says that the table accepts what was announced, pointed out or doubted (clauses 4.5, 6.4)."""


@dataclass(frozen=True, slots=True)
class Refuse(SeatAction):
    """A player says that the table does not accept it (clauses 4.5, 6.2)."""


@dataclass(frozen=True, slots=True)
class RefuseWord(SeatAction):
    """A player says that the table refuses a word that `owner` has won (clause 6.5); words count from 0."""

    owner: int = seen_by(EVERYONE)
    number: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class AcceptWord(SeatAction):
    """A player says that the table accepts a word after all that it has refused (clause 6.6); they count from 0."""

    number: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class NoMore(SeatAction):
    """A player finds no more words (clause 7.3)."""


ACTIONS = (
    CapitalSeen, CapitalTold, TurnUp, LetterSeen, LetterTold, Place, Discard, Move, PickUp, Pass, RunOut, Announce,
    PointOut, Doubt, Accept, Refuse, NoMore, Decline, RefuseWord, AcceptWord,
)  # fmt: skip
