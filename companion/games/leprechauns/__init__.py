"""Leprechauns: everybody turns up a chest, slaps another one, and repeats its formula from memory. Rules: RULES.md."""

from companion.games.leprechauns.rules import LeprechaunsGame

GAME = LeprechaunsGame()
