"""How dice are turned tells tops from sides, and flat dice from leaning ones, from whatever side a camera looks."""

from __future__ import annotations

from math import atan2, degrees, pi

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.perception.dice import sides
from companion.perception.dice.face import Pose, rotated_crop, unfolded
from companion.perception.dice.shared_camera import SharedCamera, Told
from companion.perception.dice.sides import SIDES, Turned, TurnEstimator
from companion.perception.network import Network
from companion.simulator.dodecahedron import corners, face_normals, turn
from companion.simulator.pinhole import PinholeCamera

INRADIUS_MM = 9.3
ERROR = 0.03
SPOTS_MM = ((0.0, 0.0), (45.0, 20.0), (-40.0, 30.0))
YAWS_DEG = (10.0, 47.0, 23.0)
STEEP_DEG = 64.0
"""From here a side of a die looks as its top does from above."""


def axes_seen(
    camera: PinholeCamera, spot_mm: tuple[float, float], rotation: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A die's place in picture widths, and its axes in the camera's."""
    middle = np.array([*spot_mm, -INRADIUS_MM * (corners() @ rotation.T)[:, 2].min()])
    place = (camera.project(middle[None])[0] - [camera.width_px / 2, camera.height_px / 2]) / camera.width_px
    return place, camera.rotation @ rotation


def turned(axes: NDArray[np.float64], slope: NDArray[np.float64], nth: int = 1) -> Turned:
    """How a die of these axes, `slope` focal lengths from the picture's middle, is turned: by the face that faces the
    camera most, and the `nth` side of it."""
    normals = face_normals() @ axes.T
    face = normals[np.argmin(normals @ np.append(slope, 1.0))]
    side = normals[np.argsort(-(normals @ face))[nth]]

    def in_picture(vector: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(vector[:2] - vector[2] * slope)

    at = in_picture(face)
    x, y = unfolded(at) @ in_picture(side - side @ face * face)
    return Turned((float(at[0]), float(at[1])), ERROR, atan2(y, x), 0.99)


def told(
    tilt_deg: float,
    spots_mm: tuple[tuple[float, float], ...],
    leaning_deg: float = 0.0,
    upright: float | None = None,
    measured: bool = False,
) -> Told:
    """What dice tell that lie at these spots, of which the last one leans; upright: length of the table's upright by
    the view network, None: as it is."""
    camera = PinholeCamera(focal_px=1100.0, distance_mm=350.0, tilt_deg=tilt_deg)
    seen = []
    for number, spot in enumerate(spots_mm):
        lean = leaning_deg if number == len(spots_mm) - 1 else 0.0
        place, axes = axes_seen(camera, spot, turn(YAWS_DEG[number], lean, 100.0))
        seen.append((place, turned(axes, place * camera.width_px / camera.focal_px)))
    shape = len(seen)
    length = np.sin(np.radians(tilt_deg)) if upright is None else upright
    return SharedCamera(
        np.array([place for place, _ in seen]),
        np.array([how.face_xy for _, how in seen]),
        np.full(shape, -0.85),
        ERROR,
        np.tile([0.0, -length], (shape, 1)),
        np.array([(how.error, how.side_rad, how.agreement) for _, how in seen]),
        measured,
    ).told()


@pytest.mark.parametrize("tilt_deg", [0.0, 12.0, 30.0])
def test_from_above_three_dice_show_their_tops(tilt_deg: float) -> None:
    shares = told(tilt_deg, SPOTS_MM)
    assert shares.top.min() > 0.95
    assert shares.steep < 0.01


@pytest.mark.parametrize("upright", [None, 0.5, 0.4])
def test_from_far_aside_three_dice_show_sides_even_where_the_table_seems_seen_less_so(upright: float | None) -> None:
    shares = told(STEEP_DEG, SPOTS_MM, upright=upright)
    assert shares.top.max() < 0.05
    assert shares.side.min() > 0.9
    assert shares.steep > 0.9


def test_the_likeliest_camera_shows_where_the_tops_are_that_are_not_seen() -> None:
    shares = told(STEEP_DEG, SPOTS_MM)
    np.testing.assert_allclose(np.hypot(*shares.tops.T), np.sin(np.radians(STEEP_DEG)), atol=0.12)


def test_a_single_die_is_as_sure_as_its_table_is() -> None:
    assert told(0.0, SPOTS_MM[:1]).top[0] > 0.95
    assert told(STEEP_DEG, SPOTS_MM[:1]).top[0] < 0.5


def test_where_a_mat_tells_the_camera_a_single_die_shows_whether_it_leans_and_what_it_shows() -> None:
    spot = SPOTS_MM[:1]
    assert told(0.0, spot, measured=True).top[0] > 0.95
    assert told(STEEP_DEG, spot, measured=True).side[0] > 0.95
    assert told(20.0, spot, leaning_deg=24.0, measured=True).leaning[0] > 0.7
    assert told(20.0, spot, leaning_deg=24.0).leaning[0] < 0.2, "the camera alone might as well hang askew"


@pytest.mark.parametrize("tilt_deg", [0.0, 30.0])
def test_a_die_that_leans_is_neither(tilt_deg: float) -> None:
    shares = told(tilt_deg, SPOTS_MM, leaning_deg=28.0)
    assert shares.leaning[2] > 0.8
    assert shares.top[:2].min() > 0.9


def test_shares_add_up_to_one() -> None:
    shares = told(40.0, SPOTS_MM, leaning_deg=12.0)
    np.testing.assert_allclose(shares.top + shares.side + shares.leaning, 1.0)


@pytest.mark.parametrize("off_xy", [(0.0, 0.0), (0.1, -0.05), (-0.15, 0.2)])
def test_how_a_die_is_turned_follows_from_the_networks_answers(
    off_xy: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = PinholeCamera(tilt_deg=25.0)
    _, axes = axes_seen(camera, (0.0, 0.0), turn(33.0))
    slope = np.zeros(2)
    truth = turned(axes, slope)
    expected = np.array(truth.face_xy) - off_xy
    pose = Pose((400 + 40 * expected[0], 300 + 40 * expected[1]), (400.0, 300.0), 40.0, 5.0, -5.0)
    answers = []
    for turn_deg in sides.TURNS_DEG:
        angle = SIDES * (turned(axes, slope, nth=2).side_rad - np.radians(turn_deg))
        c, s = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
        across, down = np.array([[c, s], [-s, c]]) @ off_xy
        answers.append([np.cos(angle), np.sin(angle), across, down, np.log(ERROR)])
    monkeypatch.setattr(Network, "__init__", lambda self, model, of_crops: None)
    monkeypatch.setattr(Network, "__call__", lambda self, batch: np.array(answers, np.float32))
    (how,) = TurnEstimator(sides.Path("unused")).turned(np.zeros((600, 800, 3), np.uint8), [pose])
    np.testing.assert_allclose(how.face_xy, truth.face_xy, atol=1e-5)
    apart = (how.side_rad - truth.side_rad + pi / SIDES) % (2 * pi / SIDES) - pi / SIDES
    assert abs(degrees(apart)) < 1e-3
    assert how.error == pytest.approx(ERROR, rel=1e-5)
    assert how.agreement == pytest.approx(1.0)


@pytest.mark.parametrize("aside_xy", [(0.0, -0.6), (0.6, 0.0), (0.4, 0.4)])
def test_a_face_that_is_seen_from_aside_is_unfolded(aside_xy: tuple[float, float]) -> None:
    side, radius = 200, 60.0
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    aside = np.hypot(*aside_xy)
    along = (x * aside_xy[0] + y * aside_xy[1]) / aside
    across = (y * aside_xy[0] - x * aside_xy[1]) / aside
    ellipse = (along / np.sqrt(1 - aside**2)) ** 2 + across**2 < radius**2
    picture = np.repeat(np.where(ellipse, 255, 0).astype(np.uint8)[..., None], 3, 2)
    middle = ((side - 1) / 2, (side - 1) / 2)
    crop = rotated_crop(picture, middle, 80.0, 30.0, 48, aside_xy)[..., 0]
    rows, columns = np.nonzero(crop > 127)
    assert abs(np.ptp(rows) - np.ptp(columns)) <= 1
    assert np.ptp(rows) == pytest.approx(36, abs=2)
