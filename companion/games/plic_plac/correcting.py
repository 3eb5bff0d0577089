"""What an action may be corrected to: by place and by card, in an order that repeats nothing (clause 7.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.capabilities.corrections import Worded
from companion.core.game import Action
from companion.core.text import Text
from companion.games.plic_plac.actions import ACTIONS, CardSeen, CardTold, Cut, PoolSeen, TakeSecret, TurnUp
from companion.games.plic_plac.names import card_name, place_name
from companion.games.plic_plac.phrases import label
from companion.games.plic_plac.pieces import box
from companion.games.plic_plac.position import Position

KNOWN_TO_ALL: tuple[type[Action], ...] = ACTIONS
"""No action depends on a secret."""
FORESEEN = tuple(kind for kind in ACTIONS if kind not in (CardSeen, CardTold))
"""What another card would have changed tells which card it was."""


def may_become(then: Position, now: Position, done: Action, legal: tuple[Action, ...]) -> tuple[Worded, ...]:
    """What `done` may be corrected to: an answer for each place, and for each card of the box.

    Cards that lay open then are offered too, though the rules refuse them: a list without them would repeat them.
    """
    said = [worded for action in legal for worded in _said(then, done, action)]
    return tuple(dict.fromkeys(said))  # each possible card was legal by itself, and stands for all of them


def _said(then: Position, done: Action, action: Action) -> Iterator[Worded]:
    if isinstance(action, CardSeen):
        yield from ((card_name(card), replace(action, card=card)) for card in box(specials=then.options.specials))
    elif isinstance(action, CardTold):
        if action.seat == getattr(done, "seat", action.seat):
            cards = box(specials=then.options.specials)
            yield from ((card_name(card), replace(action, face=card.face)) for card in cards)
    elif isinstance(action, TakeSecret | TurnUp | Cut):
        where = place_name(then.options.form, then.places[action.place])
        said = Text(fr="{what} : {where}", en="{what}: {where}").filled(what=label(then, action), where=where)
        same_seat = type(action) is type(done) and action.seat == getattr(done, "seat", None)
        yield (where if same_seat else said), action
    elif not isinstance(action, PoolSeen):
        yield label(then, action), action
