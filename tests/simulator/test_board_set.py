"""The simulated table's light, and its boxes of board pieces."""

from __future__ import annotations

from random import Random

import numpy as np

from companion import catalog
from companion.camera.arrays import Pixels
from companion.camera.url import SourceUrl
from companion.core.clock import ManualClock
from companion.core.scene import Thing
from companion.simulator.board_set import GRAIN_MARK, SETS, dressed, with_grain
from companion.simulator.lamp import CEILING, Lamp, Shade
from companion.simulator.source import open_source
from companion.simulator.world import World

CAMERA = "rendered://?width=320&height=240&height_mm=400&noise=0&blur=0&lens=0&tilt_deg=25"
ART = catalog.game("karo").art


def seen(lamp: Lamp = CEILING, disc: str = "red circle", chosen: int = 0) -> Pixels:
    world = World(dressed(ART, SETS[chosen], "tile", "disc", 1))
    world.lay(Thing("tile", "wood"), (0.0, 0.0))
    world.lay(Thing("disc", disc, level=1), (0.0, 0.0))
    world.switch_lamp(lamp)
    with open_source(SourceUrl.parse(CAMERA), ManualClock(), world) as source:
        return source.full().pixels


def test_a_lamp_is_brighter_or_yellower_and_a_shade_darkens_its_own_side() -> None:
    plain = seen().astype(float)
    dim = seen(Lamp(light=0.5)).astype(float)
    assert 0.45 < dim.mean() / plain.mean() < 0.55
    yellow = seen(Lamp(cast=0.8)).astype(float)
    assert yellow[..., 0].mean() < plain[..., 0].mean()
    shaded = seen(Lamp(shade=Shade(0.0, 0.0, 0.1, 0.5))).astype(float)
    assert np.abs(shaded[:, :120] - plain[:, :120]).mean() < 1
    assert shaded[:, 200:].mean() < 0.6 * plain[:, 200:].mean()


def test_shadows_fall_away_from_the_lamp() -> None:
    left, right = (seen(Lamp(shadow_xy=(across, 0.0))).astype(float).mean(axis=2) for across in (-1.5, 1.5))
    darker_right = (left - right)[90:150]
    assert darker_right[:, 165:].mean() > 0 > darker_right[:, :155].mean()


def test_a_cone_shows_its_side_and_its_other_face_is_wider() -> None:
    art = dressed(ART, SETS[1], "tile", "disc", 1)
    plain, circle = art("disc", "white"), art("disc", "white circle")
    assert plain.foot > 1 > circle.foot
    assert circle.width_mm > plain.width_mm
    assert (seen(chosen=1, disc="white") != seen(chosen=1, disc="white circle")).any()


def test_each_tile_may_have_its_own_grain_and_discs_keep_their_colours() -> None:
    art = dressed(ART, SETS[2], "tile", "disc", 1)
    faces = {with_grain("wood", Random(n)) for n in range(30)}
    assert all(face.startswith(f"wood{GRAIN_MARK}") for face in faces)
    assert len({art("tile", face) for face in faces}) == len(faces) > 3
    assert art("disc", "red").ground != art("disc", "white").ground
