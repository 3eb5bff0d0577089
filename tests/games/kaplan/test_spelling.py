"""Clauses 8.2 to 8.4: what counts as the same word, and as the same word in the other number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.kaplan.spelling import Verdict, compare, is_writable, plain, plurals

ANY_WORD = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=14)


@pytest.mark.parametrize(
    ("written", "hidden"),
    [
        ("mystère", "MYSTERE"), ("MYSTERE", "MYSTERE"), ("Œuvre", "OEUVRE"), ("cœurs", "COEURS"), ("île", "ILE"),
        ("arc-en-ciel", "ARCENCIEL"), ("aujourd’hui", "AUJOURDHUI"), ("ex æquo", "EXAEQUO"), ("NOE\u0308L", "NOEL"),
    ],
)  # fmt: skip
def test_8_2_the_same_word(written: str, hidden: str) -> None:
    assert compare(written, hidden) is Verdict.EXACT


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
    assert compare(singular, plural.upper()) is Verdict.NUMBER
    assert compare(plural, singular.upper()) is Verdict.NUMBER


@pytest.mark.parametrize(
    ("written", "hidden"),
    [
        ("bijous", "BIJOU"), ("chevals", "CHEVAL"), ("bateaus", "BATEAU"), ("prix", "PRI"), ("souriss", "SOURIS"),
        ("vitrails", "VITRAIL"), ("verroux", "VERROU"), ("œils", "ŒIL"), ("nezs", "NEZ"), ("perch", "PERCHE"),
        ("percher", "PERCHE"), ("chevaux", "CHEVAUS"), ("monsieurs", "MONSIEUR"), ("festivaux", "FESTIVAL"),
    ],
)  # fmt: skip
def test_8_4_another_word(written: str, hidden: str) -> None:
    assert compare(written, hidden) is Verdict.WRONG


@given(ANY_WORD, ANY_WORD)
def test_8_3_comparing_goes_both_ways(one: str, other: str) -> None:
    assert compare(one, other) is compare(other, one)


@given(ANY_WORD)
def test_8_3_a_plural_is_another_word_and_ends_as_plurals_do(word: str) -> None:
    assert compare(word, word.upper()) is Verdict.EXACT
    for plural in plurals(word):
        assert compare(word, plural) is Verdict.NUMBER
        assert plural[-1] in "sx"


@given(st.text(max_size=60))
def test_8_2_plain_words_are_plain_already(text: str) -> None:
    if is_writable(text):
        letters = plain(text)
        assert letters
        assert set(letters) <= set("abcdefghijklmnopqrstuvwxyz")
        assert plain(letters) == letters
