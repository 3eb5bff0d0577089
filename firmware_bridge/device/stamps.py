"""Time stamps of button presses: a monotonic clock made from the wrapping one, and debouncing.

Runs under MicroPython and CPython; knows no pins.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BOUNCE_US = 20000
"""Microseconds without an edge after which a contact is at rest. Closing again sooner is the same press: cheap buttons
bounce for 1 to 10 ms, and nobody presses fifty times a second."""


class MonotonicClock:
    """Microseconds since the start, from a clock that wraps around (`time.ticks_us`, every 18 minutes on a Pico).

    Args:
        ticks: the wrapping clock at the start.
        difference: `time.ticks_diff`: (later, earlier) -> microseconds, correct up to half of the clock's period.
    """

    def __init__(self, ticks: int, difference: "Callable[[int, int], int]") -> None:
        self._ticks, self._us, self._difference = ticks, 0, difference

    def now(self, ticks: int) -> int:
        """Microseconds since the start at `ticks`, the present; must be called at least once every half period."""
        self._us += self._difference(ticks, self._ticks)
        self._ticks = ticks
        return self._us

    def at(self, ticks: int) -> int:
        """Microseconds since the start at `ticks`, up to half a period ago; 0 at least."""
        return max(0, self._us + self._difference(ticks, self._ticks))


class Contacts:
    """The buttons' contacts, debounced.

    The interrupt calls `edge`, which must not allocate memory and fills a ring buffer; the program calls `presses`.

    Args:
        seats: number of buttons.
        difference: as for `MonotonicClock`.
    """

    ROOM = 32
    """Size of the ring buffer: more edges than occur between two calls of `presses`, a few milliseconds, even if all
    contacts bounce."""

    def __init__(self, seats: int, difference: "Callable[[int, int], int]") -> None:
        self._difference = difference
        self._seat, self._ticks, self._closed = [0] * self.ROOM, [0] * self.ROOM, [False] * self.ROOM
        self._written, self._read = 0, 0
        self._last_edge: list[int | None] = [None] * seats  # ticks of the last edge; None once the contact is at rest
        self._down = [False] * seats
        self._all_at_rest = True

    def edge(self, seat: int, ticks: int, closed: bool) -> None:
        """Record that a contact closed or opened at `ticks`. Called by the interrupt; dropped if there is no room."""
        if self._written - self._read < self.ROOM:
            place = self._written % self.ROOM
            self._seat[place], self._ticks[place], self._closed[place] = seat, ticks, closed
            self._written += 1

    def presses(self, now_ticks: int, closed_now: "list[bool]") -> "list[tuple[int, int]]":
        """(seat, ticks) of every press since the last call, in the order in which the contacts closed.

        Args:
            now_ticks: the wrapping clock, read before this call.
            closed_now: for each seat whether its contact is closed; for a contact at rest this overrides the edges.
        """
        if self._all_at_rest and self._read == self._written:
            return []
        found = []
        while self._read < self._written:
            place = self._read % self.ROOM
            seat, ticks, closed = self._seat[place], self._ticks[place], self._closed[place]
            self._read += 1
            if closed and not self._down[seat] and self._at_rest(seat, ticks):
                found.append((seat, ticks))
                self._down[seat] = True
            self._last_edge[seat] = ticks
        self._all_at_rest = True
        for seat in range(len(self._down)):
            if self._at_rest(seat, now_ticks):
                self._last_edge[seat], self._down[seat] = None, closed_now[seat]
            else:
                self._all_at_rest = False
        return found

    def _at_rest(self, seat: int, ticks: int) -> bool:
        moved = self._last_edge[seat]
        return moved is None or self._difference(ticks, moved) >= BOUNCE_US
