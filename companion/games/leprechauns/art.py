"""The drawings of all cards, by kind and face."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from companion.core.art import Art
from companion.games.leprechauns.action_art import action_back, action_front, prems
from companion.games.leprechauns.chest_art import chest_back, chest_front, chest_of_value
from companion.games.leprechauns.deck import chests
from companion.games.leprechauns.depiction import ACTION, BACK, CHEST, PREMS, action_face, chest_face
from companion.games.leprechauns.pieces import ACTION_CARDS, VALUES, ActionCard, ActionKind, Chest


def art(kind: str, face: str) -> Art:
    """The drawing of a card seen from above, in mm around its centre.

    Raises:
        KeyError: the game has no such kind or face.
    """
    return _drawn(kind, face)


@cache
def _drawn(kind: str, face: str) -> Art:
    return _faces()[kind, face]()


@cache
def _faces() -> dict[tuple[str, str], Callable[[], Art]]:
    """What draws each card: a program that starts needs a few of them only."""
    found: dict[tuple[str, str], Callable[[], Art]]
    found = {(CHEST, BACK): chest_back, (ACTION, BACK): action_back, (PREMS, PREMS): prems}
    found |= {(CHEST, str(ident)): partial(chest_front, ident) for ident in chests()}
    found |= {(CHEST, chest_face(Chest(value))): partial(chest_of_value, value) for value in VALUES}
    for edition, cards in ACTION_CARDS.items():
        found |= {(ACTION, action_face(edition, card)): partial(action_front, card, edition) for card in cards}
    for value in VALUES:  # a table's own cards may forbid any number
        card = ActionCard(ActionKind.FORBIDDEN, value)
        found[ACTION, action_face("print", card)] = partial(action_front, card, "print")
    return found
