"""Lessons of the view network: from how far aside dice on path-traced tables are seen.

    python -m calibration.training.dice.view_lessons traced OUT.npz --folder FOLDER [FOLDER ...]
    python -m calibration.training.dice.view_lessons drawn OUT.npz --bank bank.npz --count 4608

`traced` keeps three crops of each die that lies wholly in its picture, one where the product's own networks see it;
`drawn` keeps generated ones. `pictures` (N, VIEW_PX, VIEW_PX, 3) uint8 BGR; `upright` (N, 2) of the table, radii;
`view` (N,) degrees; `leaning` (N,) bool: how such a die is turned does not tell the table; `group` (N,) the number of
the picture; `own` (N,) bool, whether the crop is where the networks see the die.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import exp, hypot
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from calibration.training.dice.calibrate import SAME_PLACE_RADII
from calibration.training.dice.generator import Generator
from calibration.training.dice.lesson_options import lesson_options
from calibration.training.dice.teach_view import PLACE_ERROR, SIZE_ERROR, lessons
from companion.perception.dice.face import Pose, rotated_crop
from companion.perception.dice.reader import DiceReader
from companion.perception.dice.view import VIEW_PX, VIEW_REACH

INSIDE_RADII = 1.15
"""Least distance of a die's middle from the border, in radii."""
MORE = 2
"""Crops of each die besides, as wrong as poses are."""
AT_ONCE = 192


def main() -> None:
    """Writes one file."""
    args = lesson_options(__doc__, 24 * AT_ONCE)
    file = drawn(args.bank, args.count, args.seed) if args.kind == "drawn" else traced(args.folder, args.seed)
    whole_file: dict[str, Any] = file
    np.savez(args.out, **whole_file)
    print(len(file["view"]), "crops")


def drawn(bank: Path, count: int, seed: int) -> dict[str, NDArray[Any]]:
    """Generated crops, each a group of its own."""
    torch.manual_seed(seed)
    generator = Generator(bank, "cpu")
    batches = [lessons(generator, AT_ONCE) for _ in range(-(-count // AT_ONCE))]
    pictures, upright, view = (
        torch.cat([batch[name] for batch in batches]).numpy()[:count] for name in ("pictures", "upright_xy", "view_deg")
    )
    return {
        "pictures": np.round(pictures.transpose(0, 2, 3, 1) * 255).clip(0, 255).astype(np.uint8),
        "upright": upright,
        "view": view,
        "leaning": np.zeros(count, bool),
        "group": np.arange(count),
        "own": np.ones(count, bool),
    }


def traced(folders: list[Path], seed: int) -> dict[str, NDArray[Any]]:
    """The crops of path-traced pictures."""
    reader, rng = DiceReader(), np.random.default_rng(seed)
    rows = [row for picture, dice, group in _pictures(folders) for row in _crops(picture, dice, group, reader, rng)]
    names = ("pictures", "upright", "view", "leaning", "group", "own")
    return {name: np.array(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}


def _pictures(folders: list[Path]) -> Iterator[tuple[NDArray[np.uint8], list[dict[str, Any]], int]]:
    """Each picture, its dice, and its number."""
    group = 0
    for folder in folders:
        for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            picture = np.asarray(cv2.imread(str(folder / row["image"])), np.uint8)
            yield picture, row["dice"], group
            group += 1


def _crops(
    picture: NDArray[np.uint8], dice: list[dict[str, Any]], group: int, reader: DiceReader, rng: np.random.Generator
) -> Iterator[tuple[Any, ...]]:
    """The crops of one picture's dice, as rows of the file."""
    height, width = picture.shape[:2]
    poses = reader.find(picture)
    for die in dice:
        x, y, radius = die["middle_x"], die["middle_y"], die["radius"]
        reach = INSIDE_RADII * radius
        if not (reach <= x <= width - 1 - reach and reach <= y <= height - 1 - reach):
            continue
        upright = np.array(die["upright"], np.float32)
        places = [(_placed(pose), True) for pose in poses if _is_at(pose, x, y, radius)][:1]
        for _ in range(MORE):
            off_x, off_y = rng.normal(0, PLACE_ERROR * radius, 2)
            places.append(((x + off_x, y + off_y, radius * exp(rng.normal(0, SIZE_ERROR))), False))
        for (at_x, at_y, size), own in places:
            crop = rotated_crop(picture, (at_x, at_y), size * VIEW_REACH, 0.0, VIEW_PX)
            yield crop, upright, np.float32(die["view_deg"]), die["cocked"], group, own


def _placed(pose: Pose) -> tuple[float, float, float]:
    return pose.middle_xy[0], pose.middle_xy[1], pose.radius_px


def _is_at(pose: Pose, x: float, y: float, radius: float) -> bool:
    return hypot(pose.middle_xy[0] - x, pose.middle_xy[1] - y) < SAME_PLACE_RADII * radius


if __name__ == "__main__":
    main()
