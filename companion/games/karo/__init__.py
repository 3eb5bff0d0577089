"""KARO: Four Circles, Movers & Hoppers and Clear Out, on a board whose tiles move. Rules: RULES.md."""

from companion.core.game import GameOf
from companion.games.karo.options import Options
from companion.games.karo.rules import KaroGame
from companion.games.karo.state import Karo

GAME: GameOf[Karo, Options] = KaroGame()
