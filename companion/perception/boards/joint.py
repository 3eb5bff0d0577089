"""Finds the likeliest board as a whole: each place's class probabilities times a prior over boards.

A game's own board is a checksum: where it is known that there are twenty tiles and six discs of each colour, a disc
that was nearly overlooked is missed in the sum. Places are treated as independent given the picture; boards are
enumerated from the likeliest down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.cell import CLASSES, HIDDEN, NO_TILE
from companion.perception.boards.grid import Cell

MOST_BOARDS = 200
"""Boards that are kept in the search (beam width)."""
LEAST_SHARE = 1e-4
"""Probability of a class, relative to the place's best class, below which it is not tried."""

BoardPrior = Callable[[Mapping[Cell, str]], float]
"""From a board's tiles with their marks "_wWrR" to how many times likelier than an arbitrary board it is: 1, or more
when it could be a game's."""


@dataclass(frozen=True, slots=True)
class JointReading:
    """The likeliest board.

    Attributes:
        marks: what each place shows on it, one of `CLASSES`.
        confidence: posterior probability of each place's mark, 0 to 1.
        whole: posterior probability, 0 to 1, that all places are right.
    """

    marks: Mapping[Cell, str]
    confidence: Mapping[Cell, float]
    whole: float


def most_likely_board(probabilities: Mapping[Cell, NDArray[np.float64]], likely: BoardPrior) -> JointReading:
    """Combine the class probabilities of all places with the prior over boards.

    Args:
        probabilities: for each classified place, (7,) in the order of `CLASSES`.
        likely: the prior.

    Returns:
        The board with the largest posterior probability; empty, with `whole` 1, without places.
    """
    if not probabilities:
        return JointReading({}, {}, 1.0)
    each = np.maximum(np.array(list(probabilities.values())), 1e-12)
    each /= each.sum(axis=1, keepdims=True)
    best = each.argmax(axis=1)
    chosen, ratios = _likeliest(each / each.max(axis=1, keepdims=True), best)
    weights = ratios * [_boost(probabilities, board, likely) for board in chosen]
    untried = max(0.0, 1 / float(each.max(axis=1).prod()) - float(ratios.sum()))
    total = float(weights.sum()) + untried
    top = chosen[int(weights.argmax())]
    same = np.array([weights[chosen[:, place] == top[place]].sum() for place in range(len(each))]) / total
    # Boards that were not tried may agree at a place: with at most the place's own probability.
    own = np.where(top == best, each.max(axis=1), 0.0)
    confidence = np.minimum(1.0, same + untried / total * own)
    return JointReading(
        marks={cell: CLASSES[kind] for cell, kind in zip(probabilities, top.tolist(), strict=True)},
        confidence=dict(zip(probabilities, confidence.tolist(), strict=True)),
        whole=float(weights.max()) / total,
    )


def _boost(cells: Mapping[Cell, object], kinds: NDArray[np.int64], likely: BoardPrior) -> float:
    """The prior of one board; 1 when a place is hidden."""
    if (kinds == HIDDEN).any():
        return 1.0
    return likely({cell: CLASSES[kind] for cell, kind in zip(cells, kinds.tolist(), strict=True) if kind != NO_TILE})


def _likeliest(ratios: NDArray[np.float64], best: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Beam search: the boards (K, N) with the largest products of ratios (K,); the first is `best`, with 1."""
    boards, products = best[None], np.ones(1)
    for place in np.flatnonzero((ratios > LEAST_SHARE).sum(axis=1) > 1):
        kinds = np.flatnonzero(ratios[place] > LEAST_SHARE)
        tried = np.repeat(boards, len(kinds), axis=0)
        tried[:, place] = np.tile(kinds, len(boards))
        every = (products[:, None] * ratios[place][kinds]).ravel()
        kept = np.argsort(-every, kind="stable")[:MOST_BOARDS]
        boards, products = tried[kept], every[kept]
    return boards, products
