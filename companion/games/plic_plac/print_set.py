"""What the companion prints for this game: 36 normal cards, four special ones, the rules in short (clauses 1.1,
1.2)."""

from __future__ import annotations

from functools import cache

from companion.core.capabilities.print_set import Face, Printed, PrintSet
from companion.core.mat import TABLE_MAT
from companion.core.text import Text
from companion.games.plic_plac.card_art import card_back, card_front
from companion.games.plic_plac.kinds import BACK, CARD
from companion.games.plic_plac.pieces import Card, box
from companion.games.plic_plac.reminder import reminder

TITLES = {"reminder": Text(fr="règles en bref", en="rules in short")}
HINTS = (
    Text(
        fr="Dos bien pareils : imprimez toutes les cartes sur le même papier, le même jour.",
        en="Backs must look the same: print all cards on one paper, on one day.",
    ),
)


@cache
def print_set() -> PrintSet:
    """The whole game on paper: the normal cards first, then the special ones of the variant."""
    return PrintSet(
        cards=tuple(_printed(ident, card) for ident, card in enumerate(box(specials=True), 1)),
        sheets=(Printed("reminder", Face("reminder-fr", reminder("fr")), Face("reminder-en", reminder("en"))),),
        mat=TABLE_MAT,
        titles=TITLES,
        hints=HINTS,
    )


def _printed(ident: int, card: Card) -> Printed:
    said = {"shape": card.shape, "colour": card.colour, "special": card.special}
    facts = {"id": ident} | {name: None if each is None else each.value for name, each in said.items()}
    return Printed(
        CARD,
        Face(f"{CARD}-{card.face.replace(' ', '-')}", card_front(card)),
        Face(f"{CARD}-{BACK}", card_back()),
        facts,
    )
