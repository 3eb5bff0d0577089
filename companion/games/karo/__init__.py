"""KARO: Four Circles, Movers & Hoppers and Clear Out, on a board whose tiles move. Rules: RULES.md."""

from companion.games.karo.rules import KaroGame

GAME = KaroGame()
