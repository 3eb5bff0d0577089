"""The French words: whether letters are a word, and whether some word begins with them.

The words lie in french.marisa, a trie: a million bytes for four hundred thousand words, searched as they lie there.
SOURCE.md says where they come from. They are kept without accents, small letters a to z, two or more.
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
"""`is_word` or `begins_word`."""

_JOKER = "*"
_PATTERN = re.compile(r"(?=.)[a-z]*\*?[a-z]*")


class _Words(Protocol):
    """What is used of `marisa_trie.Trie`."""

    def __contains__(self, word: str) -> bool: ...

    def iterkeys(self, prefix: str) -> Iterator[str]: ...


def is_word(pattern: str) -> bool:
    """Whether `pattern` is a word; a joker `*` may be any letter, and one that makes a word is enough.

    Raises ValueError unless `pattern` is small letters a to z with at most one joker, one sign or more.
    """
    words = _words()
    return any(letters in words for letters in _spellings(pattern))


def begins_word(pattern: str) -> bool:
    """Whether some word begins with `pattern`, or is it; the joker and the errors are those of `is_word`."""
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
