"""Everything that can happen in a game of Kaplan, one class each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from companion.core.actors import Viewer
from companion.core.game import ChanceAction, SeatAction
from companion.core.views import EVERYONE, NOBODY, OWNER, seen_by
from companion.games.kaplan.pieces import Colour, Family, Fill, Metal, SymbolShape
from companion.games.kaplan.position import Shows
from companion.games.kaplan.spelling import Verdict


def _open_or_own(bet: Any, viewer: Viewer) -> bool:
    """The owner chooses the token and so sees its value; the story of the bet does not tell it (`phrases`)."""
    return not bet.hidden or OWNER(bet, viewer)


@dataclass(frozen=True, slots=True)
class DrawColour(ChanceAction):
    """A colour pawn leaves the bag (clause 2.3)."""

    colour: Colour = seen_by(EVERYONE)
    position: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class DrawSymbol(ChanceAction):
    """A symbol pawn leaves the bag (clause 2.4)."""

    shape: SymbolShape = seen_by(EVERYONE)
    fill: Fill = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class CardPassed(ChanceAction):
    """A card passes under the camera in one of the two sorts (clauses 2.3, 2.4, 2.12).

    Attributes:
        card: which card of the printed deck it is; None when only its face was read, or people told.
    """

    open_fields: ClassVar[frozenset[str]] = frozenset({"card"})

    keep: bool = seen_by(EVERYONE)
    card: int | None = seen_by(NOBODY, default=None)


@dataclass(frozen=True, slots=True)
class SortedByHand(ChanceAction):
    """People have sorted the cards themselves, or the rest of them (clause 2.12)."""


@dataclass(frozen=True, slots=True)
class SpotSeen(ChanceAction):
    """What lies at a spot of the dial has changed (clause 2.16).

    Attributes:
        card: which card of the printed deck lies there; None when nobody knows.
    """

    open_fields: ClassVar[frozenset[str]] = frozenset({"card"})

    spot: str = seen_by(EVERYONE)
    shows: Shows = seen_by(EVERYONE)
    card: int | None = seen_by(NOBODY, default=None)


@dataclass(frozen=True, slots=True)
class LayOut(ChanceAction):
    """People say that the 18 cards lie at their places (clause 2.5)."""


@dataclass(frozen=True, slots=True)
class FirstPlayer(ChanceAction):
    """The lot says who begins (clause 2.11)."""

    first: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Throw(ChanceAction):
    """Three dice, smallest first (clause 3.1)."""

    values: tuple[int, int, int] = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class LetterSeen(ChanceAction):
    """What the table's own card shows once it is turned: a capital, or "" for a blank (clause 4.9)."""

    place: int = seen_by(EVERYONE)
    letter: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class CoverCards(SeatAction):
    """Somebody says: every letter card lies under its sarcophagus, K up (clause 2.8)."""


@dataclass(frozen=True, slots=True)
class ChooseFamily(SeatAction):
    """A player takes a family of tokens (clauses 2.9, 2.10)."""

    family: Family = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class UseDice(SeatAction):
    """The player says which places the dice give, smallest first (clauses 3.2 to 3.6)."""

    places: tuple[int, ...] = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Bet(SeatAction):
    """One token goes on a sarcophagus; `hidden` is forced by the rules (clauses 4.3 to 4.8)."""

    place: int = seen_by(EVERYONE)
    family: Family = seen_by(EVERYONE)
    value: int = seen_by(_open_or_own)
    hidden: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class TurnLetter(SeatAction):
    """An uncovered letter card is turned for all to see, as one bet (clause 4.9)."""

    place: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class TakeBack(SeatAction):
    """All spent tokens of a player go face down again (clause 5.5)."""


@dataclass(frozen=True, slots=True)
class Pass(SeatAction):
    """The player makes no further bet in this turn (clauses 4.1, 4.2, 4.11)."""


@dataclass(frozen=True, slots=True)
class ChooseClue(SeatAction):
    """The winner reads a clue card (clauses 6.1 to 6.4, 6.7)."""

    metal: Metal = seen_by(EVERYONE)
    number: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Ally(SeatAction):
    """A player offers an alliance; two offers that meet conclude it (clause 9.6)."""

    partner: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class StayAlone(SeatAction):
    """A player wants no ally (clause 9.6)."""


@dataclass(frozen=True, slots=True)
class Announce(SeatAction):
    """ "Kaplan": the player writes a word in secret (clauses 7.1, 7.2)."""

    open_fields: ClassVar[frozenset[str]] = frozenset({"word"})

    word: str = seen_by(OWNER)


@dataclass(frozen=True, slots=True)
class Reveal(SeatAction):
    """At the end, somebody types the word that the table's own cards spell (clause 7.8)."""

    open_fields: ClassVar[frozenset[str]] = frozenset({"word"})

    word: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class ConfirmNumber(SeatAction):
    """The table answers whether a written word differs from the dial's in number only (clause 8.8).

    Attributes:
        writer: the seat whose word is asked about.
    """

    writer: int = seen_by(EVERYONE)
    only_number: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class JudgeWord(SeatAction):
    """Somebody at the table says for all that a written word is judged otherwise (clause 8.7).

    Attributes:
        writer: the seat whose word is judged.
    """

    writer: int = seen_by(EVERYONE)
    verdict: Verdict = seen_by(EVERYONE)


ACTIONS = (
    DrawColour, CardPassed, SortedByHand, DrawSymbol, SpotSeen, LayOut, CoverCards, ChooseFamily, FirstPlayer, Throw,
    UseDice, Bet, TurnLetter, LetterSeen, TakeBack, Pass, ChooseClue, Ally, StayAlone, Announce, Reveal, ConfirmNumber,
    JudgeWord,
)  # fmt: skip
