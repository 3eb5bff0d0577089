"""Proofs that somebody stands at the table: a code that only its terminal or screen shows, or a button pressed fast."""

from __future__ import annotations

from dataclasses import dataclass
from hmac import compare_digest
from secrets import choice, randbelow
from threading import Lock

from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import Clock
from companion.web.phones import Phone

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without I, O, 0 and 1, which are taken for each other: 32, so that each letter is 5 bits."""
CODE_LETTERS = 8
"""Letters of the host's code, 40 bits: a thousand guesses a second find it in seventeen years, so that nobody has to be
shut out for guessing, nor the host with him."""
PRESSES = 7
"""Presses of one button that claim to be host: more than any game asks of a hand."""
PRESSES_S = 5.0
"""Seconds in which they come: no hand that plays is that fast for that long."""
ASKED_S = 60.0
"""How long a phone waits for the button: long enough to reach over the table."""
MOST_WAITING = 16
"""Phones that wait for the button at a time; the first makes room. Two are too many already."""
PAIR_S = 600.0
"""How long a screen's code counts: a walk through the café and back."""
MOST_PAIRING = 16
"""Screens that wait at a time; the oldest makes room."""


class HostCode:
    """The one-time code by which a phone becomes host. It is gone once it was used; a new start makes a new one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._code: str | None = "".join(choice(LETTERS) for _ in range(CODE_LETTERS))

    @property
    def shown(self) -> str | None:
        """The code as the terminal and the table's screen show it, "ABCD-EFGH"; None once it was used."""
        code = self._code
        return None if code is None else f"{code[:4]}-{code[4:]}"

    def use(self, said: str) -> bool:
        """Whether `said` is the code, which is then gone."""
        written = "".join(letter for letter in said.upper() if letter in LETTERS)
        with self._lock:
            if self._code is None or not compare_digest(self._code, written):
                return False
            self._code = None
            return True


class FastPresses:
    """Finds the one phone that claims to be host while a button is pressed fast. With two that ask, neither is."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._lock = clock, Lock()
        self._asked: dict[Phone, float] = {}
        self._times: dict[int, list[float]] = {}

    def ask(self, phone: Phone) -> None:
        """`phone` waits for the button from now on."""
        with self._lock:
            self._drop_late()
            self._asked[phone] = self._clock.now_s()
            while len(self._asked) > MOST_WAITING:
                self._asked.pop(next(iter(self._asked)))

    def waits(self, phone: Phone) -> bool:
        """Whether `phone` waits for the button."""
        return phone in self._asked and self._clock.now_s() - self._asked[phone] < ASKED_S

    def pressed(self, press: ButtonPress) -> Phone | None:
        """Take note of a press. Returns the phone that has shown by it that it is at the table."""
        with self._lock:
            times = [*self._times.get(press.seat, []), press.at_s][-PRESSES:]
            self._times[press.seat] = times
            if len(times) < PRESSES or times[-1] - times[0] > PRESSES_S:
                return None
            self._drop_late()
            self._times.clear()
            asked, self._asked = tuple(self._asked), {}
            return asked[0] if len(asked) == 1 else None

    def _drop_late(self) -> None:
        now_s = self._clock.now_s()
        self._asked = {phone: at_s for phone, at_s in self._asked.items() if now_s - at_s < ASKED_S}


@dataclass(frozen=True, slots=True)
class Pairing:
    """A browser that asks to be the table's screen, and the code that it shows."""

    phone: Phone
    code: str
    ends_s: float


class Pairings:
    """Browsers that ask to be a screen of the table; whoever sits there types the code that the screen shows."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._lock = clock, Lock()
        self._open: tuple[Pairing, ...] = ()

    def ask(self, phone: Phone) -> str:
        """The code, four digits, that this browser shows; the same while it counts."""
        with self._lock:
            known = next((each for each in self._counting() if each.phone == phone), None)
            if known is None:
                taken = {each.code for each in self._open}
                code = next(code for code in iter(lambda: f"{randbelow(10_000):04}", "") if code not in taken)
                known = Pairing(phone, code, self._clock.now_s() + PAIR_S)
                self._open = (*self._counting(), known)[-MOST_PAIRING:]
            return known.code

    def waits(self, phone: Phone) -> bool:
        """Whether this browser asks to be a screen."""
        return any(each.phone == phone for each in self._counting())

    def use(self, code: str) -> Phone | None:
        """The browser that shows `code`, which then counts no longer; None when none does."""
        with self._lock:
            found = next((each for each in self._counting() if each.code == code.strip()), None)
            self._open = tuple(each for each in self._counting() if each is not found)
            return None if found is None else found.phone

    def _counting(self) -> tuple[Pairing, ...]:
        now_s = self._clock.now_s()
        return tuple(each for each in self._open if now_s < each.ends_s)
