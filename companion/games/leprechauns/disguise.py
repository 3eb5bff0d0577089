"""Another moment that looks the same to one viewer: the kit uses it to look for leaks."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.core.actors import Viewer
from companion.games.leprechauns.pieces import VALUES, Chest
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.state import Leprechauns


def disguise(state: Leprechauns, viewer: Viewer, random: Random) -> Leprechauns:
    """The moment with other chests among those that lie face down before the other players.

    Piles are no part of a state: nobody knows them. A turned chest lies open on the table, where `depict` shows it;
    that the pages do not repeat its formula is fairness, not secrecy, and has a test of its own.
    """
    if state.phase is Phase.OVER:
        return state
    players = tuple(
        player
        if player.seat == viewer
        else replace(player, lost=tuple(Chest(random.choice(VALUES)) for _ in player.lost))
        for player in state.players
    )
    return replace(state, players=players)
