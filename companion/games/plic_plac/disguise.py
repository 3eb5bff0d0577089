"""Builds another state that looks the same to one viewer; the kit uses it to find leaks of secrets."""

from __future__ import annotations

from random import Random

from companion.core.actors import Viewer
from companion.games.plic_plac.state import PlicPlac


def disguise(state: PlicPlac, viewer: Viewer, random: Random) -> PlicPlac:
    """The same state: it contains no secrets.

    Which card lies face down where is not part of a state. Everybody has seen the cards that went back; that no page
    shows them is a matter of fairness and is tested elsewhere (clause 7.5).
    """
    return state
