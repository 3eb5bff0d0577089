"""Plic-Plac: who remembers where cards of one shape or one colour lie wins them. Rules: RULES.md."""

from companion.core.game import GameOf
from companion.games.plic_plac.options import Options
from companion.games.plic_plac.rules import PlicPlacGame
from companion.games.plic_plac.state import PlicPlac

GAME: GameOf[PlicPlac, Options] = PlicPlacGame()
"""The game as the rest of the house knows it."""
