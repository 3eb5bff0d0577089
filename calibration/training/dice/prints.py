"""Lessons of what is no die: flat print that the other dice networks take for one, and dice to tell it from.

    python -m calibration.training.dice.prints prints OUT.npz --bank bank.npz --count 1500 --seed 1
    python -m calibration.training.dice.prints dice OUT.npz --bank bank.npz --count 20000 --seed 1
    python -m calibration.training.dice.prints traced OUT.npz --folder FOLDER
    python -m calibration.training.dice.prints simulated OUT.npz --count 100

`prints` draws that many pictures of nothing of ours (of numbers in all fonts of the bank, each third as in
`calibration/training/none_of_ours.py`) and keeps a crop of each place where finder and poser see a die; `dice` keeps
that many generated crops of twelve-sided dice, a fifth as many of other bodies; `traced` keeps those of path-traced
tables, `simulated` those of that many pictures of the simulated table.
`pictures` (N, VIEW_PX, VIEW_PX, 3) uint8 BGR, `is_die` (N,) bool.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from math import hypot
from pathlib import Path
from random import Random

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from calibration.training.dice.calibrate import SAME_PLACE_RADII
from calibration.training.dice.generator import Generator
from calibration.training.dice.teach_view import lessons
from calibration.training.none_of_ours import (
    FIRST_LESSON,
    KINDS,
    SIDE_PX,
    Surface,
    gingham,
    parquet,
    photographed,
    picture_of,
)
from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.perception.dice.face import Pose, rotated_crop
from companion.perception.dice.reader import MODELS, DiceReader, places, probability
from companion.perception.dice.shared_camera import PULL_MIDDLE
from companion.perception.dice.view import VIEW_PX, VIEW_REACH
from companion.simulator.source import open_source
from companion.simulator.world import World

LIKE_A_DIE = 0.25
"""Probability of having twelve sides from which on a print is a lesson; the product asks for 0.7."""
MOST_OF_A_PICTURE = 14
AT_ONCE = 64
OTHERS = 0.2
"""Other bodies for each die."""
OF_OTHERS = 3
"""Each such picture is one of other drawings."""
THICK = 0.35
"""Share of prints on tokens, which throw a little shadow."""
AT_REST_S = 10.0
"""After a throw all dice lie still."""
SIMULATED = (
    "rendered://?width=1024&height=768&height_mm=480&aim_x_mm=235&tilt_deg={tilt}&light={light:.2f}&noise=3&seed={seed}"
)
Crop = tuple[NDArray[np.uint8], bool]


class Candidates(DiceReader):
    """The product's reader, of which every place that looks at all like a die is asked for."""

    def places(self, picture: Pixels) -> list[Pose]:
        """The poses of what may be dice, by finder and poser, without the bar of the product."""
        height, width = picture.shape[:2]
        poses = [Pose((d.x_px, d.y_px), (d.x_px, d.y_px), d.radius_px, 0.0, 0.0) for d in self._finder.find(picture)]
        for _ in range(2):
            poses = self._faces.refine(picture, poses, PULL_MIDDLE * places(poses, width, height))
            poses = [each for each in poses if probability(each.d12) >= LIKE_A_DIE]
        return poses


def cut(picture: Pixels, pose: Pose) -> NDArray[np.uint8]:
    """What the view network sees of a pose, (VIEW_PX, VIEW_PX, 3) uint8 BGR."""
    return np.asarray(rotated_crop(picture, pose.middle_xy, pose.radius_px * VIEW_REACH, 0.0, VIEW_PX), np.uint8)


