"""Recovery words: three words, shown once, that bring a player's seat back to another phone of his."""

from __future__ import annotations

import re
from hashlib import scrypt
from importlib.resources import files
from secrets import choice
from unicodedata import combining, normalize

WORDS = tuple((files("companion.web") / "recovery_words.txt").read_text(encoding="ascii").split())
"""Written alike in French and English, without accents, and hard to confuse when they are said aloud."""
NUMBER_OF_WORDS = 3
"""Over 22 bits: with five tries a minute (`pace.RECOVERY`) a guess takes most of a year, and a match an evening."""
WORK, BLOCK = 2**12, 8
"""Of scrypt: 4 MB and some 15 ms for each try, so that a stolen file does not give the words away at once."""


def new_word() -> str:
    """A recovery word: "lotus-panda-tango"."""
    return "-".join(choice(WORDS) for _ in range(NUMBER_OF_WORDS))


def digest(word: str, salt: str) -> str:
    """What is kept of a recovery word, hexadecimal. Capitals, accents and what stands between the words are alike."""
    plain = "".join(letter for letter in normalize("NFD", word.lower()) if not combining(letter))
    written = "-".join(re.findall("[a-z]+", plain))
    return scrypt(written.encode(), salt=salt.encode(), n=WORK, r=BLOCK, p=1).hex()
