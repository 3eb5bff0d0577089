"""What each viewer gets, as whole values."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.core.views import EVERYONE, NOBODY, OWNER, seen_by, undeclared_fields, view
from tests.core.toy import TOY, Wish


@dataclass(frozen=True)
class Hand:
    seat: int = seen_by(EVERYONE)
    cards: frozenset[int] = seen_by(OWNER, others=len)
    trap: str = seen_by(NOBODY)


@dataclass(frozen=True)
class Table:
    hands: tuple[Hand, ...] = seen_by(EVERYONE)


TABLE = Table((Hand(0, frozenset({3, 1}), "x"), Hand(1, frozenset({2}), "y")))


def test_the_owner_sees_the_cards_and_others_their_number() -> None:
    assert view(TABLE, 0) == {"hands": [{"seat": 0, "cards": [1, 3]}, {"seat": 1, "cards": 1}]}
    assert view(TABLE, 1) == {"hands": [{"seat": 0, "cards": 2}, {"seat": 1, "cards": [2]}]}
    assert view(TABLE, None) == {"hands": [{"seat": 0, "cards": 2}, {"seat": 1, "cards": 1}]}


def test_an_undeclared_field_is_found_wherever_it_hides() -> None:
    @dataclass(frozen=True)
    class Leaf:
        loose: int

    @dataclass(frozen=True)
    class Root:
        leaves: tuple[Leaf, ...] | None = seen_by(EVERYONE)

    Root.__annotations__["leaves"] = tuple[Leaf, ...] | None
    assert undeclared_fields(Root) == ["Leaf.loose"]
    assert undeclared_fields(Table) == []


def test_a_changeable_value_has_no_view() -> None:
    with pytest.raises(TypeError, match="list has no view"):
        view([1], None)


def test_an_action_hides_its_private_words() -> None:
    assert view(Wish(1, "gold"), 1) == {"seat": 1, "words": "gold"}
    assert view(Wish(1, "gold"), 0) == {"seat": 1}


def test_the_toys_secret_is_a_question_mark_to_others() -> None:
    players = view(TOY.start(2, TOY.options()), 0)["players"]
    assert players == [
        {"seat": 0, "score": 0, "secret": 10, "wish": ""},
        {"seat": 1, "score": 0, "secret": "?"},
    ]
