"""Leaning dice, among dice whose positions follow exactly from a camera and a table."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.perception.dice.shared_camera import SharedCamera
from companion.simulator.dodecahedron import corners, turn
from companion.simulator.pinhole import PinholeCamera

INRADIUS_MM = 9.3
SIGMA = 0.04
NO_OPINION = -0.85


def seen(
    camera: PinholeCamera, spot_mm: tuple[float, float], tilt_deg: float = 0.0, toward_deg: float = 0.0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Place (picture widths from the middle) and displaced top (radii) of one die as the camera sees it."""
    rotation = turn(0.0, tilt_deg, toward_deg)
    middle = np.array([*spot_mm, -INRADIUS_MM * (corners() @ rotation.T)[:, 2].min()])
    top = middle + INRADIUS_MM * rotation[:, 2]
    middle_px, top_px = camera.project(np.stack([middle, top]))
    depth = float((camera.rotation @ (top - camera.position_mm))[2])
    place = (middle_px - [camera.width_px / 2, camera.height_px / 2]) / camera.width_px
    return place, (top_px - middle_px) / (camera.focal_px * INRADIUS_MM / depth)


def shares(dice: list[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> NDArray[np.float64]:
    """The probabilities of leaning, without the network's own opinion."""
    places, displaced = (np.array(part) for part in zip(*dice, strict=True))
    return SharedCamera(places, displaced, np.full(len(dice), NO_OPINION), SIGMA).told().leaning


@pytest.mark.parametrize("focal_px", [800.0, 1000.0, 1300.0])
@pytest.mark.parametrize("tilt_deg", [0.0, 6.0, 12.0])
def test_flat_dice_are_flat_wherever_they_lie(focal_px: float, tilt_deg: float) -> None:
    camera = PinholeCamera(focal_px=focal_px, distance_mm=250.0, tilt_deg=tilt_deg)
    for spot in ((0.0, 0.0), (90.0, 50.0), (-80.0, 40.0)):
        assert shares([seen(camera, spot)]).max() < 0.5
    assert shares([seen(camera, s) for s in ((0.0, 0.0), (90.0, 50.0), (-80.0, 40.0))]).max() < 0.1


@pytest.mark.parametrize("toward_deg", [0.0, 80.0, 200.0])
def test_a_leaning_die_stands_out_between_two_flat_ones(toward_deg: float) -> None:
    camera = PinholeCamera(focal_px=1000, distance_mm=250.0, tilt_deg=5.0)
    dice = [seen(camera, (70.0, 30.0)), seen(camera, (-60.0, 40.0)), seen(camera, (0.0, -40.0), 20.0, toward_deg)]
    flat, also_flat, leaning = shares(dice)
    assert leaning > 0.8
    assert max(flat, also_flat) < 0.1


def test_the_networks_opinion_counts() -> None:
    camera = PinholeCamera(focal_px=1000, distance_mm=250.0)
    place, displaced = (part[None] for part in seen(camera, (0.0, 0.0), 12.0, 0.0))
    doubtful, told = (
        float(SharedCamera(place, displaced, np.array([look]), SIGMA).told().leaning[0]) for look in (-4.0, 3.0)
    )
    assert doubtful < 0.2
    assert told > 0.5


def test_the_others_tell_where_a_leaning_dies_top_belongs() -> None:
    camera = PinholeCamera(focal_px=1000, distance_mm=250.0, tilt_deg=8.0)
    spots = ((70.0, 30.0), (-60.0, 40.0), (40.0, -45.0), (-70.0, -30.0))
    flat = [seen(camera, spot) for spot in spots]
    leaning = [*flat[:-1], seen(camera, spots[-1], 25.0, 30.0)]
    places, displaced = (np.array(part) for part in zip(*leaning, strict=True))
    expected = SharedCamera(places, displaced, np.full(4, NO_OPINION), SIGMA).told().expected
    np.testing.assert_allclose(expected[-1], flat[-1][1], atol=0.08)
    assert np.hypot(*(displaced[-1] - flat[-1][1])) > 0.3


def test_no_dice_no_shares() -> None:
    nothing = SharedCamera(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0), SIGMA)
    assert nothing.told().leaning.shape == (0,)
    assert nothing.told().expected.shape == (0, 2)
