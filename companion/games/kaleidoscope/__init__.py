"""Kaléidoscope: words grow from one row of capitals towards both players, as in a mirror. Rules: RULES.md."""

from companion.games.kaleidoscope.rules import KaleidoscopeGame

GAME = KaleidoscopeGame()
"""The game as the rest of the house knows it."""
