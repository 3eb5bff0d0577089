"""Draws whole tables with their truth, for inspection and calibration.

    python -m calibration.training.boards.draw OUT --first 900000 --count 150 [--wood DIR] [--played]

Writes OUT/dr_900000.png ... and truth.jsonl. Training uses seeds below 900000.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2

from calibration.training.boards.layout import random_board
from calibration.training.boards.legible import faintest_ring
from calibration.training.boards.lessons import drawn_tables
from calibration.training.boards.played import played_position
from calibration.training.boards.truth import truth_of

SIZE_PX = (1024, 768)
"""Width and height of the pictures."""


def main() -> None:
    """Draws the pictures asked for and writes them with truth.jsonl."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=900000)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--wood", type=Path)
    parser.add_argument("--played", action="store_true", help="boards as the games have them")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    tables = drawn_tables(args.first, args.count, args.wood, SIZE_PX, played_position if args.played else random_board)
    with (args.out / "truth.jsonl").open("w", encoding="utf-8") as file:
        for number, (_, picture, layout, _) in enumerate(tables, args.first):
            name = f"dr_{number}.png"
            cv2.imwrite(str(args.out / name), picture)
            truth = {**truth_of(layout), "faintest": faintest_ring(picture, layout)}
            file.write(json.dumps({"image": name, **truth}) + "\n")


if __name__ == "__main__":
    main()
