"""Both sides of each card of the printed deck, named by faces such as "draw 57" and "read 57"."""

from __future__ import annotations

from companion.core.art import Art
from companion.games.kaplan.art import art
from companion.games.kaplan.card_art import draw_side
from companion.games.kaplan.card_back_art import reading_side
from companion.games.kaplan.deck import deck
from companion.games.kaplan.depiction import DRAW_SIDE, READING_SIDE

_SIDES = {DRAW_SIDE: draw_side, READING_SIDE: reading_side}


def side(kind: str, face: str) -> Art:
    """The drawing of a face: a side of a numbered card, or any other face of this game.

    Raises:
        KeyError: the game has no such kind or face.
    """
    name, _, ident = face.partition(" ")
    if name in _SIDES and ident.isdecimal() and 1 <= int(ident) <= len(deck().cards):
        return _SIDES[name](int(ident))
    return art(kind, face)
