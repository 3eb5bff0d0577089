"""Prints how well the view network tells from where path-traced tables are seen: what `UPRIGHT_SHARES` follow from.

    python -m calibration.training.dice.uprights FOLDER [FOLDER ...] [--models DIR]

Each FOLDER has pictures and truth.jsonl as `pathtrace` writes them. The dice of a picture are looked at in threes, as
players throw them; a line for each range of the sine of the angle from above.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.dice.calibrate import SAME_PLACE_RADII, split_into_throws
from companion.perception.dice.reader import MODELS, DiceReader
from companion.perception.dice.view import ViewEstimator

SINES = (0.0, 0.26, 0.5, 0.7, 0.87, 1.0)
QUANTILES = (0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98)


def main() -> None:
    """Prints the lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="+")
    parser.add_argument("--models", type=Path, default=MODELS)
    args = parser.parse_args()
    pairs = [pair for folder in args.folder for pair in throws(folder, args.models)]
    told, true = (np.array(part) for part in zip(*pairs, strict=True))
    length, true_length = np.hypot(*told.T), np.hypot(*true.T)
    off = np.degrees(np.arctan2(told[:, 1], told[:, 0]) - np.arctan2(true[:, 1], true[:, 0]))
    off = np.abs((off + 180) % 360 - 180)
    for low, high in itertools.pairwise(SINES):
        own = (true_length >= low) & (true_length < high)
        if own.any():
            shares = np.quantile(length[own] / np.maximum(0.05, true_length[own]), QUANTILES).round(2).tolist()
            around = np.quantile(off[own], (0.5, 0.9)).round().tolist()
            print(f"sine {low} to {high}: {own.sum()} throws, length told over length {shares}, off around by {around}")


def throws(folder: Path, models: Path) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """The mean upright that the view network tells of each throw, (2,), and the true one."""
    reader, views = DiceReader(models), ViewEstimator(models / "dice_view.onnx")
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        picture = np.asarray(cv2.imread(str(folder / row["image"])), np.uint8)
        middles = np.array([(die["middle_x"], die["middle_y"]) for die in row["dice"]])
        tops = np.array([(die["x"], die["y"]) for die in row["dice"]])
        radii = np.array([die["radius"] for die in row["dice"]])
        flat = np.array([not die["cocked"] for die in row["dice"]])
        for throw in split_into_throws(reader.find(picture)):
            seen = []
            for pose, told in zip(throw, views.uprights(picture, throw), strict=True):
                apart = np.hypot(*(middles - pose.middle_xy).T) / radii
                n = int(apart.argmin())
                if flat[n] and apart[n] < SAME_PLACE_RADII:
                    seen.append((told, (tops[n] - middles[n]) / radii[n]))
            if seen:
                told_mean, true_mean = (np.mean(part, axis=0) for part in zip(*seen, strict=True))
                yield told_mean, true_mean


if __name__ == "__main__":
    main()
