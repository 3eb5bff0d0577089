"""All places of a board weighed together: what each shows by itself, times how likely such a board lies on a table.

A game's own board is a checksum: where it is known that twenty tiles and six discs a side lie there, the disc that was
nearly overlooked is missed in the sum. Places are taken as seen independently of each other; boards are tried from the
likeliest down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.perception.boards.cell import CLASSES, HIDDEN, NO_TILE
from companion.perception.boards.grid import Cell

MOST_BOARDS = 200
LEAST_SHARE = 1e-4  # of what a place may show, beside what it most likely shows; less is not tried

BoardPrior = Callable[[Mapping[Cell, str]], float]
"""How much likelier than any odd board one is to lie on a table: 1, or more when it could be a game's. Given are its
tiles with their marks "_wWrR"."""


@dataclass(frozen=True, slots=True)
class JointReading:
    """The likeliest board. marks: what each place shows on it, of `CLASSES`; sure: 0..1 of each place that it does.

    whole: 0..1, that all places show what they do there.
    """

    marks: Mapping[Cell, str]
    confidence: Mapping[Cell, float]
    whole: float


def most_likely_board(probabilities: Mapping[Cell, NDArray[np.float64]], likely: BoardPrior) -> JointReading:
    """The likeliest of all boards, from the shares (7,) of the classes at every place that was looked at."""
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
    # What was not tried differs in some places; each keeps at most what it is sure of by itself there.
    own = np.where(top == best, each.max(axis=1), 0.0)
    confidence = np.minimum(1.0, same + untried / total * own)
    return JointReading(
        marks={cell: CLASSES[kind] for cell, kind in zip(probabilities, top.tolist(), strict=True)},
        confidence=dict(zip(probabilities, confidence.tolist(), strict=True)),
        whole=float(weights.max()) / total,
    )


def _boost(cells: Mapping[Cell, object], kinds: NDArray[np.int64], likely: BoardPrior) -> float:
    if (kinds == HIDDEN).any():
        return 1.0
    return likely({cell: CLASSES[kind] for cell, kind in zip(cells, kinds.tolist(), strict=True) if kind != NO_TILE})


def _likeliest(ratios: NDArray[np.float64], best: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The boards (K, N) with the largest products of ratios (K,); the first is `best`, with 1."""
    boards, products = best[None], np.ones(1)
    for place in np.flatnonzero((ratios > LEAST_SHARE).sum(axis=1) > 1):
        kinds = np.flatnonzero(ratios[place] > LEAST_SHARE)
        tried = np.repeat(boards, len(kinds), axis=0)
        tried[:, place] = np.tile(kinds, len(boards))
        every = (products[:, None] * ratios[place][kinds]).ravel()
        kept = np.argsort(-every, kind="stable")[:MOST_BOARDS]
        boards, products = tried[kept], every[kept]
    return boards, products
