"""Kaléidoscope: words grow from one row of capitals towards both players, as in a mirror. Rules: RULES.md."""

from companion.core.game import GameOf
from companion.games.kaleidoscope.options import Options
from companion.games.kaleidoscope.rules import KaleidoscopeGame
from companion.games.kaleidoscope.state import Kaleidoscope

GAME: GameOf[Kaleidoscope, Options] = KaleidoscopeGame()
"""The game as the rest of the house knows it."""
