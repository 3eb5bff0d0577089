"""What the companion prints for this game: chests, action cards of both editions, PREM'S, reminders (clauses 1.1 to
1.4)."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.core.capabilities.print_set import Face, Printed, PrintSet
from companion.core.mat import TABLE_MAT
from companion.core.text import Text
from companion.games.leprechauns.action_art import action_back, action_front, prems
from companion.games.leprechauns.chest_art import chest_back, chest_front
from companion.games.leprechauns.deck import ChestCard, chests, deck
from companion.games.leprechauns.pieces import ACTION_CARDS, ActionCard, Edition
from companion.games.leprechauns.reminder import reminder

TITLES = {
    "stand-in": Text(fr="coffres sans calcul (édition en boîte)", en="chests without sums (boxed edition)"),
    "prems": Text(fr="carte PREM'S", en="PREM'S card"),
    "reminder": Text(fr="pense-bête", en="reminders (in French)"),
}


@cache
def print_set() -> PrintSet:
    """The whole game on paper. The 20 substitute chests of the boxed edition are printed as pieces, because a deck
    has 40."""
    printed = deck("print")
    actions = [_action(edition, card) for edition, cards in ACTION_CARDS.items() for card in cards]
    return PrintSet(
        cards=(*(_chest("card", card) for card in printed), *actions),
        pieces=(
            *(_chest("stand-in", card) for card in chests().values() if card not in printed),
            Printed("prems", Face("prems", prems()), Face("prems", prems())),
            *(_reminder(edition) for edition in ACTION_CARDS),
        ),
        mat=TABLE_MAT,
        titles=TITLES,
    )


def _chest(kind: str, card: ChestCard) -> Printed:
    facts: dict[str, Any] = {
        "id": card.ident,
        "kind": "chest",
        "value": card.value,
        "series": card.series,
        "motifs": [motif.key for motif in card.motifs],
        "action": None,
        "edition": card.edition or "both",
    }
    if kind == "stand-in":
        del facts["kind"]  # the printer adds the kind of a piece itself
    return Printed(
        kind, Face(f"chest-{card.ident:02}", chest_front(card.ident)), Face("chest-back", chest_back()), facts
    )


def _action(edition: Edition, card: ActionCard) -> Printed:
    number = "" if card.number is None else f"-{card.number}"
    facts: dict[str, Any] = {
        "kind": "action",
        "value": None,
        "motifs": [],
        "action": card.kind.value,
        "number": card.number,
        "edition": edition,
    }
    face = Face(f"action-{edition}-{card.kind.value}{number}", action_front(card, edition))
    return Printed("card", face, Face("action-back", action_back()), facts)


def _reminder(edition: Edition) -> Printed:
    front, back = (Face(f"reminder-{edition}-{side + 1}", reminder(edition, side)) for side in (0, 1))
    return Printed("reminder", front, back, {"edition": edition})
