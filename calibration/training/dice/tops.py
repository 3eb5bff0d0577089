"""Fits what tells a die's top from its sides, `companion.perception.dice.top.WEIGHTS`, on path-traced pictures.

    python -m calibration.training.dice.tops FOLDER [FOLDER ...]

The pictures should be seen from everywhere (`pathtrace --tilt 0 78`). Dice are read in groups of about three.
Prints the weights of a logistic regression over the dice that lie flat, and for each ten degrees how many tops are
right and how many are taken for right.
"""

from __future__ import annotations

import argparse
import json
from math import hypot
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.dice.calibrate import SAME_PLACE_RADII, split_into_throws
from companion.perception.dice import top
from companion.perception.dice.reader import DiceReader

TOP_RADII = 0.35
"""A top that is this near to the true one, in radii, is right; those of sides are farther."""
ROUNDS, RIDGE = 60, 1.0
Rows = tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.float64]]
"""Clues (N, 5), whether each top is right (N,), and from how many degrees aside it is seen (N,)."""


def main() -> None:
    """Reads the folders and prints the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--models", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    told, right, view_deg = rows_of(args.folders, DiceReader(args.models))
    weights = fitted(told, right)
    print("WEIGHTS =", tuple(round(float(each), 2) for each in weights))
    sure = 1 / (1 + np.exp(-(told @ weights + top.CAMERAS_ABOVE))) > 0.9
    for low in range(0, 80, 10):
        own = (view_deg >= low) & (view_deg < low + 10)
        print(f"{low:2} to {low + 10} degrees: {int(own.sum())} dice, {int((own & right).sum())} tops right, of which "
              f"{int((own & right & sure).sum())} are sure; {int((own & ~right & sure).sum())} sides are")  # fmt: skip


def rows_of(folders: list[Path], reader: DiceReader) -> Rows:
    """The clues of all flat dice of the folders, and the truth."""
    told: list[NDArray[np.float64]] = []
    right: list[bool] = []
    view_deg: list[float] = []
    for folder in folders:
        for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            picture = np.asarray(cv2.imread(str(folder / row["image"])), np.uint8)
            flat = [die for die in row["dice"] if not die["cocked"]]
            for throw in split_into_throws(reader.find(picture)):
                for raw in reader.predict_at(picture, throw):
                    (x, y), (top_x, top_y) = raw.pose.middle_xy, raw.pose.top_xy
                    for die in flat:
                        if hypot(x - die["middle_x"], y - die["middle_y"]) < SAME_PLACE_RADII * die["radius"]:
                            told.append(raw.clues)
                            right.append(hypot(top_x - die["x"], top_y - die["y"]) < TOP_RADII * die["radius"])
                            view_deg.append(die["view_deg"])
    return np.array(told), np.array(right), np.array(view_deg)


def fitted(told: NDArray[np.float64], right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Weights of a logistic regression by Newton's method, (5,); all but that of 1 are held small."""
    weights = np.zeros(told.shape[1])
    ridge = RIDGE * (np.arange(len(weights)) > 0)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-told @ weights))
        slope = told.T @ (chance - right) + ridge * weights
        bend = (told.T * (chance * (1 - chance))) @ told + np.diag(ridge + 1e-9)
        weights -= np.linalg.solve(bend, slope)
    return weights


if __name__ == "__main__":
    main()
