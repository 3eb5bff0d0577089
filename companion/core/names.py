"""What people are called, and what they call their table: names that every page can show and that differ."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from companion.core.errors import Unreadable
from companion.core.text import Text

MOST_LETTERS = 40
"""Letters in a name: the longest that leaves room for a score beside it on a phone."""
JOINERS = "\u200c\u200d"
"""Invisible letters that Persian and Hindi words need, and families of emoji; all others of their kind are refused."""
PLACEHOLDER = "⟦⟧"
"""What stands for a player in the sentences of the rules."""
UNSHOWN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
"""Unicode's categories of what is not shown, or changes how what follows is shown (right to left)."""
SHOWN = "LNSP"
"""First letters of the categories of what is seen by itself: letters, digits, symbols, punctuation."""


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """Players' names as they will be shown.

    Args:
        names: as people wrote them, by seat.

    Raises:
        Unreadable: one is no name (see `checked_name`), or two would look alike.
    """
    checked = tuple(checked_name(name) for name in names)
    known: dict[str, str] = {}
    for name in checked:
        look = look_of(name)
        if look in known:
            raise Unreadable("names.twice", TWICE.filled(name=name, other=known[look]))
        known[look] = name
    return checked


def checked_name(name: str) -> str:
    """A name as it will be shown: without space at its ends, and with one space between words.

    Raises:
        Unreadable: nothing of it is shown, it is longer than `MOST_LETTERS`, or has a character that is not shown.
    """
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if len(plain) > MOST_LETTERS:
        raise Unreadable("names.long", LONG.filled(name=_shortened(plain), most=MOST_LETTERS))
    odd = next((each for each in plain if _is_odd(each)), None)
    if odd is not None:
        raise Unreadable("names.odd", ODD.filled(name=_shortened(plain), odd=f"U+{ord(odd):04X}"))
    if not any(unicodedata.category(each)[0] in SHOWN for each in plain):
        raise Unreadable("names.empty", EMPTY)
    return plain


def is_shown(letter: str) -> bool:
    """Whether a letter is seen as itself where it stands, and changes nothing of what follows."""
    return letter in JOINERS or unicodedata.category(letter) not in UNSHOWN


def _is_odd(letter: str) -> bool:
    return letter in PLACEHOLDER or not is_shown(letter)


def look_of(name: str) -> str:
    """The same for names that people would take for one another: capitals, accents put on apart, wide letters."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(each for each in plain if each not in JOINERS and not each.isspace())


def _shortened(name: str) -> str:
    """The part of a bad name that a sentence repeats: what is shown of its beginning."""
    return "".join("?" if _is_odd(each) else each for each in name[:MOST_LETTERS])


TWICE = Text(
    fr="Deux personnes s'appellent « {name} » et « {other} » ; donnez à l'une une initiale ou un surnom.",
    en="Two people are called “{name}” and “{other}”; give one of them an initial or a nickname.",
)
LONG = Text(
    fr="Le nom « {name}… » est trop long ; {most} lettres au plus.",
    en="The name “{name}…” is too long; {most} letters at most.",
)
ODD = Text(
    fr="Le nom « {name} » contient un caractère qui ne s'affiche pas ({odd}) ; écrivez-le sans lui.",
    en="The name “{name}” has a character that cannot be shown ({odd}); write it without.",
)
EMPTY = Text(fr="Un nom est vide ; écrivez une lettre au moins.", en="A name is empty; write one letter at least.")
