"""What one picture says of a board: how likely each mark is at each place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from companion.perception.boards.grid import Cell
from companion.perception.boards.appearances import NO_TILE, OTHER_FACE, Appearances
from companion.perception.boards.place import BoardPlace

OUTLIER_SQ = 110.0
"""A place that fits nothing known better than this shows something that is no part of the game."""
TEMPERATURE = 3.0
"""Features vary together, so that densities are less telling than they seem."""
LEAST_LOG_LIKELIHOOD = -16.0
"""Logarithm of the likelihood below which a place says no more: one place never outvotes all others."""
UNSEEN_FACE_LOG_LIKELIHOOD = -4.0
"""A face that was never seen is only guessed: it is not less likely than this (a logarithm) where the same disc's other
face fits."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardSight:
    """What one picture says.

    Attributes:
        scores: for every place on or beside the board, the logarithm of each mark's likelihood, 0 for the best.
        hidden: places that look like nothing on this table; all marks are equally likely there.
        changed: places that do not look as they did.
        place: where the board lies now.
        pushed: it does not lie where it lay.
    """

    scores: Mapping[Cell, Mapping[str, float]]
    hidden: frozenset[Cell]
    changed: frozenset[Cell]
    place: BoardPlace
    pushed: bool

    def best(self, tiles: int) -> dict[Cell, str]:
        """The likeliest mark of each place, with no more tiles than there are; where none lies is left out."""
        found = {cell: max(own, key=lambda mark: own[mark]) for cell, own in self.scores.items()}
        lying = {cell: mark for cell, mark in found.items() if mark != NO_TILE}
        doubtful = sorted(lying, key=lambda cell: self.scores[cell][lying[cell]] - self.scores[cell][NO_TILE])
        for cell in doubtful[: max(0, len(lying) - tiles)]:
            del lying[cell]
        return lying

    def confidence(self, cell: Cell) -> float:
        """Probability of a place's likeliest mark, 0 to 1."""
        return float(1 / np.exp(list(self.scores[cell].values())).sum())

    def lead(self, cell: Cell, mark: str) -> float:
        """How far a mark is ahead of all others at a place, as a logarithm; negative when it is not the likeliest."""
        own = self.scores.get(cell)
        return LEAST_LOG_LIKELIHOOD if own is None else own[mark] - max(score for other, score in own.items() if other != mark)

    def log_likelihood(self, marks: Mapping[Cell, str]) -> float:
        """The logarithm of the likelihood of a whole board."""
        return sum(own[marks.get(cell, NO_TILE)] for cell, own in self.scores.items())

    def score(self, changes: Mapping[Cell, str]) -> float:
        """The logarithm of the likelihood that these places show these marks; a place that is not watched is `LEAST_LOG_LIKELIHOOD`
        likely to show anything else than it did."""
        return sum(self.scores[cell][mark] if cell in self.scores else LEAST_LOG_LIKELIHOOD for cell, mark in changes.items())


def log_likelihoods(deviances: Mapping[str, float], distance_sq: float, appearances: Appearances) -> dict[str, float] | None:
    """The logarithm of each mark's likelihood at one place, 0 for the best; None where nothing known fits.

    unlike: for each mark, minus twice the logarithm of its density there. distance: squared, in standard deviations,
    from the likeliest mark's look.
    """
    if distance_sq > OUTLIER_SQ:
        return None
    least = min(deviances.values())
    scores = {mark: max(LEAST_LOG_LIKELIHOOD, -(value - least) / 2 / TEMPERATURE) for mark, value in deviances.items()}
    for mark, other in OTHER_FACE.items():
        if not appearances.learnt(mark):
            scores[mark] = max(scores[mark], scores[other] + UNSEEN_FACE_LOG_LIKELIHOOD)
    return scores
