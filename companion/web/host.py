"""What a table knows of authority: its manner, its host's code, who asks for what, and who is to be told why."""

from __future__ import annotations

from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import Clock
from companion.core.text import Text, seat_name
from companion.table.session import Session
from companion.web.at_the_table import FastPresses, HostCode, Pairings
from companion.web.authority import CAFE_BEGINS, Act, Manner
from companion.web.host_texts import (
    ACTS,
    BY_HOLDER,
    BY_HOST,
    FREED,
    FREED_FOR_YOU,
    HOST_BY_BUTTON,
    HOST_BY_CODE,
    HOST_IS,
    LOST,
    MOVED,
    RECOVERED,
    UNANSWERED,
    WORD_HELPS,
)
from companion.web.pace import Pace
from companion.web.phones import Phone, Phones
from companion.web.recovery import FreshWords
from companion.web.seat_requests import KEPT, SeatRequest, SeatRequests

MOST_TOLD = 64
"""Phones that are to be told something; the oldest makes room."""


class Authority:
    """Seats that change hands, and who becomes host; everyone is told of each.

    Attributes:
        manner: "home" or "cafe".
        code: the host's code; None in the manner "home", where the first phone that sits down is host.
        pace: counts how fast things are done.
        requests: who asks for a held seat.
        presses, pairings: who waits for a button, or to be a screen.
        words: recovery words that nobody has noted down yet.
        told: what a phone is to be told when it next looks for a seat: why it lost one, or did not get it.
    """

    def __init__(
        self, session: Session, phones: Phones, manner: Manner, clock: Clock, code: HostCode | None = None
    ) -> None:
        self._session, self._phones = session, phones
        self.manner: Manner = manner
        self.code = (code or HostCode()) if manner == "cafe" else None
        self.pace, self.requests = Pace(clock), SeatRequests(clock)
        self.presses, self.pairings = FastPresses(clock), Pairings(clock)
        self.words = FreshWords(clock)
        self.told: dict[Phone, Text] = {}

    @property
    def granted(self) -> frozenset[Act]:
        """What seats and screens may do now."""
        if self.manner == "home":
            return frozenset(Act)
        said = self._phones.granted
        return CAFE_BEGINS if said is None else frozenset(act for act in Act if act.value in said)

    @property
    def _host_sits(self) -> bool:
        """Whether the host is one of those who hold seats."""
        return self.manner == "home"

    def waits(self, phone: Phone) -> bool:
        """Whether `phone` waits here for something that it has asked for."""
        return self.requests.waits(phone) or self.presses.waits(phone) or self.pairings.waits(phone)

    # Seats ----------------------------------------------------------------------------------------------

    def claim(self, seat: int, phone: Phone) -> bool:
        """Give a free seat to `phone`. Returns False when another holds it."""
        word = self._phones.claim(seat, phone, host_sits=self._host_sits)
        if word is None:
            return False
        self.words.put(seat, word)
        self.told.pop(phone, None)
        self._session.announce()
        return True

    def recover(self, seat: int, word: str, phone: Phone) -> bool:
        """Give a seat to its holder's other phone. Returns False for a wrong recovery word."""
        before = self._phones.seats.get(seat)
        fresh = self._phones.recover(seat, word, phone)
        if fresh is None or before is None:
            return False
        self.requests.settle(seat)
        self._moved(seat, before.phone, fresh, RECOVERED)
        return True

    def settle_unanswered(self) -> None:
        """Give the seats for which a holder was asked and said nothing for half a minute."""
        for request in self.requests.unanswered():
            self._give(request, UNANSWERED, closed=True)

    def give(self, seat: int, *, by_host: bool) -> bool:
        """The holder or the host lets the seat go to who asks for it. Returns False when nobody asks any more."""
        request = self.requests.settle(seat)
        if request is not None:
            self._give(request, BY_HOST if by_host else BY_HOLDER, closed=False)
        return request is not None

    def keep(self, seat: int) -> None:
        """The holder or the host does not let the seat go."""
        request = self.requests.keep(seat)
        if request is not None:
            self._tell(request.phone, KEPT.filled(name=seat_name(seat)))
            self._session.announce()

    def _give(self, request: SeatRequest, why: Text, *, closed: bool) -> None:
        before = self._phones.seats.get(request.seat)
        if before is None:  # it was given back meanwhile
            self.claim(request.seat, request.phone)
            return
        fresh = self._phones.give(request.seat, request.phone, closed=closed, host_sits=self._host_sits)
        self._moved(request.seat, before.phone, fresh, why, WORD_HELPS if closed else None)

    def _moved(self, seat: int, before: Phone, word: str, why: Text, also: Text | None = None) -> None:
        self.words.put(seat, word)
        lost = LOST.filled(name=seat_name(seat), why=why)
        self._tell(before, lost if also is None else lost + also)
        self._session.say(MOVED.filled(name=seat_name(seat), why=why))

    def free(self, seat: int, who: Text, *, own: bool) -> None:
        """Give a seat back, or let the host take it from who holds it."""
        held = self._phones.seats.get(seat)
        if held is None:
            return
        self._phones.free(seat, host_sits=self._host_sits)
        self.requests.settle(seat)
        self.words.drop(seat)
        if not own:
            self._tell(held.phone, FREED_FOR_YOU.filled(name=seat_name(seat), who=who))
        self._session.say(FREED.filled(name=seat_name(seat), who=who))

    def _tell(self, phone: Phone, why: Text) -> None:
        self.told.pop(phone, None)
        self.told[phone] = why
        while len(self.told) > MOST_TOLD:
            self.told.pop(next(iter(self.told)))

    # The host -------------------------------------------------------------------------------------------

    def claim_by_code(self, said: str, phone: Phone) -> bool:
        """Make `phone` host if it says the code, which is then gone."""
        if self.code is None or not self.code.use(said):
            return False
        self._make_host(phone, HOST_BY_CODE)
        return True

    def pressed(self, press: ButtonPress) -> None:
        """A button went down: whoever waits for that may have shown that he is at the table."""
        phone = self.presses.pressed(press) if self.manner == "cafe" else None
        if phone is not None:
            self._make_host(phone, HOST_BY_BUTTON)

    def hand_over(self, seat: int) -> None:
        """The phone at `seat` is host from now on. Nothing happens where nobody holds it."""
        held = self._phones.seats.get(seat)
        if held is not None:
            self._make_host(held.phone, HOST_IS.filled(name=seat_name(seat)))

    def _make_host(self, phone: Phone, words: Text) -> None:
        self._phones.make_host(phone)
        self._session.say(words)


def switches(granted: frozenset[Act]) -> tuple[tuple[Act, Text, bool], ...]:
    """What a café's host decides about: the act, its words, and whether seats may do it now."""
    return tuple((act, words, act in granted) for act, words in ACTS.items())
