"""What of a game of Leprechauns is remembered over evenings: how often each player's hand was the first.

How long a hand took is not among it: a match's journal has the order of the hands, and no time of their landing.
"""

from __future__ import annotations

from companion.core.capabilities.figures import Figure
from companion.core.match import Match
from companion.core.text import Text
from companion.games.leprechauns.state import Leprechauns

FIRST_HANDS = Text(fr="Mains les plus rapides en une partie", en="Fastest hands in one match")


def figures_of(match: Match) -> tuple[Figure, ...]:
    """The rounds in which each player's hand was the first, or among the first; none for a player without one."""
    state = match.state
    assert isinstance(state, Leprechauns)
    return tuple(
        Figure("first-hands", FIRST_HANDS, player.seat, player.first_hands, str(player.first_hands))
        for player in state.players
        if player.first_hands
    )
