"""A plausible player: takes a win, and otherwise one of the moves that look best at a glance."""

from __future__ import annotations

from random import Random

from companion.core.game import Action
from companion.games.karo.levels import glance
from companion.games.karo.search.scores import WON
from companion.games.karo.state import Karo

TEMPTED = 2
"""How many of the best-looking moves a player hesitates between: enough that no two games are alike."""


def choose(state: Karo, random: Random) -> Action:
    """What the player whose turn it is does. Nothing in KARO is secret."""
    legal = state.legal_actions()
    if state.placing or len(legal) == 1:
        return random.choice(legal)
    looks = glance(state)
    ranked = sorted(looks, key=lambda action: looks[action], reverse=True)
    return ranked[0] if looks[ranked[0]] == WON else random.choice(ranked[:TEMPTED])
