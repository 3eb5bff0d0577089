"""On a table of known scale, things without the size of a die are left out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.art import Art
from companion.core.clock import ManualClock
from companion.perception.dice.eye import FACES, dice_eye, half_width_mm, uprights
from companion.perception.dice.reader import DiceReader, DieReading, Uprights
from companion.perception.rectify import find_table
from companion.simulator.source import RenderedSource, open_source
from companion.simulator.world import World
from tests import leaning_dice

LEANING_ALONE = 11
"""Number of a table with a single die that leans."""
HALF_MM = 9.3
"""Half the width of the simulated dice."""


class Told(DiceReader):
    """A reader that is told what to say."""

    def __init__(self, *readings: DieReading) -> None:
        self._readings = readings

    def read(self, picture: Pixels, uprights: Uprights | None = None) -> tuple[DieReading, ...]:
        return self._readings


def reading(x: float, y: float, radius: float, value: int | None = 6, *, leaning: bool = False) -> DieReading:
    return DieReading(value, x, y, radius, 0.9, None if leaning else 6, None if leaning else 9, leaning)


@pytest.fixture(scope="module")
def table() -> RenderedSource:
    def no_art(kind: str, face: str) -> Art:
        raise KeyError(kind)

    world = World(no_art)
    world.throw_dice(Random(1), 3)
    world.advance(10.0)
    return open_source(SourceUrl.parse("rendered://?tilt_deg=12&width=1280&height=960"), ManualClock(), world)


def test_a_die_has_the_width_of_a_die(table: RenderedSource) -> None:
    view = find_table(table.full().pixels)
    for die in table.truth().dice:
        width_mm = half_width_mm(view, reading(die.x_px, die.y_px, die.radius_px))
        assert width_mm == pytest.approx(HALF_MM, rel=0.06)


def test_what_is_too_large_or_too_small_is_no_die(table: RenderedSource) -> None:
    die = table.truth().dice[0]
    true = reading(die.x_px, die.y_px, die.radius_px)
    pawn, speck = reading(500.0, 480.0, 3 * die.radius_px), reading(400.0, 400.0, 0.4 * die.radius_px)
    (sighting,) = dice_eye(Told(true, pawn, speck))(table.full().pixels)
    assert sighting.centre_xy_px == (die.x_px, die.y_px)
    assert sighting.faces == ("6", "9", *(face for face in FACES if face not in ("6", "9")))


def test_beside_dice_that_were_read_an_unread_thing_of_another_size_is_none(table: RenderedSource) -> None:
    first, second, _ = table.truth().dice
    true = reading(first.x_px, first.y_px, first.radius_px)
    unread = reading(second.x_px, second.y_px, second.radius_px, None)
    token = reading(500.0, 480.0, 0.72 * first.radius_px, None)
    picture = table.full().pixels
    seen = [sighting.radius_px for sighting in dice_eye(Told(true, unread, token))(picture)]
    assert seen == [first.radius_px, second.radius_px]
    assert len(dice_eye(Told(unread, token))(picture)) == 2, "with nothing read, neither is denied"


def test_without_a_mat_every_size_may_be_right() -> None:
    bare = np.full((480, 640, 3), 90, np.uint8)
    small, large = reading(100.0, 100.0, 8.0), reading(300.0, 300.0, 150.0, None, leaning=True)
    first, second = dice_eye(Told(small, large))(bare)
    assert (first.thing.face, first.leaning) == ("6", False)
    assert (second.thing.face, second.leaning, second.faces) == ("", True, FACES)


def test_the_real_reader_is_one(tmp_path: Path) -> None:
    assert dice_eye(DiceReader())(np.full((480, 640, 3), 90, np.uint8)) == ()


@pytest.mark.parametrize("tilt_deg", [0, 26])
def test_the_mat_tells_where_the_tops_of_flat_dice_are_seen(tilt_deg: int) -> None:
    table = leaning_dice.table(tilt_deg, tilt_deg)
    picture = table.full().pixels
    assert all(die.value for die in table.truth().dice)
    dice = DiceReader().predict(picture)
    expected = uprights(find_table(picture), [die.pose for die in dice])
    np.testing.assert_allclose(expected, [die.pose.displaced_xy for die in dice], atol=0.08)


def test_a_single_die_that_leans_is_told_by_the_mat() -> None:
    picture, reader = leaning_dice.table(LEANING_ALONE, 0).full().pixels, DiceReader()
    (alone,) = reader.read(picture)
    (by_mat,) = leaning_dice.read_by_mat(reader, picture)
    assert alone.value is not None, "the camera alone might as well hang askew"
    assert by_mat.leaning
    (sighting,) = dice_eye(reader)(picture)
    assert sighting.leaning
    assert not sighting.thing.face
