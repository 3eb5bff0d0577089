"""What of a game of Plic-Plac is remembered over evenings: each player's plic-plac-plocs."""

from __future__ import annotations

from companion.core.capabilities.figures import Figure
from companion.core.match import Match
from companion.core.text import Text
from companion.games.plic_plac.state import PlicPlac

PLOCS = Text(fr="Plic-plac-plocs en une partie", en="Plic-plac-plocs in one match")


def figures_of(match: Match) -> tuple[Figure, ...]:
    """How many plic-plac-plocs each player won; none for a player without one."""
    state = match.state
    assert isinstance(state, PlicPlac)
    return tuple(
        Figure("plocs", PLOCS, player.seat, player.plocs, str(player.plocs)) for player in state.players if player.plocs
    )
