"""The partner at the table: thinks for the seats that it was given, and asks people to carry out what it chose."""

from __future__ import annotations

import threading
from functools import partial

from companion.core.capabilities.partner import GoesOn, always
from companion.core.clock import Clock
from companion.core.game import SeatAction
from companion.core.going_on import Attempts
from companion.core.partner_seats import PartnerRequest, partner_of, strength_of
from companion.table.session import Session
from companion.table.troubles import PARTNER, PARTNER_STUMBLES

WAKE_S = 1.0
"""How long it sleeps when nothing happens: as late as it can notice that the program ends."""


class Partner:
    """Plays for one session, in a thread of its own: pages and camera never wait for a thought."""

    def __init__(self, session: Session, clock: Clock) -> None:
        self._session, self._clock = session, clock

    def step(self, goes_on: GoesOn = always) -> bool:
        """Think about one turn, if the table waits for the partner to choose one. Returns whether it did."""
        session = self._session
        match, seats = session.match, session.partner_seats
        given = seats.turn(match)
        if given is None or seats.request is not None:
            return False
        game, state = match.game, match.state

        def wanted() -> bool:
            return goes_on() and session.match is match and session.partner_seats.turn(match) == given

        thought = partner_of(game).think(state, strength_of(game, given.strength), given.time_s, self._clock, wanted)
        action = thought.line[0]
        assert isinstance(action, SeatAction)
        asks = wanted() and session.ask_hands(match, given, PartnerRequest(action, thought.outlook))
        if asks and game.depict(state.apply(action)) == game.depict(state):
            session.carry_out("partner")  # a pass: nothing on the table is to be done
        return True

    def run(self, stop: threading.Event) -> None:
        """Step until `stop` is set. A thought that goes wrong is logged and said, and then it thinks again."""
        turns = Attempts("partner", self._clock, partial(self._session.stand, PARTNER), PARTNER_STUMBLES)
        while not stop.is_set():
            with turns.one():
                revision = self._session.revision
                if not self.step(lambda: not stop.is_set()):
                    self._session.wait(revision, WAKE_S)
