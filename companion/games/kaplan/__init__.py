"""Le Mot de Kaplan: a hidden word, bets, clues and alliances. Rules: RULES.md."""

from companion.core.game import GameOf
from companion.games.kaplan.options import Options
from companion.games.kaplan.rules import KaplanGame
from companion.games.kaplan.state import Kaplan

GAME: GameOf[Kaplan, Options] = KaplanGame()
