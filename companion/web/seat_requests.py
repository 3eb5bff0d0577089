"""A phone asks for a seat that another one holds: who holds it has half a minute to say no."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

from companion.core.clock import Clock
from companion.core.errors import Illegal
from companion.core.text import Text, seat_name
from companion.web.phones import Phone

ANSWER_S = 30.0
"""How long a holder has: enough to take a phone out of a pocket, and a table whose player has left waits no longer."""
QUIET_S = 120.0
"""How long a seat is not asked for again once its holder has kept it: nobody is pestered for a seat."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """`phone` asks for `seat`; unanswered, it has it at `ends_s` on the clock of `SeatRequests`."""

    seat: int
    phone: Phone
    ends_s: float


class SeatRequests:
    """What is asked for now, one phone a seat. Safe to use from several threads."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._lock = clock, Lock()
        self._open: dict[int, SeatRequest] = {}
        self._quiet_until_s: dict[int, float] = {}

    def ask(self, seat: int, phone: Phone) -> None:
        """Ask for `seat`. Raises `Illegal` when another phone asks for it now, or its holder has just kept it."""
        with self._lock:
            now_s, asked = self._clock.now_s(), self._open.get(seat)
            if asked is not None and asked.phone != phone:
                raise Illegal("web.seat-asked-for", ASKED_FOR.filled(name=seat_name(seat)))
            if now_s < self._quiet_until_s.get(seat, now_s):
                raise Illegal("web.seat-kept", KEPT.filled(name=seat_name(seat)))
            if asked is None:
                self._open[seat] = SeatRequest(seat, phone, now_s + ANSWER_S)

    def asked(self, seat: int) -> SeatRequest | None:
        """Who asks for `seat` now."""
        return self._open.get(seat)

    def waits(self, phone: Phone) -> bool:
        """Whether `phone` asks for a seat now."""
        return any(each.phone == phone for each in tuple(self._open.values()))

    def left_s(self, request: SeatRequest) -> float:
        """Seconds that are left to say no."""
        return max(0.0, request.ends_s - self._clock.now_s())

    def settle(self, seat: int) -> SeatRequest | None:
        """The request is answered: it is open no longer. None when nobody asks."""
        with self._lock:
            return self._open.pop(seat, None)

    def keep(self, seat: int) -> SeatRequest | None:
        """The holder keeps the seat, and is left in peace for a while. None when nobody asks."""
        with self._lock:
            request = self._open.pop(seat, None)
            if request is not None:
                self._quiet_until_s[seat] = self._clock.now_s() + QUIET_S
            return request

    def unanswered(self) -> tuple[SeatRequest, ...]:
        """The requests whose time is over; they are open no longer."""
        if not self._open:
            return ()
        with self._lock:
            now_s = self._clock.now_s()
            over = tuple(each for each in self._open.values() if each.ends_s <= now_s)
            for each in over:
                del self._open[each.seat]
            return over


ASKED_FOR = Text(
    fr="Un autre téléphone demande déjà la place de {name} ; attendez sa réponse, une demi-minute au plus.",
    en="Another phone already asks for {name}'s seat; wait for the answer, half a minute at most.",
)
KEPT = Text(
    fr="La place de {name} vient d'être gardée ; parlez-vous à la table, ou demandez à l'hôte.",
    en="{name}'s seat has just been kept; talk at the table, or ask the host.",
)
