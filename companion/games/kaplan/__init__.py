"""Le Mot de Kaplan: players bet on hidden letters, win clues and guess one hidden word. Rules: RULES.md.

In comments and docstrings of this game "l. 231" is a line of the original rule text and "RULINGS 6" a ruling of this
project; RULES.md lists both next to each clause.
"""

from companion.core.game import GameOf
from companion.games.kaplan.options import Options
from companion.games.kaplan.rules import KaplanGame
from companion.games.kaplan.state import Kaplan

GAME: GameOf[Kaplan, Options] = KaplanGame()
