"""The cards to be turned up and read: the round's action card, then everybody's chest (clauses 2.2 to 2.4)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.capabilities.reveals import TurnedCard
from companion.core.game import Action
from companion.core.scene import Thing
from companion.core.text import Text, same, seat_name
from companion.games.leprechauns import layout
from companion.games.leprechauns.actions import ChestSeen, ChestTold, TurnAction
from companion.games.leprechauns.chest_art import BAND_MM
from companion.games.leprechauns.deck import chests, deck
from companion.games.leprechauns.depiction import (
    ACTION,
    ACTION_NAME,
    CHEST,
    CHEST_VALUE,
    ROUND,
    action_face,
    turned_name,
)
from companion.games.leprechauns.names import action_name, all_names
from companion.games.leprechauns.pieces import ACTION_CARDS, VALUES, ActionCard, ActionKind
from companion.games.leprechauns.position import Phase, Position
from companion.games.leprechauns.setup import action_outcomes

WHOLE_MM = (0.0, 0.0, layout.CARD_WIDTH_MM, layout.CARD_HEIGHT_MM)


def turned_up(position: Position) -> tuple[TurnedCard, ...]:
    """The action card, or the chests not reported yet, clockwise from the holder of PREM'S.

    A table's own chests are unknown, so there is nothing for a reader to read.
    """
    if position.phase is Phase.ACTION:
        return (_action_card(position),)
    if position.phase is Phase.REVEAL and position.options.deck == "printed":
        return tuple(_chest(position, seat) for seat in position.from_holder()[len(position.turned) :])
    return ()


def asked(position: Position, card: TurnedCard, likely: Sequence[str]) -> tuple[Text, tuple[tuple[Text, Action], ...]]:
    """The question to people when a card could not be read, and the answers among the likely faces.

    Of a chest only the value is asked, because its formula is to be remembered (clause 5.10).
    """
    if card.whose is None:
        turns = [card.outcomes[face] for face in likely]
        words = [all_names(turn.action) for turn in turns if isinstance(turn, TurnAction)]
        return WHICH_ACTION, tuple(zip(words, turns, strict=True))
    values = dict.fromkeys(chests()[int(face)].value for face in likely)
    told: list[tuple[Text, Action]] = [(same(str(value)), ChestTold(card.whose, value)) for value in values]
    return WHICH_VALUE.filled(who=seat_name(card.whose)), tuple(told)


def open_part_mm(card: TurnedCard) -> tuple[float, float, float, float]:
    """The part of the card that pages may show, (centre x, centre y, width, height) in mm: of a chest only the band
    with its value."""
    return WHOLE_MM if card.whose is None else BAND_MM


def evidence_of(card: TurnedCard, face: str) -> Thing:
    """What is kept of a card that was read: an action card's name, or a chest's value."""
    turn = card.outcomes[face]
    if isinstance(turn, TurnAction):
        return Thing(ACTION_NAME, action_name(turn.action).fr, xy_mm=card.xy_mm)
    return Thing(CHEST_VALUE, str(chests()[int(face)].value), xy_mm=card.xy_mm)


def corrections(thing: Thing) -> tuple[tuple[Text, str], ...]:
    """The faces that people may put in place of a wrong reading: every value, or every action card."""
    if thing.kind == CHEST_VALUE:
        return tuple((same(str(value)), str(value)) for value in VALUES)
    if thing.kind != ACTION_NAME:
        return ()
    forbidden = (ActionCard(ActionKind.FORBIDDEN, value) for value in VALUES)
    cards = dict.fromkeys((*ACTION_CARDS["boxed"], *ACTION_CARDS["print"], *forbidden))
    return tuple((all_names(card), action_name(card).fr) for card in cards)


def _action_card(position: Position) -> TurnedCard:
    edition = position.options.edition
    turns = [action for action, _ in action_outcomes(position) if isinstance(action, TurnAction)]
    outcomes: dict[str, Action] = {action_face(edition, turn.action): turn for turn in turns}
    return TurnedCard(ROUND, ACTION, layout.ACTION_XY_MM, 0.0, None, outcomes)


def _chest(position: Position, seat: int) -> TurnedCard:
    seats = len(position.players)
    gone = {chest.card for chest in position.out}
    left = (card for card in deck(position.options.edition) if card.ident not in gone)
    return TurnedCard(
        name=turned_name(seat),
        kind=CHEST,
        xy_mm=layout.turned_xy_mm(seat, seats),
        turn_deg=layout.turned_deg(seat, seats),
        whose=seat,
        outcomes={str(card.ident): ChestSeen(seat, card.value, card.ident) for card in left},
    )


WHICH_ACTION = Text(fr="Quelle carte Action a été retournée ?", en="Which action card was turned up?")
WHICH_VALUE = Text(
    fr="Je n'ai pas pu lire le coffre de {who} : quelle est sa valeur ?",
    en="I could not read {who}'s chest: what is its value?",
)
