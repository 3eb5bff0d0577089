"""Crops dice from path-traced pictures, in the form that the reader and the poser train on.

    python -m calibration.training.dice.windows read|pose FOLDER OUT.npz

Dice that the border cuts are left out. For the reader, each face that is not seen too flat is a lesson; for the poser,
the value of a leaning die is that of its upper face.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.training.dice.draw import POSE_WINDOW_PX, POSE_WINDOW_REACH, READ_WINDOW_PX, READ_WINDOW_REACH
from companion.perception.dice.face import rotated_crop
from companion.simulator.dodecahedron import face_normals

LEAST_FACING = 0.38  # cosine of the largest angle between a face that is read and the line of sight
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
                rows.extend(face_windows(picture, die) if args.kind == "read" else [die_window(picture, die)])
    whole_file: dict[str, Any] = {name: np.stack([row[name] for row in rows]) for name in rows[0]}
    np.savez(args.out, **whole_file)
    print(len(rows), "windows")


def face_windows(picture: np.ndarray, die: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Crops of a die's faces, unfolded as in the product, with their truth, for the reader; arrays and keys as in
    `draw`.

    Args:
        picture: (H, W, 3) uint8 BGR.
        die: a die of truth.jsonl.
    """
    middle = (READ_WINDOW_PX - 1) / 2
    for normal, value in zip(face_normals() @ np.array(die["axes"]).T, die["values"], strict=True):
        if -normal[2] < LEAST_FACING:
            continue
        place = (die["middle_x"] + normal[0] * die["radius"], die["middle_y"] + normal[1] * die["radius"])
        reach = READ_WINDOW_REACH * die["radius"]
        yield {
            "pictures": rotated_crop(picture, place, reach, 0.0, READ_WINDOW_PX, tuple(normal[:2])),
            "value": np.int64(value - 1),
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
