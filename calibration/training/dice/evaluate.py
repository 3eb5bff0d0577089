"""Measures the dice reader on a folder of pictures with their truth.

    python -m calibration.training.dice.evaluate FOLDER [--models DIR] [--any-shape] [--in-threes] [--json] [--worst N]

FOLDER has pictures and truth.jsonl, one object for each picture: "image", and "dice" (value or null, cocked, x, y,
radius; px). Dice count if the circle of 1.25 radii around them is inside the picture. For pictures with "top" (the
value of the only die, which may have another number of sides) instead of "dice", the position is not checked.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from calibration.training.dice.calibrate import split_into_throws
from companion.camera.arrays import Pixels
from companion.perception.dice.reader import DiceReader, DieReading
from companion.perception.dice.score import Figures, TrueDie


class DiceReads(Protocol):
    """A dice reader."""

    def read(self, picture: Pixels) -> tuple[DieReading, ...]:
        """The dice in a picture, (H, W, 3) uint8 BGR."""


@dataclass(frozen=True)
class InThrees:
    """Reads pictures of many dice as if about three at a time had been thrown, as players do."""

    reader: DiceReader

    def read(self, picture: Pixels) -> tuple[DieReading, ...]:
        """See `DiceReads.read`."""
        throws = split_into_throws(self.reader.find(picture))
        judged = (self.reader.judge(raw) for throw in throws for raw in self.reader.predict_at(picture, throw))
        return tuple(each for each in judged if each is not None)


@dataclass(frozen=True)
class Evaluation:
    """The result for a folder: the figures, and the reading time of each picture, ms."""

    figures: Figures
    took_ms: list[float]

    def report(self) -> dict[str, float]:
        """All figures by name; with the number of pictures, and median and maximum of the reading time, ms."""
        times = sorted(self.took_ms) or [0.0]
        median_ms, most_ms = round(times[len(times) // 2], 1), round(times[-1], 1)
        return {"pictures": len(self.took_ms), **self.figures.report(), "ms_median": median_ms, "ms_most": most_ms}


def evaluate(folder: Path, reader: DiceReads) -> Evaluation:
    """Read all pictures of a folder and compare them with the truth.

    Raises:
        FileNotFoundError: there is no truth.jsonl, or a picture that it names is missing.
    """
    figures, took_ms = Figures(), list[float]()
    rows = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines() if line]
    for row in sorted(rows, key=lambda row: row["image"]):
        picture = cv2.imread(str(folder / row["image"]))
        if picture is None:
            raise FileNotFoundError(folder / row["image"])
        start_s = time.perf_counter()
        readings = reader.read(np.asarray(picture, dtype=np.uint8))
        took_ms.append(1000 * (time.perf_counter() - start_s))
        if "dice" in row:
            height_px, width_px = picture.shape[:2]
            figures.count(row["image"], readings, map(true_die, row["dice"]), width_px, height_px)
        else:
            figures.count_top(row["image"], readings, row["top"])
    return Evaluation(figures, took_ms)


def true_die(entry: dict[str, Any]) -> TrueDie:
    """Convert a die of truth.jsonl; a leaning die has no value."""
    value = None if entry["cocked"] else int(entry["value"])
    return TrueDie(value, float(entry["x"]), float(entry["y"]), float(entry["radius"]))


def main() -> None:
    """Reads all pictures on one core and prints the figures, and the worst mistakes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--any-shape", action="store_true", help="other dice with 1..12 on top are read, too")
    parser.add_argument("--in-threes", action="store_true", help="about three dice of a picture are judged together")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--worst", type=int, default=20)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader(args.models, args.any_shape)
    evaluation = evaluate(args.folder, InThrees(reader) if args.in_threes else reader)
    report, worst = evaluation.report(), evaluation.figures.slips
    if args.json:
        print(json.dumps({**report, "worst": worst}))
        return
    for name, value in report.items():
        print(f"{name:22} {value}")
    for line in worst[: args.worst]:
        print("  ", line)


if __name__ == "__main__":
    main()
