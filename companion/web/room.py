"""What the pages of one app share: the session at the table, who holds which seat and may do what, and the simulated
table if any."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex

from flask import current_app

from companion.core.clock import Clock, SystemClock
from companion.table.analysis import Analyst
from companion.table.session import Session
from companion.web.authority import Manner
from companion.web.host import Authority
from companion.web.phones import Phones
from companion.web.simulated import SimulatedTable

KEY = "companion"


@dataclass(frozen=True)
class Room:
    """Attributes:
    start: differs from run to run, so that a phone that lived through a restart knows to look again.
    analyst: looks at the match when somebody asks, if the game can.
    authority: who is host, and what seats may do.
    """

    session: Session
    phones: Phones
    simulated: SimulatedTable | None
    start: str
    analyst: Analyst
    authority: Authority


def new_room(
    session: Session,
    phones: Phones,
    simulated: SimulatedTable | None,
    manner: Manner = "home",
    clock: Clock | None = None,
) -> Room:
    """The room of an app that begins to serve `session`."""
    clock = clock or SystemClock()
    authority = Authority(session, phones, manner, clock)
    return Room(session, phones, simulated, token_hex(4), Analyst(session, clock), authority)


def the_room() -> Room:
    """The room of the app that answers the present request."""
    room: Room = current_app.extensions[KEY]
    return room
