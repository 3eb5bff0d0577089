"""Kaléidoscope: words grow from one row of capitals towards both players, as in a mirror. Rules: RULES.md.

In comments and docstrings of this game "l. 13" is a line of the original rule text and "RULINGS 1" a ruling of this
project; RULES.md lists both next to each clause. A "start" is letters with which some word begins.
"""

from companion.core.game import GameOf
from companion.games.kaleidoscope.options import Options
from companion.games.kaleidoscope.rules import KaleidoscopeGame
from companion.games.kaleidoscope.state import Kaleidoscope

GAME: GameOf[Kaleidoscope, Options] = KaleidoscopeGame()
"""The game as the rest of the house uses it."""
