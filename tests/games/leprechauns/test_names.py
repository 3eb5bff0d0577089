"""RULES.md, 1.4 (RULINGS 5): "coffre interdit" is "chiffre interdit", printed, read and reported under either name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.core.art import Art, Label
from companion.core.scene import Scene, Thing
from companion.core.text import Text
from companion.games.leprechauns import GAME, depiction, reveal
from companion.games.leprechauns.actions import TakePrems, TurnAction
from companion.games.leprechauns.names import action_names, is_called
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ActionCard, ActionKind
from companion.games.leprechauns.print_set import print_set
from companion.games.leprechauns.state import Leprechauns
from tests.games.leprechauns.playing import ADA, refused

CARD = ActionCard(ActionKind.FORBIDDEN, 8)
TURN = TurnAction(CARD)


@pytest.fixture
def state() -> Leprechauns:
    return GAME.start(3, Options("print")).apply(TakePrems(ADA))


def words_on(*arts: Art) -> Iterator[str]:
    return (shape.words for art in arts for shape in art.shapes if isinstance(shape, Label))


@pytest.mark.parametrize(
    "name",
    ["chiffre interdit : 8", "coffre interdit : 8", "Coffre Interdit : 8", "forbidden number: 8", "forbidden chest: 8"],
)
def test_1_4_the_card_is_read_under_either_name(state: Leprechauns, name: str) -> None:
    (card,) = reveal.turned_up(state)
    seen = Thing(depiction.ACTION_NAME, name, xy_mm=card.xy_mm)
    assert GAME.explanations(state, Scene((seen,), frozenset({seen.kind}))) == (TURN,)


@pytest.mark.parametrize("name", ["coffre interdit", "coffre interdit : 6", "coffre pair : 8", "chiffre interdit 8"])
def test_1_4_no_other_name_is_read_as_that_card(name: str) -> None:
    assert not is_called(CARD, name)


def test_1_4_the_card_is_reported_under_both_names(state: Leprechauns) -> None:
    both = Text(fr="chiffre interdit (ou coffre interdit) : 8", en="forbidden number (or forbidden chest): 8")
    assert GAME.label(state, TURN, None) == Text(fr="Carte Action : ", en="Action card: ") + both
    (card,) = reveal.turned_up(state)
    assert reveal.asked(state, card, ["print forbidden-number 8"])[1] == ((both, TURN),)
    assert both in [words for words, _ in reveal.corrections(reveal.evidence_of(card, "print forbidden-number 8"))]


def test_1_4_both_names_are_printed_on_the_cards_and_on_the_reminder() -> None:
    printed = [each for each in print_set().cards if (each.facts or {}).get("action") == "forbidden-number"]
    assert len(printed) == 3
    for card in printed:
        words = " ".join(words_on(card.face.art)).lower()
        assert "chiffre" in words
        assert "coffre interdit" in words
    reminder = [
        " ".join(words_on(each.face.art, *([each.back.art] if each.back else []))).lower()
        for each in print_set().pieces
        if each.kind == "reminder" and (each.facts or {}).get("edition") == "print"
    ]
    assert "chiffre interdit" in reminder[0]
    assert "coffre interdit" in reminder[0]


def test_1_4_every_other_card_has_one_name() -> None:
    assert [len(action_names(ActionCard(kind))) for kind in ActionKind if kind is not ActionKind.FORBIDDEN] == [1] * 8


def test_1_4_a_deck_of_the_table_s_own_may_have_five_such_cards() -> None:
    """Three of one name and two of the other, as on a sheet of the text."""
    state = GAME.start(2, Options("print", "own")).apply(TakePrems(ADA))

    def after(played: int) -> Leprechauns:
        cards = tuple(ActionCard(ActionKind.FORBIDDEN, number) for number in range(1, played + 1))
        return replace(state, played=cards)

    def numbers(played: int) -> set[int]:
        turns = [action for action, _ in after(played).chance_outcomes() if isinstance(action, TurnAction)]
        return {turn.action.number for turn in turns if turn.action.number is not None}

    assert numbers(4) == set(range(5, 11))
    assert numbers(5) == set()
    assert refused(after(5), TURN) == ("no-more-forbidden", "1.4")
