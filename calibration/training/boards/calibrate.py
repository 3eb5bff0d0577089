"""Sets the board reader's confidence bar on boards that it was not trained on, by a rule fixed beforehand.

    python -m calibration.training.boards.calibrate FOLDER ... --models companion/perception/models

The rule: the lowest of BARS with which at most MOST_WRONG of all boards get a wrong text. Boards with a circle that is
invisible in the picture (`calibration.training.boards.legible`) are left out. Writes board.json, and prints the figures
of each bar.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import cv2

from calibration.training.boards.evaluate import pictures
from calibration.training.boards.legible import LEAST_LEVELS
from companion.games.karo.expected import likely
from companion.perception.boards.reader import BoardReader
from companion.perception.boards.score import BoardFigures

BARS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.999)
"""Bars of the confidence of a whole board that are tried, in ascending order."""
MOST_WRONG = 0.005  # share of boards: what the product promises
HAND_BAR = 0.5  # probability of a hand from which on it counts as seen


def main() -> None:
    """Reads all pictures once without a bar, tries the bars, and writes the chosen one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--models", type=Path, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    _write(args.models, 0.0)
    reader = BoardReader(args.models, likely)
    every = [row for folder in args.folders for row in pictures(folder)]
    if any("faintest" not in row for row, _ in every):
        raise SystemExit("truth.jsonl does not say how faint the circles are; make the boards anew (draw, pathtrace)")
    read = [(row, reader.read(picture)) for row, picture in every if row["faintest"] >= LEAST_LEVELS]
    print(len(every) - len(read), "boards left out that nobody can read")
    chosen = None
    for bar in BARS:
        figures = BoardFigures()
        for row, reading in read:
            barred = reading if reading.confidence >= bar else replace(reading, text=None)
            figures.count(row["image"], barred, row["board"], row["occluded"])
        if chosen is None and figures.wrong <= MOST_WRONG * figures.boards:
            chosen = bar
        print(bar, json.dumps(figures.report()))
    if chosen is None:
        raise SystemExit("no bar keeps the wrong boards down: the models are not good enough")
    _write(args.models, chosen)
    print("bar", chosen)


def _write(models: Path, confidence: float) -> None:
    (models / "board.json").write_text(
        json.dumps({"bars": {"confidence": confidence, "hand": HAND_BAR}}) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
