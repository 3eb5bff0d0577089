"""Lessons of the sides network: how a die is turned, by the face that the camera sees and the sides around it.

    python -m calibration.training.dice.sides_lessons traced OUT.npz --folder FOLDER [FOLDER ...]
    python -m calibration.training.dice.sides_lessons drawn OUT.npz --bank bank.npz --count 6000

`traced` cuts dice from path-traced pictures, `drawn` from generated ones, each die CROPS times, as far off as poses
are. `pictures` (N, SIDES_PX, SIDES_PX, 3) uint8 BGR; `turn` (N,) rad, the direction of one side from the face's middle
on the unfolded face, from the crop's x to its y, the others are every 72 degrees; `off` (N, 2) radii, along the crop's
x and y, from where the face was expected to where it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import atan2, exp
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from calibration.training.dice.draw import log_uniform
from calibration.training.dice.generator import Generator
from calibration.training.dice.lesson_options import lesson_options
from companion.perception.dice.face import MOST_ASIDE, rotated_crop, unfolded
from companion.perception.dice.sides import SIDES_PX, SIDES_REACH
from companion.simulator import dodecahedron as d12

CROPS = 12
LEAST_FACING = 0.3
"""Cosine of the largest angle between a face that is expected and the line of sight."""
PLACE_ERRORS, SIZE_ERROR = (0.02, 0.06), 0.05
"""Deviation of the errors of a pose: radii, where it is good and where it is not; natural log of the radius."""
ASIDE_ERRORS = (0.06, 0.25, 0.45)
"""The same of where a face is expected, radii: rightly, and by dice that agree on a camera that is not there."""
INSIDE_RADII = 1.1
RADIUS_PX = (9.0, 30.0)
AT_ONCE = 12
ASIDE = 0.5
LEANING = 0.15


def main() -> None:
    """Writes one file."""
    args = lesson_options(__doc__, 6000)
    rng = np.random.default_rng(args.seed)
    if args.kind == "drawn":
        torch.manual_seed(args.seed)
        torch.set_num_threads(1)
        dice = drawn(args.bank, args.count)
    else:
        dice = traced(args.folder)
    rows = [row for die in dice for row in _crops(*die, rng)]
    names = ("pictures", "turn", "off")
    whole_file: dict[str, Any] = {n: np.array(each) for n, each in zip(names, zip(*rows, strict=True), strict=True)}
    np.savez(args.out, **whole_file)
    print(len(rows), "crops")


Die = tuple[NDArray[np.uint8], NDArray[np.float64], float, NDArray[np.float64], NDArray[np.float64]]
"""A picture, (H, W, 3) BGR; a die's middle in it, (2,) px; its radius, px; its axes as in `generator.Batch.axes`; how
far from the picture's middle it lies, (2,), in focal lengths."""


def traced(folders: list[Path]) -> Iterator[Die]:
    """The dice of path-traced pictures."""
    for folder in folders:
        for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            picture = np.asarray(cv2.imread(str(folder / row["image"])), np.uint8)
            height, width = picture.shape[:2]
            corner = np.array([width - 1, height - 1])
            for die in row["dice"]:
                middle, reach = np.array([die["middle_x"], die["middle_y"]]), INSIDE_RADII * die["radius"]
                if (middle >= reach).all() and (middle <= corner - reach).all():
                    slope = (middle - corner / 2) / (width * row["focal"])
                    yield picture, middle, die["radius"], np.array(die["axes"]), slope


def drawn(bank: Path, count: int) -> Iterator[Die]:
    """Generated dice."""
    generator = Generator(bank, "cpu")
    for _ in range(-(-count // AT_ONCE)):
        radius = log_uniform(*RADIUS_PX)
        side = round(2 * 2.2 * radius)
        neighbours = int(torch.rand(1) < 0.3)
        batch = generator.batch(
            AT_ONCE,
            side,
            radius,
            "d12",
            0.1 * radius,
            leaning=LEANING,
            neighbours=neighbours,
            on_top=False,
            aside=ASIDE,
        )
        pictures = (batch.pictures.clamp(0, 1) * 255).round().byte().permute(0, 2, 3, 1).numpy()
        for n in range(AT_ONCE):
            middle, radius_px = batch.middle_xy[n].numpy(), float(batch.radius[n])
            yield pictures[n], middle, radius_px, batch.axes[n].numpy(), np.zeros(2)  # without perspective


def _crops(
    picture: NDArray[np.uint8], middle: NDArray[np.float64], radius: float, axes: NDArray[np.float64],
    slope: NDArray[np.float64], rng: np.random.Generator,
) -> Iterator[tuple[NDArray[np.uint8], float, NDArray[np.float64]]]:  # fmt: skip
    """The crops of one die, as rows of the file."""
    normals = d12.face_normals() @ axes.T
    normals = normals[np.argsort(normals[:, 2])][: d12.FACES // 2]
    places = _in_picture(normals, slope)
    facing = [place for place, normal in zip(places, normals, strict=True) if normal[2] < -LEAST_FACING] or places[:1]
    for number in range(CROPS):
        aside = facing[int(rng.integers(len(facing)))] if number % 2 else places[0]
        expected = aside + rng.normal(0, ASIDE_ERRORS[number // 2 % 3], 2)
        expected *= min(1.0, MOST_ASIDE / float(np.hypot(*expected)))
        nearest = int(np.hypot(*(places - expected).T).argmin())
        face = normals[nearest]
        side = normals[np.argsort(-(normals @ face))[1]]
        towards = unfolded(places[nearest]) @ _in_picture((side - side @ face * face)[None], slope)[0]
        place = middle + radius * (expected + rng.normal(0, PLACE_ERRORS[number // 4 % 2], 2))
        turn = rng.uniform(0, 2 * np.pi)
        reach = radius * SIDES_REACH * exp(rng.normal(0, SIZE_ERROR))
        crop = rotated_crop(
            picture, (float(place[0]), float(place[1])), reach, np.degrees(turn), SIDES_PX, tuple(expected)
        )
        back = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        yield crop, atan2(towards[1], towards[0]) - turn, back @ (places[nearest] - expected)


def _in_picture(vectors: NDArray[np.float64], slope: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where vectors from a die's middle, (N, 3) radii, in the axes of a camera that is turned towards it, end in the
    picture, (N, 2) radii from that middle."""
    ahead = np.append(slope, 1.0) / np.sqrt(1 + slope @ slope)
    right = np.array([1.0, 0.0, 0.0]) - ahead[0] * ahead
    right /= np.linalg.norm(right)
    straight = vectors @ np.stack([right, np.cross(ahead, right), ahead])
    return np.asarray(straight[:, :2] - straight[:, 2:] * slope)


if __name__ == "__main__":
    main()
