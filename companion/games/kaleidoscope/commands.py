"""The game's subcommands: check a word, and measure how long a look-up takes."""

from __future__ import annotations

import timeit

from companion.core.capabilities.commands import BENCH, Command, CommandOption
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.games.kaleidoscope import lexicon
from companion.games.kaleidoscope.lexicon import begins_word, is_word

LOOK_UPS = 2000
"""Look-ups per measurement; the fastest measurement is reported, because a busy machine only makes them slower."""
GOES = 7
"""Number of measurements."""
_MICRO = 1e6


def _word(letters: str) -> str:
    try:
        known = lexicon.is_word(letters)
    except ValueError:
        raise Unreadable("kaleidoscope.letters", LETTERS.filled(letters=letters)) from None
    begins = known or lexicon.begins_word(letters)
    return "word" if known else "beginning of a word" if begins else "no word"


def _bench(word: str) -> str:
    joker = word[:2] + "*" + word[3:]
    took = [
        f"{asks.__name__}('{pattern}') {_micros(asks, pattern):.1f}"
        for asks, pattern in ((is_word, word), (is_word, joker), (begins_word, word))
    ]
    return f"kaleidoscope: a look-up of {', '.join(took)} microseconds"


def _micros(asks: lexicon.Asks, pattern: str) -> float:
    asks(pattern)  # the first call reads the file, which must not be measured
    return min(timeit.repeat(lambda: asks(pattern), number=LOOK_UPS, repeat=GOES)) / LOOK_UPS * _MICRO


LETTERS = Text(
    fr="« {letters} » : écrivez un mot en petites lettres sans accents, avec un joker * au plus, par exemple ma*son.",
    en="“{letters}”: write a word in small letters without accents, with one joker * at most, for example ma*son.",
)

COMMANDS = (
    Command(
        "word",
        Text(
            fr="Dire si des lettres forment un mot, ou en commencent un.",
            en="Say whether letters are a word, or how one begins.",
        ),
        "--letters ma*son",
        (
            CommandOption(
                "letters",
                None,
                Text(
                    fr="De petites lettres sans accents ; * vaut n'importe laquelle.",
                    en="Small letters without accents; * is any letter.",
                ),
            ),
        ),
        _word,
    ),
    Command(
        BENCH,
        Text(
            fr="Mesurer combien de temps prend la recherche d'un mot.",
            en="Measure how long it takes to look a word up.",
        ),
        "--word kaleidoscope",
        (
            CommandOption(
                "word",
                None,
                Text(fr="Un mot de trois lettres ou plus.", en="A word of three letters or more."),
                "kaleidoscope",
            ),
        ),
        _bench,
    ),
)
