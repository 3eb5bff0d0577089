"""Recovery words: three words, shown for a minute, that bring a player's seat back to another phone of his."""

from __future__ import annotations

import re
from hashlib import scrypt
from importlib.resources import files
from secrets import choice
from unicodedata import combining, normalize

from companion.core.clock import Clock

WORDS = tuple((files("companion.web") / "recovery_words.txt").read_text(encoding="ascii").split())
"""Written alike in French and English, without accents, and hard to confuse when they are said aloud."""
NUMBER_OF_WORDS = 3
"""Over 22 bits: with five tries a minute (`pace.RECOVERY`) a guess takes most of a year, and a match an evening."""
SHOWN_S = 60.0
"""How long a seat's page shows a recovery word after it first did: a phone may load it twice, or lose an answer."""
WORK, BLOCK = 2**12, 8
"""scrypt's costs: 4 MB and some 15 ms for each try, so that a stolen file does not give the words away at once."""


def new_word() -> str:
    """A recovery word: "lotus-panda-tango"."""
    return "-".join(choice(WORDS) for _ in range(NUMBER_OF_WORDS))


def digest(word: str, salt: str) -> str:
    """What is kept of a recovery word, hexadecimal. Capitals, accents and what stands between the words are alike."""
    plain = "".join(letter for letter in normalize("NFD", word.lower()) if not combining(letter))
    written = "-".join(re.findall("[a-z]+", plain))
    return scrypt(written.encode(), salt=salt.encode(), n=WORK, r=BLOCK, p=1).hex()


class FreshWords:
    """Recovery words that nobody has noted down yet; the page of a word's seat shows it for a minute."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._words: dict[int, str] = {}
        self._first_s: dict[int, float] = {}

    def put(self, seat: int, word: str) -> None:
        """Have this seat's page show a word, in place of any other."""
        self._words[seat] = word
        self._first_s.pop(seat, None)

    def drop(self, seat: int) -> None:
        """Show nothing any more."""
        self._words.pop(seat, None)

    def shown(self, seat: int) -> str | None:
        """What this seat's page shows now; None when there is nothing, or the minute is over."""
        now_s = self._clock.now_s()
        if seat in self._words and now_s - self._first_s.setdefault(seat, now_s) > SHOWN_S:
            self.drop(seat)
        return self._words.get(seat)

    def left_s(self, seat: int) -> float:
        """How much longer this seat's page shows its word, in seconds; 0 when it shows none."""
        if self.shown(seat) is None:
            return 0.0
        now_s = self._clock.now_s()
        return max(0.0, SHOWN_S - (now_s - self._first_s.get(seat, now_s)))
