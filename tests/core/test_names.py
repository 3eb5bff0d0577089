"""Names that every page can show, and that differ."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import Unreadable
from companion.core.names import checked_name, checked_names


@pytest.mark.parametrize(
    "names",
    [
        ("Ada", "ada"),
        ("Ada", " Ada "),
        ("Ada", "Ａｄａ"),
        ("É", "E\u0301"),
        ("Ada", "A\u200dda"),
        ("Anne Marie", "AnneMarie"),
        ("Strauß", "STRAUSS"),
    ],
)
def test_names_that_look_alike_are_refused_with_both(names: tuple[str, str]) -> None:
    with pytest.raises(Unreadable) as refusal:
        checked_names(names)
    assert refusal.value.code == "names.twice"
    assert " ".join(names[0].split()) in refusal.value.what.en or "É" in refusal.value.what.en


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "empty"),
        (" \t ", "empty"),
        ("\u0301", "empty"),
        ("x" * 41, "long"),
        ("Z" + "\u0335" * 4000, "long"),
        ("Ada\x1b[31m", "odd"),
        ("Ada\u202eboB", "odd"),
        ("Ada\u2066", "odd"),
        ("\u200b", "odd"),
        ("Ada\x00", "odd"),
        ("\udcff", "odd"),
        ("⟦1⟧", "odd"),
    ],
)
def test_what_is_no_name(name: str, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        checked_name(name)
    assert refusal.value.code == f"names.{code}"
    for words in (refusal.value.what.fr, refusal.value.what.en):
        words.encode()
        assert words.isprintable()
        assert len(words) < 200


@pytest.mark.parametrize("name", ["Ada", "Chloé", "李小龍", "محمد", "نیم\u200cفاصله", "👩‍🚀", "J.-B. 2", "x" * 40])
def test_what_is_a_name_stays_as_it_is(name: str) -> None:
    assert checked_name(name) == name
    assert checked_name(f"  {name}\n") == name


@given(st.lists(st.text(), max_size=4))
def test_any_words_are_names_or_one_sentence(names: list[str]) -> None:
    try:
        checked = checked_names(names)
    except Unreadable as refusal:
        refusal.what.fr.encode()
        return
    assert checked_names(checked) == checked
    assert len(set(checked)) == len(names)
