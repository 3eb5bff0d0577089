"""What people tap on the drawn dial for an action of Kaplan.

A place is called by its number, a token "FAMILY-VALUE", a clue card "METAL-NUMBER".
"""

from __future__ import annotations

from companion.core.capabilities.taps_board import Taps
from companion.core.game import Action
from companion.games.kaplan.actions import Bet, ChooseClue, TurnLetter, UseDice
from companion.games.kaplan.position import Position


def taps(position: Position, action: Action) -> Taps | None:
    """The places that the dice give, or a place and a token, in any order. A letter that is turned up and a clue that
    is read cannot be forgotten again: they are asked first. All else is no matter of the dial."""
    if isinstance(action, UseDice):
        return Taps(tuple(str(place) for place in action.places), in_any_order=True)
    if isinstance(action, Bet):
        return Taps((str(action.place), f"{action.family.value}-{action.value}"), in_any_order=True)
    if isinstance(action, TurnLetter):
        return Taps((str(action.place),), asks_first=True)
    if isinstance(action, ChooseClue):
        return Taps((f"{action.metal.value}-{action.number}",), asks_first=True)
    return None
