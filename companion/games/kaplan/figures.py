"""What of a game of Le Mot de Kaplan is remembered over evenings: the word that a player found, by what it brought."""

from __future__ import annotations

from companion.core.capabilities.figures import Figure
from companion.core.match import Match
from companion.core.text import Text
from companion.games.kaplan.state import Kaplan

FOUND = "exact"
"""The verdict on a word that is the hidden one."""
BEST_WORD = Text(fr="Meilleur mot trouvé", en="Best word found")


def figures_of(match: Match) -> tuple[Figure, ...]:
    """The hidden word for each player who announced it rightly, worth the points that it was announced for."""
    state = match.state
    assert isinstance(state, Kaplan)
    return tuple(
        Figure("best-word", BEST_WORD, player.seat, player.announcement.stake, player.announcement.word)
        for player in state.players
        if player.announcement is not None and player.announcement.verdict == FOUND
    )
