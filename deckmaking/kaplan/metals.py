"""Chooses the metal of each card: 40 cards of each metal, 10 of each for every pawn.

Blank lenses are spread evenly over the metals, so that a metal reveals nothing about a card's lens.
"""

from __future__ import annotations

from random import Random

from ortools.sat.python import cp_model

from companion.games.kaplan.deck_check import CARDS, CARDS_A_METAL
from companion.games.kaplan.pieces import Metal
from deckmaking.kaplan.cpsat import solved
from deckmaking.kaplan.frame import BLANK, CARDS_A_PAWN, PAWNS, cards_of

_LIMIT = 2.0  # deterministic seconds
_LUCK = 100  # random weights 0 to 99 choose among the many solutions


def choose_metals(lenses: list[str], random: Random) -> list[Metal]:
    """The metal of each card, by its number from 0; `lenses` are the cards' lenses.

    Raises:
        RuntimeError: there is no solution: the lenses are too uneven.
    """
    model = cp_model.CpModel()
    has = {(card, metal): model.new_bool_var("") for card in range(CARDS) for metal in Metal}
    for card in range(CARDS):
        model.add_exactly_one(has[card, metal] for metal in Metal)
    for metal in Metal:
        model.add(sum(has[card, metal] for card in range(CARDS)) == CARDS_A_METAL)
        for pawn in PAWNS:
            cards = cards_of(pawn)
            blanks = [card for card in cards if lenses[card] == BLANK]
            third = len(blanks) // len(Metal)
            model.add(sum(has[card, metal] for card in cards) == CARDS_A_PAWN // len(Metal))
            model.add_linear_constraint(sum(has[card, metal] for card in blanks), third, third + 1)
    model.maximize(sum(random.randrange(_LUCK) * variable for variable in has.values()))
    solver = solved(model, random.randrange(_LUCK), _LIMIT, "the metals")
    return [next(metal for metal in Metal if solver.value(has[card, metal])) for card in range(CARDS)]
