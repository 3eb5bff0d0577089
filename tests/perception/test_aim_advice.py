"""The scale from which dice are said to be read is one at which they are."""

from __future__ import annotations

import numpy as np
import pytest

from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.perception.dice.reader import DiceReader
from companion.perception.health.aim_advice import NEEDS
from companion.simulator.options import FOCAL_PER_WIDTH
from companion.simulator.source import open_source
from companion.simulator.world import World

HEIGHT_MM = 725.0


def no_art(kind: str, face: str) -> Art:
    raise KeyError(kind)


def share_read(px_per_mm: float, seeds: range) -> float:
    """The share of twelve-sided dice on the mat that are read, at a scale in the picture's middle."""
    width = 4 * round(px_per_mm * HEIGHT_MM / FOCAL_PER_WIDTH / 4)
    reader, read, all_of_them = DiceReader(), 0, 0
    for seed in seeds:
        world = World(no_art)
        for number in range(6):
            place = (150.0 + 80.0 * (number % 3), -120.0 + 160.0 * (number // 3))
            world.place_die(1 + (5 * number + seed) % 12, place, 40.0 * number)
        address = f"rendered://?width={width}&height={width * 3 // 4}&height_mm={HEIGHT_MM}&seed={seed}"
        source = open_source(SourceUrl.parse(address), ManualClock(), world)
        seen = reader.read(source.full().pixels)
        for die in source.truth().dice:
            near = [each for each in seen if np.hypot(each.x_px - die.x_px, each.y_px - die.y_px) < die.radius_px]
            read += any(each.value == die.value for each in near)
            all_of_them += 1
    return read / all_of_them


@pytest.mark.whole
def test_dice_are_read_at_the_scale_that_is_asked_for_and_not_much_below() -> None:
    dice = next(each for each in NEEDS if each.key == "dice")
    assert share_read(dice.px_per_mm, range(3)) >= 0.94
    assert share_read(dice.px_per_mm / 2, range(2)) <= 0.8
