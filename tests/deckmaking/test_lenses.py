"""Choosing the lenses."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.kaplan.deck_check import CARDS_A_TRIPLE
from deckmaking.kaplan import lenses
from deckmaking.kaplan.candidates import read_candidates
from deckmaking.kaplan.frame import LETTERS, TRIPLES

WORDS = read_candidates("abbaye f s\nabeille f s\nperche f s\ntournesol m s\n")


def test_a_word_needs_its_letters_as_often_as_it_has_them() -> None:
    needs = lenses.needs(list(WORDS))
    found = {letter: count for letter, count in zip(LETTERS, needs[0].tolist(), strict=True) if count}
    assert found == {"A": 2, "B": 2, "Y": 1, "E": 1}
    assert needs.sum(axis=1).tolist() == [6, 7, 6, 9]


def test_a_bag_counts_letters_and_blanks() -> None:
    bag, blanks = lenses.bag_of([["A", "B", "", "", "A"], ["Z"] * 5, ["A"] * 5], (0, 2))
    found = {letter: count for letter, count in zip(LETTERS, bag.tolist(), strict=True) if count}
    assert found == {"A": 7, "B": 1}
    assert blanks == 2


def test_a_seed_gives_the_same_lenses_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lenses, "MOVES", 200)
    first, again, other = (lenses.choose_lenses(WORDS, Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert [len(triple) for triple in first] == [CARDS_A_TRIPLE] * len(TRIPLES)


def test_annealing_makes_words_spellable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lenses, "MOVES", 2000)
    chosen = lenses.choose_lenses(WORDS, Random(1))
    held = [lens for triple in chosen for lens in triple]
    assert {lens for lens in held if lens} >= set("ABELYPRCHTOUNS")
