"""Texts for people, always in every language that the companion speaks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from unicodedata import combining, normalize

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")
"""All languages of a `Text`."""


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or label in French and English; both are required."""

    fr: str
    en: str

    def to(self, language: Language) -> str:
        """The text in one language."""
        return self.fr if language == "fr" else self.en

    def __add__(self, other: Text) -> Text:
        return Text(fr=self.fr + other.fr, en=self.en + other.en)

    def filled(self, **values: object) -> Text:
        """The text with each `{name}` replaced by the value of that name; a `Text` value by its own language.

        Raises:
            KeyError: the text names a value that is not given.
        """
        return Text(
            fr=self.fr.format(**{k: v.fr if isinstance(v, Text) else v for k, v in values.items()}),
            en=self.en.format(**{k: v.en if isinstance(v, Text) else v for k, v in values.items()}),
        )


def same(word: str) -> Text:
    """A text that is the same in every language: a name, a number, a letter."""
    return Text(fr=word, en=word)


def seat_name(seat: int) -> Text:
    """A placeholder for the name of the player at `seat`, which `named` fills in: rules do not know the names."""
    return same(f"⟦{seat}⟧")


def seat_names(seats: tuple[int, ...]) -> Text:
    """Placeholders of several players as an enumeration, with "and" before the last; at least one seat."""
    *firsts, last = [seat_name(seat) for seat in seats]
    if not firsts:
        return last
    before = ", ".join(each.fr for each in firsts)
    return Text(fr=f"{before} et {last.fr}", en=f"{before} and {last.en}")


def typeset(words: str) -> str:
    """`words` as they are set on paper and pages: an apostrophe between letters, before a name or a quotation, or after
    an English plural's s is ’ and not the typewriter's '. Marks around what is typed, as in '--port', stay."""
    return _STRAIGHT.sub(lambda found: found["typed"] or APOSTROPHE, words)


def named(words: str, names: tuple[str, ...], apostrophe: str = "'") -> str:
    """`words` with every placeholder of `seat_name` replaced by that player's name; `names` has one for each seat.

    A French word that loses its vowel before another ("de", "que", "le", "se", ...) loses it before a name that begins
    with one: "la main d'Ada", "la place d'Hélène", "le tour d'Yves", "celle d'Øyvind", but "de Yasmine". Other
    languages have no such word before a name. apostrophe: stands for the lost vowel; `APOSTROPHE` on pages.
    """

    def name_of(placeholder: re.Match[str]) -> str:
        seat = int(placeholder["seat"])
        if seat >= len(names):
            return placeholder[0]
        before, name = placeholder["before"] or "", names[seat]
        return (f"{before.rstrip()[:-1]}{apostrophe}" if before and _elides(name) else before) + name

    return _PLACEHOLDER.sub(name_of, words)


def _elides(name: str) -> bool:
    """Whether French drops a vowel before `name`: it begins with a vowel, an h, or "y" before a consonant."""
    letters = "".join(
        _PLAIN.get(letter, letter) for letter in normalize("NFD", name[:3].lower()) if not combining(letter)
    )
    if letters[:1] == "y":
        return len(letters) > 1 and letters[1].isalpha() and letters[1] not in _VOWELS
    return letters[:1] in _VOWELS + "h" if letters else False


APOSTROPHE = "’"
_STRAIGHT = re.compile(r"(?P<typed>(?<![\w⟧])'[^'\n]*')|(?<=[^\W_]|⟧)'(?=[^\W_]|[⟦«“])|(?<=[a-z]s)'(?= [a-z])")
_VOWELS = "aeiou"
_PLAIN = {"ø": "o", "œ": "oe", "æ": "ae", "ı": "i"}
"""Vowels that Unicode decomposition (NFD) leaves as they are, and the plain letters for them."""
_PLACEHOLDER = re.compile(
    r"(?P<before>\b(?:[Dd]e|[Qq]ue|[Ll]e|[Ll]a|[Ss]e|[Nn]e|[Jj]usque|[Ll]orsque|[Pp]uisque) )?⟦(?P<seat>[0-9]+)⟧"
)
