"""Hands that landed and lie there still, and such that do no more, cut from films of `whose_lessons`.

    python -m calibration.training.hands.staying_lessons staying/s2200.npz whose/w2200.npz

Written are `pieces` (N, 80, 48, CHANNELS) uint8, as `companion.perception.hands.staying` cuts them, and `left` (N,)
0 or 1.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.hands.answers import LIES, state
from calibration.training.hands.films import FILM, FRAME, PALM, PX_PER_MM, SITS
from calibration.training.hands.second_lessons import OFF_MM
from companion.perception.hands.crossing import Arm
from companion.perception.hands.finder import SEEN_XY
from companion.perception.hands.piece import turned
from companion.perception.hands.staying import piece

NOTICED = (2, 6)
"""It is held against how it was so many moments after it had come to lie, drawn by lot."""
STAYS_MM, LEFT_MM = 10.0, 20.0
"""A hand that is nearer lies there still, one that is farther away does no more; between them nothing is asked."""
STAYS_SHARE, LEFT_MOMENTS = 0.5, 8
"""Of the moments in which it lies there still so many are asked about, and of those in which it has left the first."""
MISSED = 0.1
"""So many other hands that lie are not known."""
Rows = NDArray[np.float32]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path)
    parser.add_argument("films", type=Path)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    with np.load(asked.films) as file:
        made = list(lessons(file["frames"], file["settled"], file["hands"], np.random.default_rng(1)))
    pieces, left = zip(*made, strict=True)
    asked.target.parent.mkdir(parents=True, exist_ok=True)
    np.savez(asked.target, pieces=np.stack(pieces), left=np.array(left, np.uint8))
    print(f"{asked.target.name}: {len(made)} pieces, {sum(left)} of hands that have left")


def lessons(
    frames: NDArray[np.uint8], settled: NDArray[np.uint8], hands: Rows, random: np.random.Generator
) -> Iterator[tuple[NDArray[np.uint8], bool]]:
    """Pieces, and whether the hand lies there no more. frames, settled, hands: as `whose_lessons` writes them."""
    at: dict[int, list[Rows]] = {}
    ways: dict[tuple[float, ...], list[Rows]] = {}
    for hand in hands:
        at.setdefault(int(hand[FRAME]), []).append(hand)
        ways.setdefault((float(hand[FILM]), *hand[SITS].tolist()), []).append(hand)
    for way in ways.values():
        then = _noticed(way, random)
        if then is None:
            continue
        px_per_mm, gone = float(way[then][PX_PER_MM]), 0
        x, y = way[then][PALM] + random.normal(0, OFF_MM, 2) * px_per_mm
        if not (0 < x < SEEN_XY[0] - 1 and 0 < y < SEEN_XY[1] - 1):
            continue
        cut_from = turned((float(x), float(y)), _sits(way[then]), px_per_mm)
        for hand in way[then + 1 :]:
            far_mm = float(np.hypot(*(hand[PALM] - way[then][PALM]))) / px_per_mm
            left = state(hand) != LIES or far_mm > LEFT_MM
            gone += left
            if (not left and far_mm > STAYS_MM) or gone > LEFT_MOMENTS or (not left and random.random() > STAYS_SHARE):
                continue
            now = int(hand[FRAME])
            others = list(_lying(at[now], hand, random))
            as_then, at_rest = frames[int(way[then][FRAME])], settled[int(hand[FILM])]
            yield piece(as_then, frames[now], frames[now - 1], at_rest, cut_from, others), left


def _noticed(way: list[Rows], random: np.random.Generator) -> int | None:
    """Since which moment it is known that a hand lies; None where it does not lie for so long."""
    first = next((n for n, hand in enumerate(way) if state(hand) == LIES), None)
    if first is None:
        return None
    then = first + int(random.integers(*NOTICED))
    stays = way[first : then + 1]
    lies = all(
        state(hand) == LIES and np.hypot(*(hand[PALM] - way[first][PALM])) < STAYS_MM * hand[PX_PER_MM]
        for hand in stays
    )
    return then if lies and len(stays) == then + 1 - first else None


def _lying(rows: list[Rows], hand: Rows, random: np.random.Generator) -> Iterator[Arm]:
    """The arms of others that lie."""
    for other in rows:
        if state(other) == LIES and _sits(other) != _sits(hand) and random.random() > MISSED:
            x, y = other[PALM] + random.normal(0, OFF_MM, 2) * other[PX_PER_MM]
            yield (float(x), float(y)), _sits(other)


def _sits(hand: Rows) -> tuple[float, float]:
    x, y = hand[SITS]
    return float(x), float(y)


if __name__ == "__main__":
    main()
