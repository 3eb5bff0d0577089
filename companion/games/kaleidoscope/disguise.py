"""Another moment that looks the same to one viewer: the kit uses it to look for leaks."""

from __future__ import annotations

from random import Random

from companion.core.actors import Viewer
from companion.games.kaleidoscope.state import Kaleidoscope


def disguise(state: Kaleidoscope, viewer: Viewer, random: Random) -> Kaleidoscope:
    """The same moment. What lies face down is no part of a state, and everything else lies open; that no page tells
    what the lexicon knows is fairness, and has tests of its own (clause 3.5)."""
    return state
