"""`python -m tests.boards_under_hands FRAMES`: people's hands over boards, and whether a board is said nevertheless.

FRAMES holds `rendered/karo` and `real/hands`. Each of its boards without a hand is covered by photographed hands that
reach in from anywhere, one after the other, each of them over a tile.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.boards.evaluate import pictures
from companion.games.karo.expected import likely
from companion.perception.boards.reader import BoardReader
from tests.photographed_hands import Photographed, flat_hands, reaching_in

TILE_MM = 42.0
"""Of the boxed game, about; hands are laid in by it, a little larger or smaller."""
HIDES = 0.5
"""A tile of which so much lies under the hand cannot be read."""


def counted(
    frames: Path, hands: tuple[Photographed, ...], reader: BoardReader, times: int, most: int | None = None
) -> Counter[str]:
    """What came of each board under each hand: "hand seen", "left open", or "board said" where a tile is hidden; those
    that hide no tile to the half are "hardly covered"."""
    found: Counter[str] = Counter()
    clear = (shot for shot in pictures(frames / "rendered" / "karo") if not shot[0]["occluded"])
    for number, (row, picture) in enumerate(clear):
        if number == most:
            break
        tiles = np.array([tile["px"] for tile in row["tiles"]], np.float64)
        side = _side(tiles)
        for nth in range(times):
            random = Random(f"{row['image']} {nth}")
            x, y = tiles[random.randrange(len(tiles))] + np.array([random.gauss(0, 0.3), random.gauss(0, 0.3)]) * side
            scale = side / TILE_MM * random.uniform(0.8, 1.05)
            hand, way_deg = random.choice(hands), random.uniform(0, 360)
            covered, mask = reaching_in(picture, hand, (float(x), float(y)), way_deg, scale, random)
            if max(_hidden(mask, tile, side) for tile in tiles) < HIDES:
                found["hardly covered"] += 1
                continue
            reading = reader.read(covered)
            found["board said" if reading.text else "hand seen" if reading.occluded else "left open"] += 1
    return found


def _side(tiles: NDArray[np.float64]) -> float:
    """From tile to tile, pixels."""
    apart = np.hypot(*(tiles[:, None] - tiles[None]).transpose(2, 0, 1)) + np.diag([np.inf] * len(tiles))
    return float(np.median(apart.min(axis=1)))


def _hidden(mask: NDArray[np.uint8], tile: NDArray[np.float64], side: float) -> float:
    """The share of a tile under the hand."""
    size = (max(1, round(side * 0.8)),) * 2
    return float(cv2.getRectSubPix(mask, size, (float(tile[0]), float(tile[1]))).mean()) / 255


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("frames", type=Path)
    parser.add_argument("--times", type=int, default=4)
    asked = parser.parse_args()
    try:
        hands = flat_hands(asked.frames / "real" / "hands")
        found = counted(asked.frames, hands, BoardReader(None, likely), asked.times)
    except FileNotFoundError as refusal:
        parser.error(f"frames: {refusal}")
    print(len(hands), "hands of people:", ", ".join(f"{count} {what}" for what, count in sorted(found.items())))


if __name__ == "__main__":
    main()
