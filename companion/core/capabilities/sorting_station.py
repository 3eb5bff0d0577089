"""A sorting station: things pass under the camera one after the other, and each gets a verdict at once.

`station` and `findings` serve the station; `stock` and `other_face` let simulated players rehearse it.
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
    """The verdict on a thing, shown by a sound, a colour on the page, and a ring in the picture."""

    KEEP = "keep"
    DISCARD = "discard"
    ALARM = "alarm"
    """Stop: something is wrong with this thing."""
    UNSURE = "unsure"
    """The camera cannot tell; people are asked, or show it again."""


@dataclass(frozen=True, slots=True)
class Station:
    """What has to pass under the camera now.

    Attributes:
        ident: name of the station, unique within a match ("first-sort").
        kind: kind of the things that are read, as in `Thing`.
        one_by_one: each thing that comes is an event of its own; otherwise the whole table is compared with the match.
    """

    ident: str
    kind: str
    one_by_one: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """The rules' answer to a thing at the station.

    Attributes:
        mark: the verdict.
        action: what has happened; None if the match knows it already.
        what: what is wrong and what to do about it; None if nothing is.
        offers: the possible answers in words, each with its finding, for people to choose when the camera cannot tell.
    """

    mark: Mark
    action: Action | None = None
    what: Text | None = None
    offers: tuple[tuple[Text, Finding], ...] = ()


@runtime_checkable
class SortsThings(Protocol):
    """The methods of a game with a sorting station."""

    station_kinds: frozenset[str]
    """Kinds of things that are read at its stations and nowhere else."""

    def station(self, state: State) -> Station | None:
        """The station that is open at `state`, or None."""

    def findings(self, state: State, things: tuple[Thing, ...]) -> tuple[Finding, ...]:
        """One finding for each thing, in their order, followed by findings about things that are missing.

        A thing's face is "" when not even its side is known; its name is "" when it looks like others of its kind.
        """

    def stock(self, state: State) -> tuple[Thing, ...]:
        """The things that people have at hand for the open station, as they lie when all is right.

        Things that may lie anywhere have no `xy_mm`.
        """

    def other_face(self, thing: Thing) -> str | None:
        """`Thing.face` after turning a thing over; None if it has no other side."""


def station_of(game: Game, state: State) -> Station | None:
    """The station that is open at `state`; None if there is none or the game has no stations."""
    sorts = offers(game, SortsThings)
    return None if sorts is None else sorts.station(state)
