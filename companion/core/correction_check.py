"""The kit's check of corrections: what is offered in an action's place tells nobody what he may not see."""

from __future__ import annotations

from random import Random

from companion.core.correcting import may_correct, offered
from companion.core.match import Match


def telling_correction(match: Match, number: int, random: Random) -> str | None:
    """The viewer ("seat 1") whom the corrections of action `number` would tell a secret; None where they tell nobody.

    What is offered in the state before the action, and at the end, is compared with what is offered in disguised ones.
    """
    game, then, now, done = match.game, match.states[number], match.state, match.actions[number]
    for viewer in (None, *range(match.seats)):
        if not may_correct(match, number, viewer):
            continue
        words = [each.words for each in offered(game, then, now, done, viewer)]
        other_then, other_now = (game.disguise(state, viewer, random) for state in (then, now))
        if [each.words for each in offered(game, other_then, other_now, done, viewer)] != words:
            return "everybody" if viewer is None else f"seat {viewer}"
    return None
