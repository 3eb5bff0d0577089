"""Plic-Plac: players win pairs and triples of face-down cards by remembering where they lie. Rules: RULES.md.

In comments and docstrings of this game "l. 84" is a line of the original rule text and "RULINGS 3" a ruling of this
project; RULES.md lists both next to each clause.
"""

from companion.core.game import GameOf
from companion.games.plic_plac.options import Options
from companion.games.plic_plac.rules import PlicPlacGame
from companion.games.plic_plac.state import PlicPlac

GAME: GameOf[PlicPlac, Options] = PlicPlacGame()
"""The game as the rest of the house uses it."""
