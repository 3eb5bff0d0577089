"""A deck that is written and read again is the same deck, and a seed makes the same deck again."""

from __future__ import annotations

from companion.games.kaplan.deck import deck, read_deck
from deckmaking.kaplan.figures import figures
from deckmaking.kaplan.writing import deck_json, known_words, words_toml


def test_a_written_deck_reads_back() -> None:
    made = deck()
    assert read_deck(deck_json(made), words_toml(made)) == made


def test_the_words_keep_what_is_written() -> None:
    made = deck()
    assert known_words(words_toml(made)) == {word.word: word for word in made.words.values()}


def test_the_words_are_in_alphabetical_order() -> None:
    names = list(known_words(words_toml(deck())))
    assert names == sorted(names)


def test_the_figures_of_the_printed_deck() -> None:
    found = figures(deck())
    lengths = found["lengths"]
    assert isinstance(lengths, dict)
    assert sum(lengths.values()) == 384
    assert set(lengths) == {"6", "7", "8", "9", "10", "11", "12"}
    assert found["least_different_cells"] == 68
