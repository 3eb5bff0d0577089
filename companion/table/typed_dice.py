"""Dice that people typed in, as if they had been read: so they are put right one by one like others."""

from __future__ import annotations

from companion.core.capabilities.dice import DIE
from companion.core.evidence import Evidence, SeenThing
from companion.core.match import Match
from companion.core.scene import Scene, Thing


def typed_dice(match: Match, index: int) -> Evidence:
    """The dice that lie there after action `index`, without pictures; () where they do not tell it."""
    dice = tuple(thing for thing in match.game.depict(match.states[index + 1]).things if thing.kind == DIE)
    if match.actions[index] not in match.game.explanations(match.states[index], Scene(dice, frozenset({DIE}))):
        return ()
    return tuple(SeenThing(Thing(DIE, die.face), 1.0, b"") for die in dice)
