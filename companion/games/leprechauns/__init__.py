"""Leprechauns: everybody turns up a chest, slaps another one, and repeats its formula from memory. Rules: RULES.md.

In comments and docstrings of this game "l. 84" is a line of the original rule text and "RULINGS 3" a ruling of this
project; RULES.md lists both next to each clause.
"""

from companion.core.game import GameOf
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.rules import LeprechaunsGame
from companion.games.leprechauns.state import Leprechauns

GAME: GameOf[Leprechauns, Options] = LeprechaunsGame()
