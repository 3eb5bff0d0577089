"""A game's choices, read from words."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion import catalog
from companion.core.errors import Unreadable
from companion.core.options import option, options_of, read_option, written
from companion.core.text import Text, same


@dataclass(frozen=True, slots=True)
class Choices:
    """Of a game that is made up."""

    form: str = option("square", title=same("Form"), what=same("Form."), clause="1", values={"square": same("square")})
    score: int = option(1500, title=same("Score"), what=same("Score."), clause="2", numbers=range(1000, 2001))


class MadeUp:
    """The part of a game that reads options."""

    title = Text(fr="Inventé", en="Made up")
    options: type = Choices


@pytest.mark.parametrize(
    ("words", "is_suggested"), [("sqare", True), ("squad", True), ("dune", False), ("pear", False)]
)
def test_a_slip_of_the_hand_is_understood_and_another_word_is_not(words: str, is_suggested: bool) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_option(MadeUp(), "form", words)
    assert ("Did you mean “square”?" in refusal.value.what.en) == is_suggested


def test_a_number_of_four_digits_is_a_number() -> None:
    assert read_option(MadeUp(), "score", "1750") == 1750
    for words in ("2500", "        2500"):
        with pytest.raises(Unreadable, match="“2000”"):
            read_option(MadeUp(), "score", words)


@pytest.mark.parametrize("key", catalog.games())
def test_what_is_written_of_a_value_is_read_as_that_value(key: str) -> None:
    game = catalog.game(key)
    for choice in options_of(game.options):
        for value in (choice.default, *(each for each, _ in choice.values), *choice.numbers[:3]):
            assert read_option(game, choice.name, written(value)) == value
