"""A sorting station: things pass under the camera, and each gets its verdict at once.

A game that sorts has `station` and `findings`; to be rehearsed by simulated people it has `stock` and `other_face`
too. Games without them have no station: `station_of` then says None.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.capabilities import offers
from companion.core.game import Action, Game, State
from companion.core.scene import Thing
from companion.core.text import Text


class Mark(enum.Enum):
    """What is said of a thing at once: by a sound, a colour on the page, a ring in the picture."""

    KEEP = "keep"
    DISCARD = "discard"
    ALARM = "alarm"
    """Stop: something is wrong with this thing."""
    UNSURE = "unsure"
    """The eyes cannot tell; people are asked, or show it again."""


@dataclass(frozen=True, slots=True)
class Station:
    """What passes under the camera at a moment.

    Attributes:
        ident: tells one station of a match from the next ("first-sort").
        kind: the kind of thing that is read.
        one_by_one: each thing that comes is something that happens; else the whole table is compared with the match.
    """

    ident: str
    kind: str
    one_by_one: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """What a thing that lies there means.

    Attributes:
        action: what has happened, unless the match knows it already.
        what: what is wrong, and what to do about it.
        offers: what it may be, in words, for people to choose when the eyes cannot tell.
    """

    mark: Mark
    action: Action | None = None
    what: Text | None = None
    offers: tuple[tuple[Text, Finding], ...] = ()


@runtime_checkable
class SortsThings(Protocol):
    """What a game with a station has beside the methods of `Game`."""

    station_kinds: frozenset[str]
    """Kinds of things that are read at its stations, and only there."""

    def station(self, state: State) -> Station | None:
        """The station that is open now."""

    def findings(self, state: State, things: tuple[Thing, ...]) -> tuple[Finding, ...]:
        """One for each thing, in their order, and then any about what is not there.

        A thing's face is "" when not even its side is known, its name "" when it cannot be told from others.
        """

    def stock(self, state: State) -> tuple[Thing, ...]:
        """What people have in hand for the open station, as it lies when all is right; where it may lie anywhere,
        it has no place."""

    def other_face(self, thing: Thing) -> str | None:
        """What a thing shows when it is turned over; None when it cannot be."""


def station_of(game: Game, state: State) -> Station | None:
    """The station that is open now; None also for games that have none."""
    sorts = offers(game, SortsThings)
    return None if sorts is None else sorts.station(state)


def eyes_needed(game: Game) -> frozenset[str]:
    """Every kind of thing that the game needs a reader for."""
    sorts = offers(game, SortsThings)
    return game.eyes if sorts is None else game.eyes | sorts.station_kinds
