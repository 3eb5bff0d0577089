"""Crops dice from path-traced pictures, in the form that the reader and the poser train on.

    python -m calibration.training.dice.windows read|pose FOLDER OUT.npz

Dice that the border cuts are left out; the value of a leaning die is that of its upper face.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.training.dice.draw import POSE_WINDOW_PX, POSE_WINDOW_REACH, READ_WINDOW_PX, READ_WINDOW_REACH
from companion.perception.dice.face import rotated_crop

INSIDE_RADII = 1.15  # least distance of a die's top face from the border, in radii
FULL_WIDTH_PX = 1024  # width of the full picture of which narrower pictures are the middle


def main() -> None:
    """Crops all dice of FOLDER and writes them to OUT."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["read", "pose"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for line in (args.folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        picture = np.asarray(cv2.imread(str(args.folder / entry["image"])), dtype=np.uint8)
        height, width = picture.shape[:2]
        for die in entry["dice"]:
            reach = INSIDE_RADII * die["radius"]
            if reach <= die["x"] <= width - reach and reach <= die["y"] <= height - reach:
                rows.append(face_window(picture, die) if args.kind == "read" else die_window(picture, die))
    whole_file: dict[str, Any] = {name: np.stack([row[name] for row in rows]) for name in rows[0]}
    np.savez(args.out, **whole_file)
    print(len(rows), "windows")


def face_window(picture: np.ndarray, die: dict[str, Any]) -> dict[str, Any]:
    """A crop of a die's top face, unfolded as in the product, with its truth, for the reader; arrays and keys as in
    `draw`.

    Args:
        picture: (H, W, 3) uint8 BGR.
        die: a die of truth.jsonl.
    """
    place = (die["x"], die["y"])
    aside = ((die["x"] - die["middle_x"]) / die["radius"], (die["y"] - die["middle_y"]) / die["radius"])
    middle = (READ_WINDOW_PX - 1) / 2
    return {
        "pictures": rotated_crop(picture, place, READ_WINDOW_REACH * die["radius"], 0.0, READ_WINDOW_PX, aside),
        "value": np.int64(die["top"] - 1),
        "top_xy": np.full(2, middle, np.float32),
        "radius": np.float32(READ_WINDOW_PX / 2 / READ_WINDOW_REACH),
    }


def die_window(picture: np.ndarray, die: dict[str, Any]) -> dict[str, Any]:
    """A crop of a whole die with its pose, for the poser; arguments as above."""
    middle = np.array([die["middle_x"], die["middle_y"]])
    scale = POSE_WINDOW_PX / 2 / (POSE_WINDOW_REACH * die["radius"])
    own = np.full(2, (POSE_WINDOW_PX - 1) / 2, np.float32)
    off = np.array([die["x"], die["y"]]) - middle
    height, width = picture.shape[:2]
    reach = POSE_WINDOW_REACH * die["radius"]
    return {
        "pictures": rotated_crop(picture, (float(middle[0]), float(middle[1])), reach, 0.0, POSE_WINDOW_PX),
        "value": np.int64(die["top"] - 1),
        "top_xy": (own + off * scale).astype(np.float32),
        "middle_xy": own,
        "radius": np.float32(die["radius"] * scale),
        "is_d12": np.bool_(True),
        "leaning": np.bool_(die["cocked"]),
        "place_xy": ((middle - [(width - 1) / 2, (height - 1) / 2]) / FULL_WIDTH_PX).astype(np.float32),
    }


if __name__ == "__main__":
    main()
