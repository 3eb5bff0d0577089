"""Leprechauns: everybody turns up a chest, slaps another one, and repeats its formula from memory. Rules: RULES.md."""

from companion.core.game import GameOf
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.rules import LeprechaunsGame
from companion.games.leprechauns.state import Leprechauns

GAME: GameOf[Leprechauns, Options] = LeprechaunsGame()
