"""Every action of a game of Kaléidoscope, one class each.

Journals store the class names and the field names. Columns count from 0, from the left as South sees them; places of
discards count as in `layout.discard_mm`; seats are 0 (South) and 1 (North).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.game import ChanceAction, SeatAction
from companion.core.views import EVERYONE, seen_by


@dataclass(frozen=True, slots=True)
class CapitalSeen(ChanceAction):
    """The readers have read a capital that was laid into the row (clauses 1.6, 4.1)."""

    column: int = seen_by(EVERYONE)
    letter: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class CapitalTold(SeatAction):
    """A player reports which capital was laid into the row."""

    open_fields: ClassVar[frozenset[str]] = frozenset({"letter"})

    column: int = seen_by(EVERYONE)
    letter: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class TurnUp(SeatAction):
    """A player turns up the top card of their own stock (clause 2.2); its letter is reported next."""


@dataclass(frozen=True, slots=True)
class LetterSeen(ChanceAction):
    """The readers have read the small letter that was turned up."""

    letter: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class LetterTold(SeatAction):
    """A player reports which small letter was turned up."""

    open_fields: ClassVar[frozenset[str]] = frozenset({"letter"})

    letter: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Place(SeatAction):
    """A player places the turned-up letter at the end of a column (clause 2.3)."""

    column: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Discard(SeatAction):
    """A player lays the turned-up letter on a place for discards; None when all are taken (clause 5.3)."""

    place: int | None = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Move(SeatAction):
    """A player moves the last `count` letters of a column to the end of column `to` (clause 2.4)."""

    column: int = seen_by(EVERYONE)
    count: int = seen_by(EVERYONE)
    to: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class PickUp(SeatAction):
    """A player moves the top card of a discard of `owner` to the end of an own column (clauses 2.5, 2.6).

    Attributes:
        owner: the opponent's seat (stealing) or the player's own (taking back).
    """

    owner: int = seen_by(EVERYONE)
    place: int = seen_by(EVERYONE)
    column: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Pass(SeatAction):
    """A player does nothing in this turn, if the opponent agrees (clause 2.10)."""


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
    """A player says that an opponent's column is a word, which the opponent should have announced (clause 4.4)."""

    column: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Doubt(SeatAction):
    """A player doubts that a word begins with an opponent's column (clause 6.1)."""

    column: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Accept(SeatAction):
    """A player reports that the table accepts what was announced, pointed out or doubted (clauses 4.5, 6.4)."""


@dataclass(frozen=True, slots=True)
class Refuse(SeatAction):
    """A player reports that the table does not accept it (clauses 4.5, 6.2)."""


@dataclass(frozen=True, slots=True)
class RefuseWord(SeatAction):
    """A player reports that the table refuses a word that `owner` has won (clause 6.5).

    Attributes:
        number: index of the word in the owner's won words, from 0.
    """

    owner: int = seen_by(EVERYONE)
    number: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class AcceptWord(SeatAction):
    """A player reports that the table accepts a word that it had refused (clause 6.6).

    Attributes:
        number: index in `Position.refused`, from 0.
    """

    number: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class NoMore(SeatAction):
    """A player declares to find no more words (clause 7.3)."""


ACTIONS = (
    CapitalSeen, CapitalTold, TurnUp, LetterSeen, LetterTold, Place, Discard, Move, PickUp, Pass, RunOut, Announce,
    PointOut, Doubt, Accept, Refuse, NoMore, Decline, RefuseWord, AcceptWord,
)  # fmt: skip
