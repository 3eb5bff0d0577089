"""One moment of a game, as plain values; each field declares who may see it (clauses 10.1 to 10.4)."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import Any, Self

from companion.core.actors import Viewer
from companion.core.views import EVERYONE, NOBODY, OWNER, seen_by
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import ClueKind, Colour, Cover, Family, Fill, Metal, SymbolShape


class Phase(enum.Enum):
    """What the table waits for."""

    COLOUR = "colour"
    FIRST_SORT = "first-sort"
    SYMBOL = "symbol"
    SECOND_SORT = "second-sort"
    LAY_OUT = "lay-out"
    COVER = "cover"
    FAMILIES = "families"
    FIRST = "first"
    THROW = "throw"
    DICE = "dice"
    BETS = "bets"
    LETTER = "letter"
    CLUE = "clue"
    ALLIANCES = "alliances"
    TRUTH = "truth"
    VERDICTS = "verdicts"
    OVER = "over"


def _shown(token: Any, viewer: Viewer) -> bool:
    return not token.hidden or (token.owner_may_look and OWNER(token, viewer))


def _turned_or_known(place: Any, viewer: Viewer) -> bool:
    return place.turned or viewer in place.known_to


def _known(clue: Any, viewer: Viewer) -> bool:
    return viewer in clue.known_to


def _revealed(announcement: Any, viewer: Viewer) -> bool:
    return announcement.revealed or OWNER(announcement, viewer)


def _at_the_end(position: Any, viewer: Viewer) -> bool:
    return position.phase in WORD_IS_OPEN


WORD_IS_OPEN = frozenset({Phase.VERDICTS, Phase.OVER})
"""The phases in which the hidden word lies open on the dial."""


@dataclass(frozen=True, slots=True)
class CardLook:
    """What everybody can see of a card's draw side."""

    metal: Metal = seen_by(EVERYONE)
    windows: tuple[Colour, ...] = seen_by(EVERYONE)


