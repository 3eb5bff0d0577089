"""Which places three dice give: three faces, or the sum or difference of two dice and the third (clauses 3.1 to
3.5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from companion.games.kaplan.actions import Throw
from companion.games.kaplan.pieces import DICE, DIE_FACES, PLACES

Faces = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place and the dice that give it: one die, or two joined by `sign` ("+" or "-"), the larger first."""

    place: int
    dice: tuple[int, ...]
    sign: str = ""


@cache
def ways(faces: Faces) -> dict[tuple[int, ...], tuple[Spot, ...]]:
    """Every distinct set of places that a throw allows, smallest place first, with the dice that give each place."""
    found = {tuple(sorted(faces)): tuple(Spot(face, (face,)) for face in sorted(faces))}
    for alone in range(DICE):
        low, high = sorted(faces[:alone] + faces[alone + 1 :])
        third = Spot(faces[alone], (faces[alone],))
        for place, sign in ((low + high, "+"), (high - low, "-")):
            if place in PLACES:
                spots = sorted((Spot(place, (high, low), sign), third), key=lambda spot: spot.place)
                found.setdefault(tuple(spot.place for spot in spots), tuple(spots))
    return found


def _odds(faces: Faces) -> float:
    orders = factorial(DICE) // prod(factorial(count) for count in Counter(faces).values())
    return orders / float(len(DIE_FACES) ** DICE)


def _throws() -> tuple[tuple[Throw, float], ...]:
    every = combinations_with_replacement(DIE_FACES, DICE)
    return tuple((Throw((a, b, c)), _odds((a, b, c))) for a, b, c in every)


THROWS = _throws()
"""The 364 distinct throws with their probabilities."""
