"""The die's geometry, compared with that of a dodecahedron."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.simulator import dodecahedron as d12
from companion.simulator.dice_art import DEFAULT_FONT, digit_mask
from companion.simulator.pinhole import PinholeCamera

GOLDEN = (1 + 5**0.5) / 2


def test_twelve_faces_look_away_from_each_other_by_the_known_angles() -> None:
    normals = d12.face_normals()
    assert normals.shape == (12, 3)
    np.testing.assert_allclose(normals[0], [0, 0, 1], atol=1e-12)
    np.testing.assert_allclose(normals, -normals[::-1], atol=1e-12)
    cosines = np.round(normals @ normals.T, 9)
    want = {1.0: 1, 0.447213595: 5, -0.447213595: 5, -1.0: 1}
    for row in cosines:
        assert {float(v): int((row == v).sum()) for v in np.unique(row)} == want


def test_corners_lie_on_three_faces_each_at_the_known_radii() -> None:
    corners = d12.corners()
    reach = corners @ d12.face_normals().T
    assert corners.shape == (20, 3)
    assert (np.isclose(reach, 1).sum(axis=1) == 3).all()
    assert (reach <= 1 + 1e-9).all()
    np.testing.assert_allclose(np.linalg.norm(corners, axis=1), d12.CORNER_RADIUS)
    np.testing.assert_allclose(np.hypot(corners[:, 0], corners[:, 1]).max(), d12.OUTLINE_RADIUS)
    top = corners[np.isclose(corners[:, 2], 1)]
    np.testing.assert_allclose(np.hypot(top[:, 0], top[:, 1]), [d12.FACE_RADIUS] * 5)
    assert pytest.approx(d12.OUTLINE_RADIUS / d12.FACE_RADIUS) == GOLDEN


def test_digits_stand_in_their_face_and_are_not_mirrored() -> None:
    right, up = d12.face_axes()
    normals = d12.face_normals()
    np.testing.assert_allclose((right * normals).sum(1), 0, atol=1e-12)
    np.testing.assert_allclose((up * normals).sum(1), 0, atol=1e-12)
    # seen from above, x right and y down, a digit whose up is -y has its right at +x
    np.testing.assert_allclose(np.cross(normals, up), right, atol=1e-12)


@given(st.integers(1, 12), st.floats(0, 360), st.integers(0, 2**32 - 1))
def test_the_wanted_value_comes_to_the_top(value: int, yaw_deg: float, seed: int) -> None:
    values = d12.shuffled_values(np.random.default_rng(seed))
    rotation = d12.turn(yaw_deg) @ d12.turn_to_top(value, values)
    heights = (rotation @ d12.face_normals().T)[2]
    assert values[int(np.argmax(heights))] == value
    assert values[int(np.argmin(heights))] == 13 - value
    assert pytest.approx(1.0) == float(np.linalg.det(rotation))


@given(st.floats(1, 40), st.floats(0, 360))
def test_a_leaning_die_leans_where_it_is_told(tilt_deg: float, toward_deg: float) -> None:
    top = d12.turn(123.0, tilt_deg, toward_deg)[:, 2]
    assert pytest.approx(tilt_deg) == float(np.degrees(np.arccos(top[2])))
    assert pytest.approx(np.cos(np.radians(toward_deg)), abs=1e-6) == top[0] / np.hypot(top[0], top[1])


@given(st.integers(0, 2**32 - 1))
def test_opposite_faces_add_up_to_thirteen(seed: int) -> None:
    values = d12.shuffled_values(np.random.default_rng(seed))
    assert sorted(values) == list(range(1, 13))
    assert [a + b for a, b in zip(values, values[::-1], strict=True)] == [13] * 12


@given(st.floats(0, 40), st.floats(0, 360), st.floats(-150, 150), st.floats(-150, 150), st.floats(0, 30))
def test_pixels_come_back_to_their_millimetres(
    tilt_deg: float, turn_deg: float, x_mm: float, y_mm: float, z_mm: float
) -> None:
    camera = PinholeCamera(tilt_deg=tilt_deg, turn_deg=turn_deg)
    pixel = camera.project(np.array([[x_mm, y_mm, z_mm]]))
    np.testing.assert_allclose(camera.on_table(pixel, z_mm), [[x_mm, y_mm]], atol=1e-6)


def test_the_camera_sees_right_to_the_right_and_the_viewer_below() -> None:
    camera = PinholeCamera(distance_mm=500, focal_px=1000)
    middle, right, near, high = camera.project(np.array([[0, 0, 0], [10, 0, 0], [0, 10, 0], [10, 0, 50.0]]))
    np.testing.assert_allclose(middle, [511.5, 383.5])
    np.testing.assert_allclose(right - middle, [20, 0], atol=1e-9)
    np.testing.assert_allclose(near - middle, [0, 20], atol=1e-9)
    np.testing.assert_allclose((high - middle)[0], 10 * 1000 / 450)


def test_a_camera_without_length_is_refused() -> None:
    with pytest.raises(ValueError, match="above zero"):
        PinholeCamera(focal_px=0)


def test_six_and_nine_differ_by_their_mark_alone() -> None:
    for mark in ("dot", "bar"):
        six = digit_mask("6", DEFAULT_FONT, mark).astype(int)
        nine = digit_mask("9", DEFAULT_FONT, mark).astype(int)
        bare = digit_mask("6", DEFAULT_FONT, mark, mark_size=0.0).astype(int)
        assert abs(six - nine[::-1, ::-1]).mean() > 2
        assert (six - bare).clip(0).sum() > 1000
        # the mark stands at the digit's foot: below the middle
        rows = np.nonzero((six - bare).clip(0).sum(axis=1))[0]
        assert rows.min() > six.shape[0] // 2
