"""How good a position of Clear Out is: fewer discs, and discs that can go next."""

from __future__ import annotations

from companion.games.karo.bits.clear_out import ClearOut
from companion.games.karo.bits.frame import Spot
from companion.games.karo.search.plain_value import PlainValue


class ClearOutValue(PlainValue):
    """Discs that are gone, circles that can go next, and discs that stand where they can be jumped."""

    DISC = 100
    CIRCLE = 14
    """A circle leaves with one jump of another circle, a plain disc needs two."""
    TOUCH = 3
    """Two own discs side by side, where one can jump the other; twice that for two circles."""

    def __init__(self, rules: ClearOut) -> None:
        self.rules = rules
        self._sides = rules.frame.sides

    def value(self, at: Spot) -> int:
        _, mine, theirs, circles, _, _, _ = at
        return self._side(mine, circles & mine) - self._side(theirs, circles & theirs)

    def _side(self, discs: int, circles: int) -> int:
        total = self.CIRCLE * circles.bit_count() - self.DISC * discs.bit_count()
        for way in self._sides:
            touching = discs & discs >> way
            total += self.TOUCH * (touching.bit_count() + (touching & circles & circles >> way).bit_count())
        return total
