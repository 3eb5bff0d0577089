"""Counts leaning dice that are given a value on the simulated table, with what the mat tells of the camera and without.

    python -m tests.leaning_dice --first 300 --count 40

Each table is seen from 0, 10, 20 and 30 degrees aside, as large as a camera takes pictures. Every second one has a
single die, the others three; on six tables in ten one of them leans by 10 to 30 degrees.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.perception.dice.eye import uprights
from companion.perception.dice.face import Pose
from companion.perception.dice.reader import DiceReader, DieReading
from companion.perception.dice.score import Figures, TrueDie
from companion.perception.rectify import find_table
from companion.simulator.source import RenderedSource, open_source
from companion.simulator.world import World

TILTS_DEG = (0, 10, 20, 30)
LEANING_TABLES, LEAN_DEG = 0.6, (10.0, 30.0)
HALF_FIELD_MM = (90.0, 60.0)


def main() -> None:
    """Prints a line for each angle, without the mat and with it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=300, help="seed of the first table")
    parser.add_argument("--count", type=int, default=40, help="tables for each angle")
    args = parser.parse_args()
    reader = DiceReader()
    for tilt_deg in TILTS_DEG:
        alone, with_mat = Figures(), Figures()
        for seed in range(args.first, args.first + args.count):
            source = table(seed, tilt_deg)
            picture = source.full().pixels
            dice = [TrueDie(die.value, die.x_px, die.y_px, die.radius_px) for die in source.truth().dice]
            for figures, readings in ((alone, reader.read(picture)), (with_mat, read_by_mat(reader, picture))):
                figures.count(str(seed), readings, dice, picture.shape[1], picture.shape[0])
        for name, told in (("camera alone", alone), ("with the mat", with_mat)):
            print(
                f"{tilt_deg} degrees, {name}: {told.leaning_given_value} of {told.leaning} leaning given a value; of "
                f"{told.dice} flat {told.right} right, {told.wrong} wrong, {told.missed} not found; "
                f"{told.of_these_given_value} sides for tops"
            )


def table(seed: int, tilt_deg: float) -> RenderedSource:
    """A simulated table with dice, seen from so far aside."""

    def no_art(kind: str, face: str) -> Art:
        raise KeyError(kind)

    random, world = Random(seed), World(no_art)
    dice = 1 if seed % 2 else 3
    leans = random.random() < LEANING_TABLES
    for number in range(dice):
        spot_mm = (random.uniform(-1, 1) * HALF_FIELD_MM[0], random.uniform(-1, 1) * HALF_FIELD_MM[1])
        lean_deg = random.uniform(*LEAN_DEG) if leans and number == 0 else 0.0
        world.place_die(random.randint(1, 12), spot_mm, random.uniform(0, 360), lean_deg, random.uniform(0, 360))
    address = f"rendered://?tilt_deg={tilt_deg}&seed={seed}"
    return open_source(SourceUrl.parse(address), ManualClock(), world)


def read_by_mat(reader: DiceReader, picture: Pixels) -> tuple[DieReading, ...]:
    """The dice, read with what the mat tells of the camera."""
    view = find_table(picture)

    def measured(poses: list[Pose]) -> NDArray[np.float64]:
        return uprights(view, poses)

    return reader.read(picture, measured)


if __name__ == "__main__":
    main()
