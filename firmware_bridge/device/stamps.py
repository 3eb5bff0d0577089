"""When buttons went down: the microcontroller's wrapping clock made into one that only grows, and bounces left out.

Runs under MicroPython and CPython; knows no pins.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BOUNCE_US = 20000
"""A contact that closes again sooner than this after it was last seen closed or open is the same press still: cheap
buttons bounce for 1 to 10 ms, and nobody presses fifty times a second."""


class Growing:
    """Microseconds since the start, from a clock that wraps around (`time.ticks_us`, every 18 minutes on a Pico).

    Args:
        ticks: the clock's value at the start.
        difference: `time.ticks_diff`: later, earlier -> microseconds, right up to half of the clock's period.
    """

    def __init__(self, ticks: int, difference: "Callable[[int, int], int]") -> None:
        self._ticks, self._us, self._difference = ticks, 0, difference

    def now(self, ticks: int) -> int:
        """The time at `ticks`, which is now; must be asked more often than every half period."""
        self._us += self._difference(ticks, self._ticks)
        self._ticks = ticks
        return self._us

    def at(self, ticks: int) -> int:
        """The time at `ticks`, up to half a period ago."""
        return max(0, self._us + self._difference(ticks, self._ticks))


class Contacts:
    """The buttons' contacts. `edge` is called by the interrupt, and so takes no memory; the program collects.

    Args:
        seats: how many buttons there are.
        difference: as for `Growing`.
    """

    ROOM = 32
    """Edges between two looks of the program: a few milliseconds, even if all bounce."""

    def __init__(self, seats: int, difference: "Callable[[int, int], int]") -> None:
        self._difference = difference
        self._seat, self._ticks, self._closed = [0] * self.ROOM, [0] * self.ROOM, [False] * self.ROOM
        self._written, self._read = 0, 0
        self._moved: list[int | None] = [None] * seats  # ticks of the last edge; None once the contact is at rest
        self._down = [False] * seats
        self._at_ease = True

    def edge(self, seat: int, ticks: int, closed: bool) -> None:
        """A contact closed or opened. Called by the interrupt."""
        if self._written - self._read < self.ROOM:
            place = self._written % self.ROOM
            self._seat[place], self._ticks[place], self._closed[place] = seat, ticks, closed
            self._written += 1

    def presses(self, now_ticks: int, closed_now: "list[bool]") -> "list[tuple[int, int]]":
        """Seat and ticks of every press since the last call, in the order in which the contacts closed.

        Args:
            now_ticks: the clock, read before this call.
            closed_now: which contacts are closed: at rest this counts, whatever an edge seemed to say.
        """
        if self._at_ease and self._read == self._written:
            return []
        found = []
        while self._read < self._written:
            place = self._read % self.ROOM
            seat, ticks, closed = self._seat[place], self._ticks[place], self._closed[place]
            self._read += 1
            if closed and not self._down[seat] and self._at_rest(seat, ticks):
                found.append((seat, ticks))
                self._down[seat] = True
            self._moved[seat] = ticks
        self._at_ease = True
        for seat in range(len(self._down)):
            if self._at_rest(seat, now_ticks):
                self._moved[seat], self._down[seat] = None, closed_now[seat]
            else:
                self._at_ease = False
        return found

    def _at_rest(self, seat: int, ticks: int) -> bool:
        moved = self._moved[seat]
        return moved is None or self._difference(ticks, moved) >= BOUNCE_US
