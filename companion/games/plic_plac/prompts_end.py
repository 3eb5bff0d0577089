"""The sentence about how a game has ended."""

from __future__ import annotations

from companion.core.text import Text
from companion.core.winners import winners_said
from companion.games.plic_plac.ending import may_be_won
from companion.games.plic_plac.position import Position


def over(position: Position) -> Text:
    """Who has won, or what a single player has scored."""
    assert position.scores is not None
    if len(position.players) > 1:
        return winners_said(position.scores)
    points, (player,) = int(position.scores[0]), position.players
    if points:
        return (ONE if points == 1 else SEVERAL).filled(points=points)
    if player.out:
        return WRONG
    # A card won by a blockage counts as left in the pool.
    return LEFT if may_be_won(position) or position.caller is not None else NO_PLOC


ONE = Text(
    fr="Partie finie : il ne reste rien à empocher, vous marquez 1 point pour un plic-plac-ploc.",
    en="Game over: nothing is left to be won, and you score 1 point for one plic-plac-ploc.",
)
SEVERAL = Text(
    fr="Partie finie : il ne reste rien à empocher, vous marquez {points} points, un par plic-plac-ploc.",
    en="Game over: nothing is left to be won, and you score {points} points, one for each plic-plac-ploc.",
)
WRONG = Text(
    fr="Partie finie sans un point : un plic-plac restait possible quand le blocage a été annoncé.",
    en="Game over without a point: a plic-plac was still possible when the blockage was called.",
)
LEFT = Text(
    fr="Partie finie sans un point : il restait des cartes dans la cagnotte.",
    en="Game over without a point: cards were left in the pool.",
)
NO_PLOC = Text(
    fr="Partie finie sans un point : il ne reste rien à empocher, mais il n'y a eu aucun plic-plac-ploc.",
    en="Game over without a point: nothing is left to be won, but there was no plic-plac-ploc.",
)
