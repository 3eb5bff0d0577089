"""The list of words to choose from."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.kaplan import spelling
from deckmaking.kaplan.candidates import FILE, Candidate, read_candidates


def test_there_are_many_words_of_every_length() -> None:
    candidates = read_candidates(FILE.read_text(encoding="utf-8"))
    lengths = Counter(len(each.word) for each in candidates)
    assert 1500 <= len(candidates) <= 2500
    assert set(lengths) == set(range(6, 13))
    assert min(lengths.values()) >= 12


def test_few_are_plural_and_the_genders_are_balanced() -> None:
    candidates = read_candidates(FILE.read_text(encoding="utf-8"))
    assert sum(each.number == "p" for each in candidates) <= 0.12 * len(candidates)
    genders = Counter(each.gender for each in candidates)
    assert 0.4 <= genders["f"] / (genders["f"] + genders["m"]) <= 0.6


def test_none_is_another_ones_plural() -> None:
    candidates = read_candidates(FILE.read_text(encoding="utf-8"))
    plurals = {many: each.word for each in candidates for many in spelling.plurals(each.word.lower())}
    pairs = [(plurals[low], each.word) for each in candidates if (low := each.word.lower()) in plurals]
    assert pairs == []


def test_a_line_is_a_word_its_gender_and_its_number() -> None:
    assert read_candidates("clé-usine f s\nœillet m s\n") == (
        Candidate("CLEUSINE", "clé-usine", "f", "s"),
        Candidate("OEILLET", "œillet", "m", "s"),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("perche f", "'perche f' is not a spelling"),
        ("perche x s", "'perche x s' is not a spelling"),
        ("perche f t", "'perche f t' is not a spelling"),
        ("jour m s", "'jour m s': a word has 6 to 12 letters"),
        ("anticonstitution f s", "a word has 6 to 12 letters"),
        ("abc123 m s", "a word has 6 to 12 letters"),
        ("perche f s\nperché m s", "PERCHE is listed twice"),
        ("perche f s\nabricot m s", "not in alphabetical order"),
    ],
)
def test_a_bad_line_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_candidates(text)
