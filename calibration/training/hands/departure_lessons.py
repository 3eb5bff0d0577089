"""Lessons of the departure network: landed hands that stay and that have left, cut from films of `seat_lessons`.

    python -m calibration.training.hands.departure_lessons staying/s2200.npz whose/w2200.npz

The file holds `pieces` (N, 80, 48, CHANNELS) uint8, inputs as `companion.perception.hands.departure_network` makes
them, and `left` (N,) 0 or 1.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.hands.film_columns import FILM, FRAME, PALM, PX_PER_MM, SITS
from calibration.training.hands.targets import LIES, hand_state
from calibration.training.hands.verifier_lessons import OFF_MM
from companion.perception.hands.crop import palm_transform
from companion.perception.hands.crossing_network import Arm
from companion.perception.hands.departure_network import departure_input
from companion.perception.hands.finder import INPUT_XY

NOTICED_MOMENTS = (2, 6)
"""The earlier crop is drawn from this range of pictures after the hand came to lie."""
STAYS_MM, LEFT_MM = 10.0, 20.0
"""A hand nearer than the first stays, one farther than the second has left; between them there is no lesson.
Millimetres."""
STAYS_SHARE, LEFT_MOMENTS = 0.5, 8
"""Share of the pictures of a staying hand that make lessons, and the number of first pictures of one that has left."""
MISSED = 0.1
"""Share of other lying hands that are not known to the network."""
Rows = NDArray[np.float32]
"""(N, 10) float32 rows of `hands`, or one row (10,)."""


def main() -> None:
    """Write the file; prints how many lessons there are."""
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
    """The lessons of a file of films.

    Args:
        frames, settled, hands: as `seat_lessons` writes them.
        random: draws pictures and errors.

    Yields:
        The input, (80, 48, CHANNELS) uint8, and whether the hand has left.
    """
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
        if not (0 < x < INPUT_XY[0] - 1 and 0 < y < INPUT_XY[1] - 1):
            continue
        cut_from = palm_transform((float(x), float(y)), _sits(way[then]), px_per_mm)
        for hand in way[then + 1 :]:
            far_mm = float(np.hypot(*(hand[PALM] - way[then][PALM]))) / px_per_mm
            left = hand_state(hand) != LIES or far_mm > LEFT_MM
            gone += left
            if (not left and far_mm > STAYS_MM) or gone > LEFT_MOMENTS or (not left and random.random() > STAYS_SHARE):
                continue
            now = int(hand[FRAME])
            others = list(_lying(at[now], hand, random))
            as_then, at_rest = frames[int(way[then][FRAME])], settled[int(hand[FILM])]
            yield departure_input(as_then, frames[now], frames[now - 1], at_rest, cut_from, others), left


def _noticed(way: list[Rows], random: np.random.Generator) -> int | None:
    """Index of the picture in which it is known that a hand lies; None where it does not lie for that long."""
    first = next((n for n, hand in enumerate(way) if hand_state(hand) == LIES), None)
    if first is None:
        return None
    then = first + int(random.integers(*NOTICED_MOMENTS))
    stays = way[first : then + 1]
    lies = all(
        hand_state(hand) == LIES and np.hypot(*(hand[PALM] - way[first][PALM])) < STAYS_MM * hand[PX_PER_MM]
        for hand in stays
    )
    return then if lies and len(stays) == then + 1 - first else None


def _lying(rows: list[Rows], hand: Rows, random: np.random.Generator) -> Iterator[Arm]:
    """The arms of others that lie."""
    for other in rows:
        if hand_state(other) == LIES and _sits(other) != _sits(hand) and random.random() > MISSED:
            x, y = other[PALM] + random.normal(0, OFF_MM, 2) * other[PX_PER_MM]
            yield (float(x), float(y)), _sits(other)


def _sits(hand: Rows) -> tuple[float, float]:
    x, y = hand[SITS]
    return float(x), float(y)


if __name__ == "__main__":
    main()
