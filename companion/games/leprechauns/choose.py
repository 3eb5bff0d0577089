"""A simulated player: it goes for the most gold and mostly judges formulas as right."""

from __future__ import annotations

from random import Random

from companion.core.game import Action
from companion.games.leprechauns.actions import Discard, Exchange, HandsStand, Judge, NoChest, Slap
from companion.games.leprechauns.pieces import Fault
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.settling import swapped_for
from companion.games.leprechauns.state import Leprechauns

RIGHT_SHARE = 0.75
"""Probability that a formula is repeated right. Assumed."""
FOUL_SHARE = 0.08
"""Probability that the holder of PREM'S reports a fault before going on. Assumed."""


def choose(state: Leprechauns, seat: int, random: Random) -> Action:
    """One action for the player at `seat`, chosen from what everybody sees and from `random`."""
    own = [action for action in state.legal_actions() if getattr(action, "seat", None) == seat]
    calls = [
        action for action in own if getattr(action, "fault", Fault.NOT_NEIGHBOUR) in (Fault.LIFTED, Fault.UNCOVERED)
    ]
    if state.phase is Phase.HANDS and calls and HandsStand(seat) in own and random.random() < FOUL_SHARE:
        return random.choice(calls)
    wanted = [action for action in own if not hasattr(action, "fault") and not isinstance(action, NoChest)]
    slaps = [action for action in wanted if isinstance(action, Slap)]
    if slaps:
        return max(slaps, key=lambda slap: (not slap.tie, state.turned_by(slap.on).value))
    if any(isinstance(action, Judge) for action in wanted):
        return Judge(seat, random.random() < RIGHT_SHARE)
    if any(isinstance(action, Discard) for action in wanted):
        return min((action for action in wanted if isinstance(action, Discard)), key=lambda action: action.value)
    swaps = [action for action in wanted if isinstance(action, Exchange)]
    if swaps:
        return max(swaps, key=lambda swap: swapped_for(state, swap))
    return random.choice(wanted)
