"""Top faces cut from path-traced pictures, in the form that the reader trains on.

    python -m calibration.dice.windows FOLDER OUT.npz

Dice cut by the border are left out; of leaning ones the upper face counts.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from calibration.dice.draw import READ_WINDOW_PX, READ_WINDOW_REACH
from companion.perception.dice_face import cut

INSIDE_RADII = 1.15


def main() -> None:
    """Cuts and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    pictures, values = [], []
    for line in (args.folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        picture = np.asarray(cv2.imread(str(args.folder / row["image"])), dtype=np.uint8)
        height, width = picture.shape[:2]
        for die in row["dice"]:
            reach = INSIDE_RADII * die["radius"]
            if reach <= die["x"] <= width - reach and reach <= die["y"] <= height - reach:
                place = (die["x"], die["y"])
                pictures.append(cut(picture, place, READ_WINDOW_REACH * die["radius"], 0.0, READ_WINDOW_PX))
                values.append(die["top"] - 1)
    count = len(values)
    middle = (READ_WINDOW_PX - 1) / 2
    radius = READ_WINDOW_PX / 2 / READ_WINDOW_REACH
    np.savez(
        args.out,
        pictures=np.stack(pictures),
        value=np.array(values, np.int64),
        top_xy=np.full((count, 2), middle, np.float32),
        radius=np.full(count, radius, np.float32),
    )
    print(count, "faces")


if __name__ == "__main__":
    main()
