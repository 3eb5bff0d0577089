"""What the pages of one app share: the session at the table, who holds which seat and may do what, and the simulated
table if any."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex
from typing import Protocol

from flask import current_app

from companion.core.clock import Clock, SystemClock
from companion.table.analysis import Analyst
from companion.table.evening_figures import FiguresOfEvening
from companion.table.session import Session
from companion.web.at_the_table import HostCode
from companion.web.authority import Manner
from companion.web.host import Authority
from companion.web.phones import Phone, Phones
from companion.web.simulated import SimulatedTable

KEY = "companion"


class PartOfEvening(Protocol):
    """The evening, as the pages of one of its matches know it."""

    def knows(self, phone: Phone) -> bool:
        """Whether this phone is somebody's, the host's or a screen's."""

    def stop(self, match: int) -> None:
        """Leave the match of this number for the lobby, if it is still at the table. Raises `NotSaved`."""

    def rematch(self, match: int) -> None:
        """Begin another match like the one of this number, if that is still at the table. Raises `Refusal`."""

    def figures(self, session: Session) -> FiguresOfEvening:
        """What the evening has been up to the end of this match of it."""


@dataclass(frozen=True)
class Room:
    """Attributes:
    start: differs from run to run, so that a phone that lived through a restart knows to look again.
    analyst: looks at the match when somebody asks, if the game can.
    authority: who is host, and what seats may do.
    evening: what the match is a part of; None where nothing comes before and after it, as in a demo.
    """

    session: Session
    phones: Phones
    simulated: SimulatedTable | None
    start: str
    analyst: Analyst
    authority: Authority
    evening: PartOfEvening | None = None


def scene_of(session: Session) -> str:
    """What the pages of a match belong to, the same after a restart (`scenes.py`)."""
    return f"match-{session.number}"


def new_room(
    session: Session,
    phones: Phones,
    simulated: SimulatedTable | None,
    manner: Manner = "home",
    clock: Clock | None = None,
    code: HostCode | None = None,
    evening: PartOfEvening | None = None,
) -> Room:
    """The room of an app that begins to serve `session`. code: the host's, where the evening has one already."""
    clock = clock or SystemClock()
    authority = Authority(session, phones, manner, clock, code)
    return Room(session, phones, simulated, token_hex(4), Analyst(session, clock), authority, evening)


def the_room() -> Room:
    """The room of the app that answers the present request."""
    room: Room = current_app.extensions[KEY]
    return room
