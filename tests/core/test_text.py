"""Words in two languages, and names that belong to the table."""

from __future__ import annotations

import pytest

from companion.core.text import APOSTROPHE, Text, named, same, seat_name, typeset


def test_a_text_is_filled_language_by_language() -> None:
    metal = Text(fr="or", en="gold")
    assert Text(fr="la carte {what} nº {n}", en="card {what} no. {n}").filled(what=metal, n=2) == Text(
        fr="la carte or nº 2", en="card gold no. 2"
    )
    assert (same("7") + Text(fr=" sur", en=" on")).to("en") == "7 on"


def test_names_are_the_tables_and_may_hold_anything() -> None:
    words = (seat_name(1) + Text(fr=" passe", en=" passes")).fr
    assert named(words, ("Ada", "{Bob} ⟦x⟧")) == "{Bob} ⟦x⟧ passe"


@pytest.mark.parametrize(
    ("words", "name", "said"),
    [
        ("la main de {}", "Ada", "la main d'Ada"),
        ("la main de {}", "Basile", "la main de Basile"),
        ("le tour de {}", "Hélène", "le tour d'Hélène"),
        ("le tour de {}", "Yves", "le tour d'Yves"),
        ("le tour de {}", "Yasmine", "le tour de Yasmine"),
        ("le tour de {}", "Øyvind", "le tour d'Øyvind"),
        ("le tour de {}", "Œdipe", "le tour d'Œdipe"),
        ("le tour de {}", "Élodie", "le tour d'Élodie"),
        ("le tour de {}", "e\u0301lodie", "le tour d'e\u0301lodie"),
        ("plus que {}", "Inès", "plus qu'Inès"),
        ("De {} à Bob", "Ugo", "D'Ugo à Bob"),
        ("lorsque {} joue", "Ada", "lorsqu'Ada joue"),
        ("le monde {}", "Ada", "le monde Ada"),
        ("la main de {}", "11", "la main de 11"),
        ("la main de {}", "", "la main de "),
    ],
)
def test_french_words_lose_their_vowel_before_a_name_that_begins_with_one(words: str, name: str, said: str) -> None:
    assert named(words.format(seat_name(0).fr), (name,)) == said


def test_a_name_that_looks_like_a_placeholder_is_not_filled_in_again() -> None:
    assert named((seat_name(0) + same(" ") + seat_name(1)).fr, ("⟦1⟧", "Bob")) == "⟦1⟧ Bob"


@pytest.mark.parametrize(
    ("typed", "set_in_print"),
    [
        ("L'image n'est pas lue.", "L’image n’est pas lue."),
        ("aujourd'hui, l'« x » d'⟦0⟧", "aujourd’hui, l’« x » d’⟦0⟧"),
        ("⟦0⟧'s chest, the players' phones, don't", "⟦0⟧’s chest, the players’ phones, don’t"),
        ("what '--port' takes, rows with '/'", "what '--port' takes, rows with '/'"),
        ("what 'companion matches' lists", "what 'companion matches' lists"),
        ("déjà ’ ou 5'", "déjà ’ ou 5'"),
    ],
)
def test_apostrophes_are_set_as_in_print_and_what_is_typed_stays(typed: str, set_in_print: str) -> None:
    assert typeset(typed) == set_in_print


def test_a_lost_vowel_has_the_apostrophe_of_the_page() -> None:
    assert named(f"la main de {seat_name(0).fr}", ("N'Golo",), APOSTROPHE) == "la main de N'Golo"
    assert named(f"la main de {seat_name(0).fr}", ("Ada",), APOSTROPHE) == "la main d’Ada"
