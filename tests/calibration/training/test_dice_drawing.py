"""The drawn parts of training pictures, without the training itself."""

from __future__ import annotations

import numpy as np

from calibration.training.dice.bank import drawn_surface, font_masks
from calibration.training.dice.cells import CELL_PX
from calibration.training.dice.fonts import dice_fonts
from calibration.training.dice.shapes import distractors, dodecahedron, icosahedron
from calibration.training.tracing.sensor import simulated_sensor
from companion.simulator.dice_art import DEFAULT_FONT


def test_the_products_own_font_may_stand_on_dice() -> None:
    assert DEFAULT_FONT in dice_fonts((DEFAULT_FONT.parent,))


def test_a_fonts_masks_are_eighteen_different_looks() -> None:
    masks = font_masks(DEFAULT_FONT).astype(int)
    assert masks.shape == (18, CELL_PX, CELL_PX)
    for i, mask in enumerate(masks):
        assert all(abs(mask - other).mean() > 0.3 for other in masks[:i])


def test_surfaces_follow_their_seed() -> None:
    fonts = [DEFAULT_FONT]
    first = [drawn_surface(np.random.default_rng(seed), fonts) for seed in range(12)]
    again = [drawn_surface(np.random.default_rng(seed), fonts) for seed in range(12)]
    for one, other in zip(first, again, strict=True):
        np.testing.assert_array_equal(one, other)
    assert len({surface.tobytes() for surface in first}) == 12


def test_the_sensor_follows_its_seed_and_keeps_the_picture_recognisable() -> None:
    picture = np.zeros((60, 80, 3), np.uint8)
    picture[20:40, 30:50] = 200
    for seed in range(20):
        seen, quality = simulated_sensor(picture, np.random.default_rng(seed))
        again, _ = simulated_sensor(picture, np.random.default_rng(seed))
        np.testing.assert_array_equal(seen, again)
        assert (seen.shape, seen.dtype) == (picture.shape, picture.dtype)
        assert 60 <= quality <= 96
        assert seen[25:35, 35:45].mean() > seen[:10].mean() + 60


def test_bodies_are_convex_with_digits_upright_in_their_faces() -> None:
    bodies = [dodecahedron(), icosahedron(), *distractors()]
    assert [len(body.heights) for body in bodies[:2]] == [12, 20]
    for body in bodies:
        np.testing.assert_allclose(np.linalg.norm(body.normals, axis=1), 1, atol=1e-3)
        np.testing.assert_allclose((body.normals * body.up).sum(1), 0, atol=1e-9)
        np.testing.assert_allclose(np.cross(body.normals, body.up), body.right, atol=1e-9)
        assert (body.heights > 0).all()


def test_the_icosahedron_lies_on_a_face() -> None:
    normals = icosahedron().normals
    np.testing.assert_allclose(normals[0], [0, 0, 1], atol=1e-9)
    assert normals[:, 2].min() < -0.999
