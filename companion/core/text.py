"""Words people read, always in every language that the companion speaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or label in French and English; a missing language cannot be built."""

    fr: str
    en: str

    def to(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en

    def __add__(self, other: Text) -> Text:
        return Text(fr=self.fr + other.fr, en=self.en + other.en)

    def filled(self, **values: object) -> Text:
        """The text with `{name}` filled in; a `Text` value is filled in language by language."""
        return Text(
            fr=self.fr.format(**{k: v.fr if isinstance(v, Text) else v for k, v in values.items()}),
            en=self.en.format(**{k: v.en if isinstance(v, Text) else v for k, v in values.items()}),
        )


def same(word: str) -> Text:
    """A text that reads alike in every language: a name, a number, a letter."""
    return Text(fr=word, en=word)


def seat_name(seat: int) -> Text:
    """Stands for the name of the player at `seat` until `named` fills it in: names belong to the table, not to
    the rules."""
    return same(f"⟦{seat}⟧")


def seat_names(seats: tuple[int, ...]) -> Text:
    """The players in a list, with "and" before the last."""
    *firsts, last = [seat_name(seat) for seat in seats]
    if not firsts:
        return last
    before = ", ".join(each.fr for each in firsts)
    return Text(fr=f"{before} et {last.fr}", en=f"{before} and {last.en}")


def named(words: str, names: tuple[str, ...]) -> str:
    """`words` with every `seat_name` replaced by that player's name."""
    for seat, name in enumerate(names):
        words = words.replace(f"⟦{seat}⟧", name)
    return words
