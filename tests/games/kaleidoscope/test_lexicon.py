"""The French words of Kaléidoscope, as the game asks for them."""

from __future__ import annotations

import string
from importlib.resources import files
from pathlib import Path

import marisa_trie
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.kaleidoscope import lexicon
from companion.games.kaleidoscope.lexicon import begins_word, is_word

ROOT = Path(__file__).resolve().parents[3]
GAMES_PAGE, FIGURES = ROOT / "docs" / "games.md", ROOT / "docs" / "figures.md"

WORDS = (
    "soupe", "songe", "solos", "whist", "ahaner", "if", "ah", "chips", "oeuf", "jouais", "mangeassions", "chevaux",
    "belles", "aimees", "paris", "kilogrammes", "yeux", "naitre", "finissons", "absous", "eu", "aieux", "bel",
    "chasseresse", "professeure", "wifi", "qi", "xi", "kyu", "zut", "vetu", "bonjour", "relancerons", "arc",
)  # fmt: skip
NO_WORDS = (
    "marseille", "km", "kg", "hz", "cd", "ghz", "jusqu", "lorsqu", "puisqu", "presqu", "quelqu", "qu", "cf", "etc",
    "dpi", "vs", "aaaa", "ae", "oe", "vi", "iv", "xx", "larc", "quil", "soup", "whis", "vitro", "statu", "http",
    "janv", "a", "y", "z", "songee",
)  # fmt: skip
STARTS = (
    "whi", "ah", "ahan", "hi", "hia", "wh", "xy", "qi", "qat", "ch", "kw", "a", "z", "soupe",
)  # fmt: skip
NO_STARTS = (
    "ahi", "hh", "whz", "qz", "qx", "aaa", "jqz", "soupeq",
)  # fmt: skip

_letters = st.text(string.ascii_lowercase, max_size=3)
_known = st.sampled_from([word[:end] for word in WORDS for end in range(1, len(word) + 1)])


def test_there_are_as_many_words_as_the_games_page_says() -> None:
    """And no more bytes than the figures say."""
    packed = (files(lexicon) / "french.marisa").read_bytes()
    assert f"{len(marisa_trie.Trie().frombytes(packed)):,} French words" in GAMES_PAGE.read_text(encoding="utf-8")
    assert f"{len(packed):,} bytes" in FIGURES.read_text(encoding="utf-8")


@pytest.mark.parametrize("word", WORDS)
def test_these_are_words_and_so_are_they_with_a_joker(word: str) -> None:
    assert is_word(word)
    assert begins_word(word)
    assert all(is_word(f"{word[:at]}*{word[at + 1 :]}") for at in range(len(word)))
    assert all(begins_word(word[:end]) for end in range(1, len(word)))


@pytest.mark.parametrize("letters", NO_WORDS)
def test_these_are_no_words(letters: str) -> None:
    assert not is_word(letters)


@pytest.mark.parametrize("letters", STARTS)
def test_words_begin_so(letters: str) -> None:
    assert begins_word(letters)


@pytest.mark.parametrize("letters", NO_STARTS)
def test_no_word_begins_so(letters: str) -> None:
    assert not begins_word(letters)
    assert not is_word(letters)


def test_a_joker_is_one_letter_neither_none_nor_two() -> None:
    assert begins_word("*")
    assert not is_word("*")
    assert is_word("ch*ps")
    assert is_word("*hi")  # chi, khi, phi
    assert is_word("i*")
    assert not is_word("chips*")
    assert begins_word("anti*")
    assert not begins_word("qz*")


@given(st.one_of(_letters, _known), _letters)
def test_a_joker_is_what_one_of_the_letters_makes(before: str, after: str) -> None:
    tries = [before + letter + after for letter in string.ascii_lowercase]
    assert is_word(f"{before}*{after}") == any(is_word(each) for each in tries)
    assert begins_word(f"{before}*{after}") == any(begins_word(each) for each in tries)


@given(st.one_of(_letters, _known))
def test_some_word_begins_with_what_some_longer_start_begins_with(start: str) -> None:
    if start:
        assert begins_word(start) == (is_word(start) or begins_word(f"{start}*"))


@pytest.mark.parametrize("pattern", ["", "**", "c*i*s", "Chips", "été", "l'arc", "arc en", "arc\n", "4", "?", "œuf"])
def test_another_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="letters a to z"):
        is_word(pattern)
    with pytest.raises(ValueError, match="letters a to z"):
        begins_word(pattern)
