"""The French words: whether letters are a word, and whether some word begins with them.

The words lie in french.marisa, a trie of about one megabyte for four hundred thousand words, searched in place.
SOURCE.md names their source. They are stored without accents, in letters a to z, with at least two letters.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Protocol

import marisa_trie

Asks = Callable[[str], bool]
"""The type of `is_word` and `begins_word`."""

_JOKER = "*"
_PATTERN = re.compile(r"(?=.)[a-z]*\*?[a-z]*")


class _Words(Protocol):
    """The methods of `marisa_trie.Trie` that are used."""

    def __contains__(self, word: str) -> bool: ...

    def iterkeys(self, prefix: str) -> Iterator[str]: ...


def is_word(pattern: str) -> bool:
    """Whether `pattern` is a word; a joker `*` matches any letter.

    Raises:
        ValueError: `pattern` is not made of small letters a to z with at most one joker, or it is empty.
    """
    words = _words()
    return any(letters in words for letters in _spellings(pattern))


def begins_word(pattern: str) -> bool:
    """Whether some word begins with `pattern` or equals it; a joker `*` matches any letter.

    Raises:
        ValueError: as for `is_word`.
    """
    words = _words()
    return any(True for letters in _spellings(pattern) for _ in words.iterkeys(letters))


def _spellings(pattern: str) -> Iterator[str]:
    if _PATTERN.fullmatch(pattern) is None:
        raise ValueError(f"{pattern!r} is not small letters a to z with at most one joker {_JOKER}")
    before, joker, after = pattern.partition(_JOKER)
    if not joker:
        return iter((pattern,))
    return (before + letter + after for letter in string.ascii_lowercase)


@cache
def _words() -> _Words:
    trie: _Words = marisa_trie.Trie().frombytes((files(__name__) / "french.marisa").read_bytes())
    return trie
