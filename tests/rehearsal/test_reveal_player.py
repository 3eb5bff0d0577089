"""The hands of simulated people who turn up cards."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion import catalog
from companion.core.capabilities import offers
from companion.core.capabilities.reveals import RevealsCards
from companion.core.game import State, pick_chance
from companion.core.mat import TABLE_MAT
from companion.core.text import Text
from companion.rehearsal.reveals import RevealPlayer
from companion.simulator.world import World
from companion.table.questions import Question
from companion.table.session import Session

LAST = Text(fr="Autre chose", en="Something else")


def waits_for_cards(reveals: RevealsCards, count: int = 1) -> State:
    """A match of Leprechauns in which this many cards are to be turned up, or more."""
    game, random = catalog.game("leprechauns"), Random(3)
    state = game.start(3, game.options())
    while len(reveals.turned_up(state)) < count:
        outcomes = state.chance_outcomes()
        seat = state.actor.seat or 0
        state = state.apply(pick_chance(outcomes, random) if outcomes else game.choose(state, seat, random))
    return state


@pytest.fixture
def table() -> tuple[RevealPlayer, Any, RevealsCards]:
    game = catalog.game("leprechauns")
    reveals = offers(game, RevealsCards)
    assert reveals is not None
    match: Any = SimpleNamespace(game=game, state=waits_for_cards(reveals), actions=())
    session: Any = SimpleNamespace(game=game, match=match, names=("Ada", "Bob", "Chloé"))
    return RevealPlayer(World(game.art, TABLE_MAT), cast(Session, session), Random(1)), session, reveals


def asked(reveals: RevealsCards, state: State, number: int = 0) -> Question:
    card = reveals.turned_up(state)[number]
    words, choices = reveals.asked(state, card, list(card.outcomes))
    return Question(1, words, (*(each for each, _ in choices), LAST), None, lambda *_: None)


def test_asked_for_a_card_they_say_which_they_turned_up(table: tuple[RevealPlayer, Any, RevealsCards]) -> None:
    people, session, reveals = table
    state = session.match.state
    assert people.next_act(0.0) is not None
    question = asked(reveals, state)
    choice = people.answer(question)
    assert choice is not None
    card = reveals.turned_up(state)[0]
    face = next(face for face, action in card.outcomes.items() if action == people.true(0, card.name))
    assert reveals.asked(state, card, [face])[1][0][0] == question.choices[choice]


def test_they_do_not_know_a_card_that_they_did_not_turn_up(table: tuple[RevealPlayer, Any, RevealsCards]) -> None:
    people, session, reveals = table
    assert people.answer(asked(reveals, session.match.state)) is None
    people._tell(0.0)


def test_asked_for_one_card_they_do_not_tell_another(table: tuple[RevealPlayer, Any, RevealsCards]) -> None:
    """All cards may have the same value; only one of them was turned up by them."""
    people, session, reveals = table
    session.match.state = state = waits_for_cards(reveals, 2)
    assert people.next_act(0.0) is not None
    del people._true[reveals.turned_up(state)[0].name]
    assert people.answer(asked(reveals, state, 0)) is None
    assert people.answer(asked(reveals, state, 1)) is not None
