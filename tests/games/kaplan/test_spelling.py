"""Clauses 8.2 to 8.4: what counts as the same word, and as the same word in the other number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.kaplan.actions import Announce
from companion.games.kaplan.deck import deck
from companion.games.kaplan.spelling import Verdict, compare, is_writable, may_differ_in_number, plain, plurals
from tests.games.kaplan.playing import ready

ANY_WORD = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=14)


@pytest.mark.parametrize(
    ("written", "hidden"),
    [
        ("mystère", "MYSTERE"), ("MYSTERE", "MYSTERE"), ("Œuvre", "OEUVRE"), ("cœurs", "COEURS"), ("île", "ILE"),
        ("arc-en-ciel", "ARCENCIEL"), ("aujourd’hui", "AUJOURDHUI"), ("ex æquo", "EXAEQUO"), ("NOE\u0308L", "NOEL"),
    ],
)  # fmt: skip
def test_8_2_the_same_word(written: str, hidden: str) -> None:
    assert {compare(written, hidden, number) for number in "sp"} == {Verdict.EXACT}


@pytest.mark.parametrize(
    ("singular", "plural"),
    [
        ("perche", "perches"), ("cheval", "chevaux"), ("journal", "journaux"), ("festival", "festivals"),
        ("bateau", "bateaux"), ("noyau", "noyaux"), ("landau", "landaus"), ("cheveu", "cheveux"), ("pneu", "pneus"),
        ("bijou", "bijoux"), ("verrou", "verrous"), ("vitrail", "vitraux"), ("éventail", "éventails"),
        ("œil", "yeux"), ("ciel", "cieux"), ("ciel", "ciels"), ("monsieur", "messieurs"), ("idéal", "idéaux"),
        ("idéal", "idéals"), ("lieu", "lieux"), ("lieu", "lieus"), ("école", "écoles"), ("ail", "aulx"),
    ],
)  # fmt: skip
def test_8_3_the_other_number(singular: str, plural: str) -> None:
    assert compare(singular, plural.upper(), "p") is Verdict.NUMBER
    assert compare(plural, singular.upper(), "s") is Verdict.NUMBER
    assert compare(singular, plural.upper(), "s") is Verdict.WRONG
    assert compare(plural, singular.upper(), "p") is Verdict.WRONG
    assert may_differ_in_number(singular, plural)
    assert may_differ_in_number(plural, singular)


@pytest.mark.parametrize(
    ("written", "hidden"),
    [
        ("bijous", "BIJOU"), ("chevals", "CHEVAL"), ("bateaus", "BATEAU"), ("prix", "PRI"), ("souriss", "SOURIS"),
        ("vitrails", "VITRAIL"), ("verroux", "VERROU"), ("œils", "ŒIL"), ("nezs", "NEZ"), ("perch", "PERCHE"),
        ("percher", "PERCHE"), ("chevaux", "CHEVAUS"), ("monsieurs", "MONSIEUR"), ("festivaux", "FESTIVAL"),
    ],
)  # fmt: skip
def test_8_4_another_word(written: str, hidden: str) -> None:
    assert {compare(written, hidden, number) for number in "sp"} == {Verdict.WRONG}
    assert not may_differ_in_number(written, hidden)


INVARIABLE = [
    "ALBATROS", "CADENAS", "CANEVAS", "CONTRETEMPS", "CYPRES", "DEBARRAS", "ENGRAIS", "HAUTBOIS", "INTRUS", "MATELAS",
    "REMORDS",
]  # fmt: skip
"""The words of our deck that end in s, x or z in the singular: they have no other number."""
IN_X = {"ANIMAL": "animaux", "CRISTAL": "cristaux", "GENERAL": "généraux"}
"""The words of our deck in -al whose plural ends in -aux; the others in -eau take an x, all the rest an s."""


def test_8_3_no_word_of_our_deck_without_another_number_gives_half() -> None:
    words = set(deck().words.values())
    assert sorted(w.word for w in words if w.number == "s" and w.word[-1] in "SXZ") == INVARIABLE
    for word in INVARIABLE:
        for written in (word[:-1], word + "S", word + "ES", word[:-1] + "X"):
            assert compare(written.lower(), word, "s") is Verdict.WRONG


def test_8_3_every_word_of_our_deck_has_the_other_number_it_should_have() -> None:
    for word in set(deck().words.values()):
        low = word.spelling
        if word.number == "p":
            right = low.removesuffix("s")
        elif word.word in INVARIABLE:
            continue
        else:
            right = IN_X.get(word.word) or low + ("x" if low.endswith("eau") else "s")
        assert compare(right, word.word, word.number) is Verdict.NUMBER, word.word
        near = {low + "s", low + "x", low + "es", low[:-1], low[:-1] + "x", low[:-1] + "s", low[:-1] + "ux", low + "ss"}
        for other in {plain(each) for each in near} - {plain(right), plain(low)}:
            assert compare(other, word.word, word.number) is Verdict.WRONG, (other, word.word)


def test_8_4_albatro_for_albatros_is_an_error() -> None:
    assert ready(2, word="ALBATROS").apply(Announce(0, "albatro")).scores == (-12.0, 0.0)
    assert ready(2, word="ALBATROS").apply(Announce(0, "albatross")).scores == (-12.0, 0.0)
    assert ready(2, word="ALBATROS").apply(Announce(0, "Albatros")).scores == (12.0, 0.0)


@given(ANY_WORD, ANY_WORD)
def test_8_3_the_number_says_which_of_two_words_is_the_plural(one: str, other: str) -> None:
    assert compare(one, other, "s") is compare(other, one, "p")
    assert may_differ_in_number(one, other) == (Verdict.NUMBER in {compare(one, other, number) for number in "sp"})


@given(ANY_WORD)
def test_8_3_a_plural_is_another_word_and_ends_as_plurals_do(word: str) -> None:
    assert compare(word, word.upper(), "s") is Verdict.EXACT
    for plural in plurals(word):
        assert compare(word, plural, "p") is Verdict.NUMBER
        assert plural[-1] in "sx"


@given(st.text(max_size=60))
def test_8_2_plain_words_are_plain_already(text: str) -> None:
    if is_writable(text):
        letters = plain(text)
        assert letters
        assert set(letters) <= set("abcdefghijklmnopqrstuvwxyz")
        assert plain(letters) == letters
