"""What the game tells those who watch cards being turned up (clauses 2.2 to 2.4, 5.10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.core.capabilities import offers
from companion.core.capabilities.open_pictures import UNREAD
from companion.core.capabilities.reveals import RevealsCards
from companion.core.scene import Scene, Thing
from companion.core.text import seat_name
from companion.games.leprechauns import GAME, depiction, reveal
from companion.games.leprechauns.actions import ChestTold, Signal, TakePrems, TurnAction
from companion.games.leprechauns.deck import deck
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ACTION_CARDS, ActionCard, ActionKind
from companion.games.leprechauns.state import Leprechauns


def at_the_action_card(options: Options | None = None, seats: int = 4, youngest: int = 2) -> Leprechauns:
    return GAME.start(seats, options or Options()).apply(TakePrems(youngest))


def at_the_reveal(options: Options | None = None) -> Leprechauns:
    turned = at_the_action_card(options).apply(TurnAction(ActionCard(ActionKind.NEIGHBOUR)))
    return turned.apply(Signal(2))


def names(state: Leprechauns) -> list[str]:
    return [card.name for card in reveal.turned_up(state)]


def test_the_game_offers_its_cards() -> None:
    assert isinstance(GAME, RevealsCards)
    assert offers(GAME, RevealsCards) is GAME


def test_the_action_card_may_be_any_that_was_not_played_yet() -> None:
    (card,) = reveal.turned_up(at_the_action_card())
    assert set(card.outcomes) == {depiction.action_face("boxed", each) for each in ACTION_CARDS["boxed"]}
    state = at_the_action_card()
    later = replace(state, played=(ActionCard(ActionKind.GIFT),))
    (card,) = reveal.turned_up(later)
    assert "boxed gift" not in card.outcomes
    assert all(state.apply(action) for action in card.outcomes.values())


def test_chests_are_told_clockwise_from_the_holder() -> None:
    state = at_the_reveal()
    assert names(state) == ["turned 2", "turned 3", "turned 0", "turned 1"]
    first, second = reveal.turned_up(state)[:2]
    after = state.apply(first.outcomes["7"])
    assert names(after) == ["turned 3", "turned 0", "turned 1"]
    assert "7" not in reveal.turned_up(after)[0].outcomes  # a chest comes up once (clause 2.4)
    assert after.apply(second.outcomes["9"]).turned_by(3).value == 9


def test_a_chest_may_be_any_of_the_edition() -> None:
    for edition in ("boxed", "print"):
        cards = reveal.turned_up(at_the_reveal(Options(edition=edition)))
        assert all(set(card.outcomes) == {str(chest.ident) for chest in deck(edition)} for card in cards)


def test_cards_lie_where_the_game_depicts_them() -> None:
    state = at_the_reveal()
    for card in reveal.turned_up(state):
        state = state.apply(next(iter(reveal.turned_up(state)[0].outcomes.values())))
        lies = next(thing for thing in depiction.depict(state).things if thing.name == card.name)
        assert (lies.kind, lies.xy_mm, lies.turn_deg) == (card.kind, card.xy_mm, card.turn_deg)


def test_of_the_table_s_own_chests_nothing_is_read() -> None:
    assert names(at_the_reveal(Options(deck="own"))) == []


def test_nothing_is_turned_while_hands_play() -> None:
    state = at_the_reveal()
    while cards := reveal.turned_up(state):
        state = state.apply(next(iter(cards[0].outcomes.values())))
    assert names(state) == []


def test_people_are_asked_for_the_value_alone() -> None:
    """No page repeats a formula (clause 5.10): neither the answers, nor the picture, nor the record."""
    card = reveal.turned_up(at_the_reveal())[0]
    likely = ["7", "37", "35"]
    question, answers = reveal.asked(at_the_reveal(), card, likely)
    assert question == reveal.WHICH_VALUE.filled(who=seat_name(2))
    assert [(words.en, action) for words, action in answers] == [
        ("7", ChestTold(2, 7)),
        ("5", ChestTold(2, 5)),
    ]
    assert reveal.evidence_of(card, "37").face == "7"
    assert reveal.open_part_mm(card)[3] < 20


def test_people_are_asked_for_the_action_card_by_its_name() -> None:
    state = at_the_action_card()
    card = reveal.turned_up(state)[0]
    _, answers = reveal.asked(state, card, ["boxed gift", "boxed exchange"])
    assert [words.en for words, _ in answers] == ["gift", "exchange"]
    assert answers[0][1] == TurnAction(ActionCard(ActionKind.GIFT))


def told_by(state: Leprechauns, faces: Iterable[str]) -> list[object]:
    card = reveal.turned_up(state)[0]
    thing = replace(reveal.evidence_of(card, next(iter(card.outcomes))), face=next(iter(faces)))
    return list(GAME.explanations(state, Scene((thing,), frozenset({thing.kind}))))


def test_a_correction_of_the_record_is_explained() -> None:
    state = at_the_reveal()
    assert told_by(state, ["9"]) == [ChestTold(2, 9)]
    assert told_by(state, ["11"]) == []
    turn = at_the_action_card()
    assert told_by(turn, ["cadeau"]) == [TurnAction(ActionCard(ActionKind.GIFT))]


def test_every_correction_that_is_offered_is_explained() -> None:
    for state in (at_the_reveal(), at_the_action_card(), at_the_action_card(Options(edition="print"))):
        card = reveal.turned_up(state)[0]
        thing = reveal.evidence_of(card, next(iter(card.outcomes)))
        offered = [face for _, face in reveal.corrections(thing)]
        assert len(set(offered)) == len(offered) >= 6
        explained = [face for face in offered if told_by(state, [face])]
        assert len(explained) >= 6


def test_the_action_card_may_be_seen_and_a_chest_only_by_its_value() -> None:
    state = at_the_reveal()
    card = reveal.turned_up(state)[0]
    face = next(iter(card.outcomes))
    assert not depiction.thing_is_open(state, Thing(card.kind, face, card.name))
    assert not depiction.thing_is_open(state, Thing(card.kind, UNREAD, card.name))
    assert depiction.thing_is_open(state, reveal.evidence_of(card, face))
    assert depiction.thing_is_open(at_the_action_card(), Thing(depiction.ACTION, UNREAD, depiction.ROUND))
