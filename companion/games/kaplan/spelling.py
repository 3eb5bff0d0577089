"""Comparing a written word with the hidden word: same, other number, or wrong (clauses 8.2 to 8.4, 8.8)."""

from __future__ import annotations

import enum
import unicodedata

LONGEST_WRITTEN = 40
"""Most characters of a written word: longer than any French noun, short enough for a phone's page."""

SINGULAR, PLURAL = "s", "p"
"""Grammatical numbers of words, as `words.toml` writes them."""

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})
_BETWEEN_LETTERS = " -'’"

_AL_S = frozenset({
    "aval", "bal", "cal", "cantal", "caracal", "carnaval", "cérémonial", "chacal", "choral", "corral", "festival",
    "gavial", "matorral", "mistral", "narval", "nopal", "pal", "quetzal", "récital", "régal", "rorqual", "serval",
})  # fmt: skip
_AL_BOTH = frozenset({"étal", "idéal", "val"})
_AIL_X = frozenset({"bail", "corail", "émail", "soupirail", "travail", "vantail", "ventail", "vitrail"})
_AU_S = frozenset({"landau", "sarrau", "unau"})
_EU_S = frozenset({"bleu", "émeu", "pneu"})
_EU_BOTH = frozenset({"lieu"})  # "lieux" are places, "lieus" are fish
_OU_X = frozenset({"bijou", "caillou", "chou", "genou", "hibou", "joujou", "pou", "ripou"})
_IRREGULAR = {
    "œil": "yeux", "aïeul": "aïeux", "ciel": "cieux", "ail": "aulx", "monsieur": "messieurs", "madame": "mesdames",
    "mademoiselle": "mesdemoiselles", "bonhomme": "bonshommes", "gentilhomme": "gentilshommes",
}  # fmt: skip


class Verdict(enum.Enum):
    """How a written word compares with the hidden word."""

    EXACT = "exact"
    NUMBER = "number"
    WRONG = "wrong"


def plain(word: str) -> str:
    """The word in letters a to z: no accents, "œ" as "oe", no spaces, hyphens or apostrophes."""
    split = unicodedata.normalize("NFD", word.casefold().translate(_LIGATURES))
    return "".join(c for c in split if not unicodedata.combining(c) and c not in _BETWEEN_LETTERS)


def is_writable(word: str) -> bool:
    """Whether `word` has only Latin letters, like every hidden word, and at most `LONGEST_WRITTEN` characters."""
    letters = plain(word)
    return len(word) <= LONGEST_WRITTEN and letters.isascii() and letters.isalpha()


def compare(written: str, hidden: str, number: str) -> Verdict:
    """Compare `written` with the hidden word, ignoring case and accents.

    Args:
        number: the grammatical number of the hidden word, "s" or "p". Only the plural of a singular word, or the
            singular of a plural word, differs in number alone: "albatro" is not the singular of ALBATROS, which ends in
            s itself.
    """
    ours, theirs = plain(written), plain(hidden)
    if ours == theirs:
        return Verdict.EXACT
    one, many = (theirs, ours) if number == SINGULAR else (ours, theirs)
    return Verdict.NUMBER if many in plurals(one) else Verdict.WRONG


def may_differ_in_number(one: str, other: str) -> bool:
    """Whether either word could be the plural of the other; used when the hidden word's number is unknown."""
    ours, theirs = plain(one), plain(other)
    return theirs in plurals(ours) or ours in plurals(theirs)


def plurals(singular: str) -> frozenset[str]:
    """The possible plurals of a French noun in plain letters; empty when the word does not change."""
    irregular = _PLAIN_IRREGULAR.get(singular)
    more = frozenset() if irregular is None else frozenset({irregular})
    return more | frozenset(singular[: len(singular) - cut] + end for cut, end in _endings(singular))


def _plain(words: frozenset[str]) -> frozenset[str]:
    return frozenset(plain(word) for word in words)


_PLAIN_IRREGULAR = {plain(one): plain(many) for one, many in _IRREGULAR.items()}
_S, _X, _AL_X, _AIL_AUX = (0, "s"), (0, "x"), (1, "ux"), (2, "ux")
_RULES = (
    # ending, its usual plural, exceptions, their plural, words that have both plurals
    ("ail", _S, _plain(_AIL_X), _AIL_AUX, frozenset[str]()),
    ("al", _AL_X, _plain(_AL_S), _S, _plain(_AL_BOTH)),
    ("au", _X, _plain(_AU_S), _S, frozenset[str]()),
    ("eu", _X, _plain(_EU_S), _S, _plain(_EU_BOTH)),
    ("ou", _S, _plain(_OU_X), _X, frozenset[str]()),
)


def _endings(singular: str) -> tuple[tuple[int, str], ...]:
    """(letters cut off, letters added) for each plural."""
    if singular in _PLAIN_IRREGULAR and singular not in ("aieul", "ciel", "ail"):
        return ()
    if singular.endswith(("s", "x", "z")):
        return ()
    for ending, usual, others, other, both in _RULES:
        if singular.endswith(ending):
            if singular in both:
                return (usual, other)
            return (other,) if singular in others else (usual,)
    return (_S,)
