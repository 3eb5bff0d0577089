"""Dice on the simulated table, near what their reader was taught and beyond it, and folders of pictures of dice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from calibration.training.dice.evaluate import true_die
from companion.camera.arrays import Pixels
from companion.camera.stills import load_picture
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.perception.dice.reader import DiceReader, DieReading
from companion.perception.dice.score import SAME_PLACE_RADII, TrueDie
from companion.simulator.source import open_source
from companion.simulator.world import World
from tests.proof.claims import FAR, NEAR, RIGHT, UNKNOWN, WRONG, Claim, crop_of

READER = "dice"
DICE = 3
REST_S = 10.0
"""Longer than any throw tumbles."""
CAMERA = "rendered://?width=1024&height=768&aim_x_mm=235&height_mm={height}&tilt_deg={tilt}&blur={blur}&noise={noise}&seed={seed}"  # fmt: skip  # noqa: E501


def cameras(where: str, random: Random) -> str:
    """The address of a camera: near, tilted by at most 14 degrees, in focus; far, from aside, blurred, or from far."""
    seed = random.randrange(1, 10**6)
    if where == NEAR:
        return CAMERA.format(height=480, tilt=random.randrange(15), blur=0, noise=2, seed=seed)
    kind = random.choice(("aside", "blurred", "from far"))
    tilt = random.randrange(34, 41) if kind == "aside" else random.randrange(15)
    blur = round(random.uniform(2.0, 4.5), 1) if kind == "blurred" else 0.5
    height = random.randrange(1000, 1800) if kind == "from far" else 480
    return CAMERA.format(height=height, tilt=tilt, blur=blur, noise=6, seed=seed)


def simulated(pictures: int, first: int) -> Iterator[Claim]:
    """What the reader says of pictures of three dice: of `pictures` like those it was taught on, and of as many that
    are not.

    first: the seed of the first picture.
    """
    reader = DiceReader()
    for where in (NEAR, FAR):
        for seed in range(first, first + pictures):
            random = Random(f"{where} {seed}")
            world = World(_no_art)
            world.throw_dice(random, DICE)
            world.advance(REST_S)
            with open_source(SourceUrl.parse(cameras(where, random)), ManualClock(), world) as source:
                dice = [TrueDie(die.value, die.x_px, die.y_px, die.radius_px) for die in source.truth().dice]
                picture = source.full().pixels
            yield from claims(picture, reader.read(picture), dice, where)


def of_folder(folder: Path) -> Iterator[Claim]:
    """Claims of a folder of pictures with its truth.jsonl."""
    reader = DiceReader()
    for text in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        picture = load_picture(folder / row["image"])
        yield from claims(picture, reader.read(picture), map(true_die, row["dice"]), FAR)


def claims(picture: Pixels, readings: Iterable[DieReading], dice: Iterable[TrueDie], where: str) -> Iterator[Claim]:
    """What was said of the dice that lie flat and wholly in the picture."""
    left = list(readings)
    height, width = picture.shape[:2]
    for die in dice:
        mine = [each for each in left if _off(each, die) < SAME_PLACE_RADII * die.radius_px]
        best = min(mine, key=lambda each: _off(each, die), default=None)
        if best is not None:
            left.remove(best)
        if die.value is None or not die.whole_in(width, height):
            continue
        crop = crop_of(picture, (die.x_px, die.y_px), die.radius_px)
        if best is None:
            yield Claim(READER, where, str(die.value), "", UNKNOWN, False, None, crop)
            continue
        result = UNKNOWN if best.value is None else RIGHT if best.value == die.value else WRONG
        said = f"{best.guess or 'leans'}{'' if best.value else '?'}"
        sure = None if best.guess is None else best.confidence
        yield Claim(READER, where, str(die.value), said, result, best.guess == die.value, sure, crop)


def _off(reading: DieReading, die: TrueDie) -> float:
    return float(((reading.x_px - die.x_px) ** 2 + (reading.y_px - die.y_px) ** 2) ** 0.5)


def _no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)