def numbers(rng: np.random.Generator, masks: NDArray[np.uint8]) -> Surface:
    """A sheet of numbers of one font, bare, or each in a disc or a polygon with or without a rim.

    Args:
        rng: decides everything.
        masks: (18, S, S) uint8, those of one font, as the bank holds them.
    """
    sheet = (gingham if rng.random() < 0.1 else parquet if rng.random() < 0.2 else _plain)(rng)
    step = int(np.exp(rng.uniform(np.log(90), np.log(330))))
    framed, ink = rng.random() < 0.7, rng.uniform(0, 255, 3) * (1 if rng.random() < 0.5 else 0.25)
    body, sides = rng.uniform(0, 255, 3), int(rng.choice([3, 4, 5, 5, 5, 6, 8, 10, 10, 12, 60, 60]))
    if np.abs(body - ink).mean() < 60:
        body = 255 - ink
    thick = rng.random() < THICK
    for y in range(step // 2, SIDE_PX - step // 2, step):
        for x in range(step // 2, SIDE_PX - step // 2, step):
            centre = np.array([x, y]) + rng.uniform(-0.1, 0.1, 2) * step
            radius = step * rng.uniform(0.3, 0.46)
            if framed:
                _plate(rng, sheet, centre, radius, sides, body * rng.uniform(0.85, 1.1), thick)
            share = rng.uniform(0.4, 0.75) if framed else 1.0
            _print(sheet, masks[int(rng.choice([*range(18), 5, 8, 5, 8]))], centre, radius * share, ink,
                   rng.uniform(0, 360))  # fmt: skip
    return sheet


def _plain(rng: np.random.Generator) -> Surface:
    return np.full((SIDE_PX, SIDE_PX, 3), rng.uniform(10, 250, 3), np.float32)


def _plate(
    rng: np.random.Generator, onto: Surface, centre: NDArray[np.float64], radius: float, sides: int,
    body: NDArray[np.float64], thick: bool,
) -> None:  # fmt: skip
    """The disc or polygon under a number; `thick`: with the shadow of a token."""
    turn = rng.uniform(0, 2 * np.pi) + np.arange(sides) * 2 * np.pi / sides
    outline = np.stack([np.cos(turn), np.sin(turn)], 1) * radius + centre
    if thick:
        reach, off = int(2 * radius), rng.uniform(-0.15, 0.15, 2) * radius
        x, y = (int(each) for each in centre)
        left, top = max(0, x - reach), max(0, y - reach)
        part = onto[top : y + reach, left : x + reach]
        shade = np.zeros(part.shape[:2], np.float32)
        cv2.fillPoly(shade, [np.round(outline + off - [left, top]).astype(np.int32)], 1.0)
        shade = cv2.GaussianBlur(shade, (0, 0), max(1.0, 0.06 * radius)) * rng.uniform(0.2, 0.7)
        part *= 1 - shade[..., None]
    cv2.fillPoly(onto, [np.round(outline).astype(np.int32)], body.tolist(), cv2.LINE_AA)
    if rng.random() < 0.5:
        rim = np.round((outline - centre) * rng.uniform(0.8, 1.0) + centre).astype(np.int32)
        cv2.polylines(onto, [rim], True, rng.uniform(0, 255, 3).tolist(), int(rng.integers(1, 9)), cv2.LINE_AA)


def _print(
    onto: Surface, mask: NDArray[np.uint8], centre: NDArray[np.float64], half_px: float, ink: NDArray[np.float64],
    turn_deg: float,
) -> None:  # fmt: skip
    """One number in print, turned."""
    side = max(8, round(2 * half_px))
    x, y = (int(each) - side // 2 for each in centre)
    if min(x, y) < 0 or max(x, y) + side > SIDE_PX:
        return
    spin = cv2.getRotationMatrix2D(((mask.shape[1] - 1) / 2, (mask.shape[0] - 1) / 2), turn_deg, 1.0)
    turned = cv2.warpAffine(mask, spin, mask.shape[::-1])
    shown = cv2.resize(turned, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    part = onto[y : y + side, x : x + side]
    part[:] = part * (1 - shown) + ink * shown


def print_crops(masks: NDArray[np.uint8], count: int, seed: int) -> Iterator[Crop]:
    """Crops of what in drawings of nothing of ours looks like a die, none of which is one."""
    reader = Candidates(MODELS)
    for nth in range(count):
        rng = np.random.default_rng([20261127, seed, nth])
        if nth % OF_OTHERS:
            picture = photographed(rng, numbers(rng, masks[int(rng.integers(len(masks)))]))
        else:
            picture = picture_of(FIRST_LESSON + seed * 10_000 + nth // OF_OTHERS * (len(KINDS) + 1))[1]
        poses = reader.places(picture)
        for nth_pose in rng.permutation(len(poses))[:MOST_OF_A_PICTURE]:
            yield cut(picture, poses[nth_pose]), False


def dice_crops(bank: Path, count: int, seed: int) -> Iterator[Crop]:
    """Generated crops of dice, and of other bodies."""
    torch.manual_seed(seed)
    generator = Generator(bank)
    for nth in range(round(count * (1 + OTHERS) / AT_ONCE)):
        kind = "other" if nth % round(1 / OTHERS + 1) == 0 else "d12"
        for picture in lessons(generator, AT_ONCE, kind)["pictures"]:
            yield (picture.permute(1, 2, 0) * 255).round().byte().numpy(), kind == "d12"


def traced_crops(folder: Path) -> Iterator[Crop]:
    """Crops of the path-traced dice that finder and poser find, and of what else they take for one."""
    reader = Candidates(MODELS)
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        picture = np.asarray(cv2.imread(str(folder / row["image"])), np.uint8)
        for pose in reader.places(picture):
            x, y = pose.middle_xy
            near = [d for d in row["dice"] if hypot(x - d["middle_x"], y - d["middle_y"]) < 2 * d["radius"]]
            own = [d for d in near if hypot(x - d["middle_x"], y - d["middle_y"]) < SAME_PLACE_RADII * d["radius"]]
            if own or not near:
                yield cut(picture, pose), bool(own)


def simulated_crops(count: int, seed: int) -> Iterator[Crop]:
    """Crops of the dice on the simulated table, of other seeds than those of `companion bench`."""
    reader = Candidates(MODELS)
    for nth in range(count):
        random = Random(FIRST_LESSON + seed * 1000 + nth)
        world = World(_no_art)
        world.throw_dice(random, 3)
        world.advance(AT_REST_S)
        look = SIMULATED.format(tilt=random.randrange(15), light=random.uniform(0.6, 1.0), seed=nth)
        with open_source(SourceUrl.parse(look), ManualClock(), world) as source:
            truth, picture = source.truth().dice, source.full().pixels
        for pose in reader.places(picture):
            x, y = pose.middle_xy
            if any(hypot(x - die.x_px, y - die.y_px) < die.radius_px for die in truth):
                yield cut(picture, pose), True


def _no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)


def main() -> None:
    """Draws or cuts the lessons and writes them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["prints", "dice", "traced", "simulated"])
    parser.add_argument("out", type=Path)
    parser.add_argument("--bank", type=Path)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    if args.what == "traced":
        crops = list(traced_crops(args.folder))
    elif args.what == "simulated":
        crops = list(simulated_crops(args.count, args.seed))
    elif args.what == "dice":
        crops = list(dice_crops(args.bank, args.count, args.seed))
    else:
        crops = list(print_crops(np.load(args.bank)["masks"], args.count, args.seed))
    np.savez(args.out, pictures=np.stack([each for each, _ in crops]), is_die=np.array([is_die for _, is_die in crops]))
    print(f"{len(crops)} crops, {sum(is_die for _, is_die in crops)} of dice")


if __name__ == "__main__":
    main()
