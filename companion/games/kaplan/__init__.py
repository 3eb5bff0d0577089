"""Le Mot de Kaplan: a hidden word, bets, clues and alliances. Rules: RULES.md."""

from companion.games.kaplan.rules import KaplanGame

GAME = KaplanGame()
