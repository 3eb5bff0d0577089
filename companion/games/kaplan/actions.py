"""Every action of a game of Kaplan, one class each.

Journals store the class names and the field names. Places are numbered 1 to 12, seats from 0.
"""

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
    """Whether `viewer` may see a bet's value: it is not hidden, or `viewer` made the bet.

    The owner picks the token and therefore sees its value; the sentence about the bet does not repeat it (see
    `phrases`).
    """
    return not bet.hidden or OWNER(bet, viewer)


@dataclass(frozen=True, slots=True)
class DrawColour(ChanceAction):
    """A colour pawn is drawn from the bag (clause 2.3).

    Attributes:
        colour: the colour of its coloured window.
        position: which window that is, 1 to 3 from the top.
    """

    colour: Colour = seen_by(EVERYONE)
    position: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class DrawSymbol(ChanceAction):
    """A symbol pawn is drawn from the bag (clause 2.4)."""

    shape: SymbolShape = seen_by(EVERYONE)
    fill: Fill = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class CardPassed(ChanceAction):
    """A card passed under the camera during one of the two sorts (clauses 2.3, 2.4, 2.12).

    Attributes:
        keep: the card is kept; False when it is discarded.
        card: its number in the printed deck, 1 to 120; None when only its face was read or people reported it.
    """

    open_fields: ClassVar[frozenset[str]] = frozenset({"card"})

    keep: bool = seen_by(EVERYONE)
    card: int | None = seen_by(NOBODY, default=None)


@dataclass(frozen=True, slots=True)
class SortedByHand(ChanceAction):
    """People have sorted all cards, or the remaining ones, by hand (clause 2.12)."""


@dataclass(frozen=True, slots=True)
class SpotSeen(ChanceAction):
    """The camera reports a change at one spot of the dial (clause 2.16).

    Attributes:
        spot: the spot's name, see `position.Spot`.
        shows: what lies there now.
        card: the card's number in the printed deck, 1 to 120; None when it is unknown.
    """

    open_fields: ClassVar[frozenset[str]] = frozenset({"card"})

    spot: str = seen_by(EVERYONE)
    shows: Shows = seen_by(EVERYONE)
    card: int | None = seen_by(NOBODY, default=None)


@dataclass(frozen=True, slots=True)
class LayOut(ChanceAction):
    """People report that all 18 cards lie at their places (clause 2.5)."""


@dataclass(frozen=True, slots=True)
class FirstPlayer(ChanceAction):
    """The draw decides which seat begins (clause 2.11)."""

    first: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Throw(ChanceAction):
    """Three dice were thrown; `values` holds the faces 1 to 12, smallest first (clause 3.1)."""

    values: tuple[int, int, int] = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class LetterSeen(ChanceAction):
    """The letter on a turned card of the table's own deck was read: a capital, or "" for a blank lens (clause 4.9)."""

    place: int = seen_by(EVERYONE)
    letter: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class CoverCards(SeatAction):
    """A player reports that every letter card lies under its sarcophagus with the K face up (clause 2.8)."""


@dataclass(frozen=True, slots=True)
class ChooseFamily(SeatAction):
    """A player takes a family of tokens (clauses 2.9, 2.10)."""

    family: Family = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class UseDice(SeatAction):
    """The player in turn chooses the places that the dice give, smallest first (clauses 3.2 to 3.6)."""

    places: tuple[int, ...] = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Bet(SeatAction):
    """A player lays one token on a sarcophagus (clauses 4.3 to 4.8).

    Attributes:
        value: the token's value, 1 to 9.
        hidden: the token lies face down; the rules leave no choice about it.
    """

    place: int = seen_by(EVERYONE)
    family: Family = seen_by(EVERYONE)
    value: int = seen_by(_open_or_own)
    hidden: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class TurnLetter(SeatAction):
    """A player turns an uncovered letter card face up for everybody; it counts as one bet (clause 4.9)."""

    place: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class TakeBack(SeatAction):
    """A player takes all spent tokens back into the hand (clause 5.5)."""


@dataclass(frozen=True, slots=True)
class Pass(SeatAction):
    """The player in turn makes no further bet in this turn (clauses 4.1, 4.2, 4.11)."""


@dataclass(frozen=True, slots=True)
class ChooseClue(SeatAction):
    """A player who won a clue takes one clue card and reads it (clauses 6.1 to 6.4, 6.7).

    Attributes:
        number: 1 or 2, which of the two clue cards of that metal.
    """

    metal: Metal = seen_by(EVERYONE)
    number: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Ally(SeatAction):
    """A player offers `partner` an alliance; it is concluded when both have offered it to each other (clause 9.6)."""

    partner: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class StayAlone(SeatAction):
    """A player declares not to want an ally (clause 9.6)."""


@dataclass(frozen=True, slots=True)
class Announce(SeatAction):
    """A player announces "Kaplan" and secretly writes `word` (clauses 7.1, 7.2)."""

    open_fields: ClassVar[frozenset[str]] = frozenset({"word"})

    word: str = seen_by(OWNER)


@dataclass(frozen=True, slots=True)
class Reveal(SeatAction):
    """After the end a player types the word that the table's own cards spell (clause 7.8)."""

    open_fields: ClassVar[frozenset[str]] = frozenset({"word"})

    word: str = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class ConfirmNumber(SeatAction):
    """A player answers for the table whether a written word differs from the hidden word only in number (clause
    8.8).

    Attributes:
        writer: the seat whose word is asked about.
        only_number: the word is right except for singular or plural.
    """

    writer: int = seen_by(EVERYONE)
    only_number: bool = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class JudgeWord(SeatAction):
    """A player reports that the table changes the verdict on a written word (clause 8.7).

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
