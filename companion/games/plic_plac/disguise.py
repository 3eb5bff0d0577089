"""Another moment that looks the same to one viewer: the kit uses it to look for leaks."""

from __future__ import annotations

from random import Random

from companion.core.actors import Viewer
from companion.games.plic_plac.state import PlicPlac


def disguise(state: PlicPlac, viewer: Viewer, random: Random) -> PlicPlac:
    """The same moment. Which card lies face down where is no part of a state: nobody has told it. What went back
    everybody has seen; that no page repeats it is fairness, not secrecy, and has tests of its own (clause 7.5)."""
    return state
