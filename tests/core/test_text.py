"""Words in two languages, and names that belong to the table."""

from __future__ import annotations

from companion.core.text import Text, named, same, seat_name


def test_a_text_is_filled_language_by_language() -> None:
    metal = Text(fr="or", en="gold")
    assert Text(fr="la carte {what} nº {n}", en="card {what} no. {n}").filled(what=metal, n=2) == Text(
        fr="la carte or nº 2", en="card gold no. 2"
    )
    assert (same("7") + Text(fr=" sur", en=" on")).to("en") == "7 on"


def test_names_are_the_tables_and_may_hold_anything() -> None:
    words = (seat_name(1) + Text(fr=" passe", en=" passes")).fr
    assert named(words, ("Ada", "{Bob} ⟦x⟧")) == "{Bob} ⟦x⟧ passe"
