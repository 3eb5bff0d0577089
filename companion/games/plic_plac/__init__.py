"""Plic-Plac: who remembers where cards of one shape or one colour lie wins them. Rules: RULES.md."""

from companion.games.plic_plac.rules import PlicPlacGame

GAME = PlicPlacGame()
"""The game as the rest of the house knows it."""