class Shows(enum.Enum):
    """What lies at a spot of the dial while the cards are laid out."""

    EMPTY = "empty"
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot of the dial while the cards are laid out.

    Attributes:
        name: "1" to "12" on the crown; "gold 1", "gold 2" and so on on the shield.
        card: the number in the printed deck of the card there; None when it is unknown.
    """

    name: str = seen_by(EVERYONE)
    shows: Shows = seen_by(EVERYONE, default=Shows.EMPTY)
    card: int | None = seen_by(NOBODY, default=None)


@dataclass(frozen=True, slots=True)
class Token:
    """A bet token: its family and its value, 1 to 9."""

    family: Family = seen_by(EVERYONE)
    value: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class PlacedToken:
    """A token that was bet on a sarcophagus.

    Attributes:
        hidden: it lies face down.
        owner_may_look: the option `show_own_bets` shows its hidden value to its owner (clause 4.13).
    """

    seat: int = seen_by(EVERYONE)
    family: Family = seen_by(EVERYONE)
    value: int = seen_by(_shown)
    hidden: bool = seen_by(EVERYONE)
    owner_may_look: bool = seen_by(EVERYONE, default=False)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the crown with what lies there.

    Attributes:
        number: 1 to 12.
        turned: the letter card lies face up for everybody.
        letter: a capital, "" for a blank lens, None when the companion does not know the card.
        consulted_by: seats that have read the card in secret.
        known_to: those seats and their allies.
    """

    number: int = seen_by(EVERYONE)
    cover: Cover = seen_by(EVERYONE, default=Cover.OFF)
    bets: tuple[PlacedToken, ...] = seen_by(EVERYONE, default=())
    turned: bool = seen_by(EVERYONE, default=False)
    letter: str | None = seen_by(_turned_or_known, default=None)
    consulted_by: frozenset[int] = seen_by(EVERYONE, default=frozenset())
    known_to: frozenset[int] = seen_by(EVERYONE, default=frozenset())


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue card. Even its kind is secret; `kind` and `text` are None when the companion does not know the card."""

    metal: Metal = seen_by(EVERYONE)
    number: int = seen_by(EVERYONE)
    on_shield: bool = seen_by(EVERYONE, default=True)
    kind: ClueKind | None = seen_by(_known, default=None)
    text: str | None = seen_by(_known, default=None)
    consulted_by: frozenset[int] = seen_by(EVERYONE, default=frozenset())
    known_to: frozenset[int] = seen_by(EVERYONE, default=frozenset())


@dataclass(frozen=True, slots=True)
class Announcement:
    """A word that a player wrote in secret on announcing.

    Attributes:
        stake: points that a right word brings (clause 8.1).
        revealed: the game has ended and the word is shown.
        verdict: "exact", "number" or "wrong" once it is judged, else None.
    """

    seat: int = seen_by(EVERYONE)
    word: str = seen_by(_revealed)
    stake: int = seen_by(_revealed)
    revealed: bool = seen_by(EVERYONE, default=False)
    verdict: str | None = seen_by(EVERYONE, default=None)


def backs(hand: frozenset[Token]) -> tuple[Family, ...]:
    """What others see of a hand: the families on the backs, sorted."""
    return tuple(sorted((token.family for token in hand), key=lambda family: family.value))


@dataclass(frozen=True, slots=True)
class Player:
    """A player.

    Attributes:
        families: the families of tokens taken.
        hand: tokens face down in front of the player, not yet played.
        spent: tokens that came back after a resolution, face up.
        ally: the ally's seat.
    """

    seat: int = seen_by(EVERYONE)
    families: tuple[Family, ...] = seen_by(EVERYONE, default=())
    hand: frozenset[Token] = seen_by(OWNER, others=backs, default=frozenset())
    spent: frozenset[Token] = seen_by(EVERYONE, default=frozenset())
    announcement: Announcement | None = seen_by(EVERYONE, default=None)
    ally: int | None = seen_by(EVERYONE, default=None)


@dataclass(frozen=True, slots=True)
class Claim:
    """A clue that was won and waits to be read: `chooser` takes the card, all `winners` read it."""

    place: int = seen_by(EVERYONE)
    chooser: int = seen_by(EVERYONE)
    winners: tuple[int, ...] = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of one seat's tokens on a resolved sarcophagus."""

    seat: int = seen_by(EVERYONE)
    value: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Resolution:
    """The result of the last resolved sarcophagus, for the page to show.

    Attributes:
        cover: the face that was up.
        totals: the sum of each seat that had bet.
        no_card: a clue was won but no card of the right metal was left on the shield (clause 6.5).
        turn_lost: the player in turn had won that clue, so the turn ended (clause 6.6).
    """

    place: int = seen_by(EVERYONE)
    cover: Cover = seen_by(EVERYONE)
    totals: tuple[Total, ...] = seen_by(EVERYONE)
    winners: tuple[int, ...] = seen_by(EVERYONE)
    no_card: bool = seen_by(EVERYONE, default=False)
    turn_lost: bool = seen_by(EVERYONE, default=False)


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer of an alliance from `seat` to `partner`."""

    seat: int = seen_by(EVERYONE)
    partner: int = seen_by(EVERYONE)


@dataclass(frozen=True, slots=True)
class Position:
    """The state of one moment.

    Attributes:
        window: the window position of the colour pawn, 1 to 3.
        kept, discarded: number of cards kept and discarded in the current sort.
        passed: numbers of the cards that have passed in it, as far as they were read.
        lacking: the last cards that the sort still needs, once few are missing.
        spots: the dial's spots while the cards are laid out under the camera.
        word: the hidden word in capitals; None when the companion does not know it.
        word_number: "s" (singular) or "p" (plural); None when the companion does not know the word.
        places: places 1 to 12 in order; empty until the cards lie.
        clues: gold 1, 2, copper 1, 2, silver 1, 2; empty until the cards lie.
        turn: the seat whose turn it is.
        dice: this turn's throw, smallest first.
        used: the places that the player chose from the throw.
        to_play: places that can still be bet on in this turn, one entry for each possible bet: only bet places that
            were free, and letters that were uncovered, when the turn began.
        bets_made: number of bets in this turn, turned letters included.
        alliances_due: the last clue card has just left the shield.
        offers: open offers of alliances.
        alone: seats that declared not to want an ally.
        scores: points of each seat once the game is over.
    """

    options: Options = seen_by(EVERYONE)
    players: tuple[Player, ...] = seen_by(EVERYONE)
    phase: Phase = seen_by(EVERYONE, default=Phase.COLOUR)
    colour: Colour | None = seen_by(EVERYONE, default=None)
    window: int | None = seen_by(EVERYONE, default=None)
    shape: SymbolShape | None = seen_by(EVERYONE, default=None)
    fill: Fill | None = seen_by(EVERYONE, default=None)
    kept: int = seen_by(EVERYONE, default=0)
    discarded: int = seen_by(EVERYONE, default=0)
    passed: frozenset[int] = seen_by(NOBODY, default=frozenset())
    lacking: tuple[CardLook, ...] = seen_by(EVERYONE, default=())
    spots: tuple[Spot, ...] = seen_by(EVERYONE, default=())
    word: str | None = seen_by(_at_the_end, default=None)
    word_number: str | None = seen_by(_at_the_end, default=None)
    places: tuple[Place, ...] = seen_by(EVERYONE, default=())
    clues: tuple[Clue, ...] = seen_by(EVERYONE, default=())
    turn: int | None = seen_by(EVERYONE, default=None)
    dice: tuple[int, int, int] | None = seen_by(EVERYONE, default=None)
    used: tuple[int, ...] | None = seen_by(EVERYONE, default=None)
    to_play: tuple[int, ...] = seen_by(EVERYONE, default=())
    bets_made: int = seen_by(EVERYONE, default=0)
    last_resolution: Resolution | None = seen_by(EVERYONE, default=None)
    claim: Claim | None = seen_by(EVERYONE, default=None)
    alliances_due: bool = seen_by(EVERYONE, default=False)
    offers: frozenset[Offer] = seen_by(EVERYONE, default=frozenset())
    alone: frozenset[int] = seen_by(EVERYONE, default=frozenset())
    scores: tuple[float, ...] | None = seen_by(EVERYONE, default=None)

    @property
    def seats(self) -> range:
        """All seats, from 0."""
        return range(len(self.players))

    def place(self, number: int) -> Place:
        """The place with that number, 1 to 12."""
        return self.places[number - 1]

    def spot(self, name: str) -> Spot | None:
        """The dial's spot with that name; None when there is none."""
        return next((spot for spot in self.spots if spot.name == name), None)

    def with_place(self, place: Place) -> Self:
        """This position with one place replaced."""
        at = place.number - 1
        return replace(self, places=(*self.places[:at], place, *self.places[at + 1 :]))

    def with_player(self, player: Player) -> Self:
        """This position with one player replaced."""
        return replace(self, players=(*self.players[: player.seat], player, *self.players[player.seat + 1 :]))

    def with_clue(self, clue: Clue) -> Self:
        """This position with one clue card replaced, matched by metal and number."""
        same = ((clue if (c.metal, c.number) == (clue.metal, clue.number) else c) for c in self.clues)
        return replace(self, clues=tuple(same))

    @property
    def face_down(self) -> int:
        """Number of letter cards that are not face up."""
        return sum(not place.turned for place in self.places)

    @property
    def silent(self) -> int:
        """Number of players who have not announced."""
        return sum(player.announcement is None for player in self.players)

    @property
    def silent_sides(self) -> int:
        """Number of sides that have not announced: single players, and pairs of allies of whom neither has."""
        silent = {player.seat for player in self.players if player.announcement is None}
        alone = {seat for seat in silent if self.players[seat].ally is None}
        paired = {seat for seat in silent - alone if self.players[seat].ally in silent}
        return len(alone) + len(paired) // 2
