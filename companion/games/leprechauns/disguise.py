"""Builds another state that looks the same to one viewer; the kit uses it to find leaks of secrets."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.core.actors import Viewer
from companion.games.leprechauns.pieces import VALUES, Chest
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.state import Leprechauns


def disguise(state: Leprechauns, viewer: Viewer, random: Random) -> Leprechauns:
    """The state with other values for the lost chests that lie face down in front of the other players.

    Piles are not part of a state, because nobody knows them. A turned chest lies open on the table, where `depict`
    shows it; that the pages do not show its formula is a matter of fairness, not secrecy, and is tested elsewhere.
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
