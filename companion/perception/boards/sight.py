"""What one picture of a followed board shows: the log-likelihood of each mark at each place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from companion.perception.boards.appearances import NO_TILE, OTHER_FACE, Appearances
from companion.perception.boards.grid import Cell
from companion.perception.boards.place import BoardPlace

OUTLIER_SQ = 110.0
"""Squared Mahalanobis distance from every known appearance above which a place shows something that is no part of the
game: a hand, a cup."""
TEMPERATURE = 3.0
"""Log-likelihoods are divided by this: features vary together more than the Gaussian models know."""
LEAST_LOG_LIKELIHOOD = -16.0
"""Lower bound of each place's log-likelihoods, so that one place never outvotes all others."""
UNSEEN_FACE_LOG_LIKELIHOOD = -4.0
"""The appearance of a face that was not seen yet is a guess. Where the disc's other face fits, the unseen one gets at
least that face's log-likelihood plus this."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardSight:
    """What one picture shows.

    Attributes:
        scores: for each place on or beside the board, the log-likelihood of each mark, relative to the best (0).
        hidden: places that fit no known appearance; all marks are equally likely there.
        changed: places that differ from how they looked in the picture before.
        place: where the board lies now.
        pushed: whether the board lies elsewhere than before.
    """

    scores: Mapping[Cell, Mapping[str, float]]
    hidden: frozenset[Cell]
    changed: frozenset[Cell]
    place: BoardPlace
    pushed: bool

    def best(self, tiles: int) -> dict[Cell, str]:
        """Return the likeliest mark of each place that has a tile, with at most the given number of tiles.

        When more tiles are seen, those that are least clear beside an empty place are left out.
        """
        found = {cell: max(own, key=lambda mark: own[mark]) for cell, own in self.scores.items()}
        lying = {cell: mark for cell, mark in found.items() if mark != NO_TILE}
        doubtful = sorted(lying, key=lambda cell: self.scores[cell][lying[cell]] - self.scores[cell][NO_TILE])
        for cell in doubtful[: max(0, len(lying) - tiles)]:
            del lying[cell]
        return lying

    def confidence(self, cell: Cell) -> float:
        """Return the probability of a place's likeliest mark, 0 to 1, all marks being equally likely beforehand."""
        return float(1 / np.exp(list(self.scores[cell].values())).sum())

    def lead(self, cell: Cell, mark: str) -> float:
        """Return by how much a mark's log-likelihood exceeds that of every other mark at a place; negative when it does
        not.

        `LEAST_LOG_LIKELIHOOD` at a place that is not watched.
        """
        own = self.scores.get(cell)
        return (
            LEAST_LOG_LIKELIHOOD
            if own is None
            else own[mark] - max(score for other, score in own.items() if other != mark)
        )

    def log_likelihood(self, marks: Mapping[Cell, str]) -> float:
        """Return the log-likelihood of a whole board: `marks` at their places, no tile elsewhere."""
        return sum(own[marks.get(cell, NO_TILE)] for cell, own in self.scores.items())

    def score(self, changes: Mapping[Cell, str]) -> float:
        """Return the log-likelihood that these places show these marks.

        A place that is not watched contributes `LEAST_LOG_LIKELIHOOD`.
        """
        return sum(
            self.scores[cell][mark] if cell in self.scores else LEAST_LOG_LIKELIHOOD for cell, mark in changes.items()
        )


def log_likelihoods(
    deviances: Mapping[str, float], distance_sq: float, appearances: Appearances
) -> dict[str, float] | None:
    """The log-likelihood of each mark at one place, relative to the best (0) and bounded below.

    Args:
        deviances: for each mark, minus twice the logarithm of its density there.
        distance_sq: squared Mahalanobis distance from the appearance of the likeliest mark.
        appearances: tells which marks' appearances were learnt.

    Returns:
        None where no known appearance fits (`OUTLIER_SQ`).
    """
    if distance_sq > OUTLIER_SQ:
        return None
    least = min(deviances.values())
    scores = {mark: max(LEAST_LOG_LIKELIHOOD, -(value - least) / 2 / TEMPERATURE) for mark, value in deviances.items()}
    for mark, other in OTHER_FACE.items():
        if not appearances.learnt(mark):
            scores[mark] = max(scores[mark], scores[other] + UNSEEN_FACE_LOG_LIKELIHOOD)
    return scores
