"""The practice deck: words that the rules allow, clues that do not give them away."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.kaplan.pieces import ClueKind
from companion.games.kaplan.spelling import plain
from companion.games.kaplan.words import PRACTICE, Word

STEM = 5
"""Letters of a word that no clue may contain: shorter runs occur by chance."""


def test_2_5_there_are_words_of_every_length_from_6_to_12() -> None:
    assert len(PRACTICE) >= 24
    assert set(Counter(len(word) for word in PRACTICE)) == set(range(6, 13))
    assert {entry.clues[2][1] for entry in PRACTICE.values()} == {"M. sing.", "F. sing.", "M. plur.", "F. plur."}


@pytest.mark.parametrize("entry", PRACTICE.values(), ids=lambda entry: entry.word)
def test_2_7_a_word_has_six_clues_none_of_which_contains_it(entry: Word) -> None:
    assert (entry.word.isascii(), entry.word.isalpha(), entry.word.isupper()) == (True, True, True)
    clues = dict(entry.clues)
    assert list(clues) == list(ClueKind)
    assert clues[ClueKind.FIRST_LETTER] == entry.word[0]
    assert clues[ClueKind.LENGTH] == str(len(entry.word))
    for kind in (ClueKind.ANALOGY, ClueKind.SYNONYM, ClueKind.EXPRESSION):
        assert clues[kind].strip()
        assert plain(entry.word)[:STEM] not in plain(clues[kind])


def test_2_7_no_clue_of_meaning_serves_two_words() -> None:
    texts = [text for entry in PRACTICE.values() for kind, text in entry.clues[3:]]
    assert len(texts) == len(set(texts))
