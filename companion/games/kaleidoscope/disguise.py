"""Builds another state that looks the same to one viewer; the kit uses it to find leaks of secrets."""

from __future__ import annotations

from random import Random

from companion.core.actors import Viewer
from companion.games.kaleidoscope.state import Kaleidoscope


def disguise(state: Kaleidoscope, viewer: Viewer, random: Random) -> Kaleidoscope:
    """The same state: it contains no secrets.

    Face-down cards are not part of a state and everything else lies open. That no page reveals what the lexicon knows
    is a matter of fairness and is tested elsewhere (clause 3.5).
    """
    return state
