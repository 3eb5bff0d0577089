"""Features of a place: where a disc's middle is, and whether it bears a circle; on places drawn here."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.perception.boards.features import NO_OFFSET, OFFSET_STEP, OFFSETS, RELIEF, UNEVEN, PlaceFeatures, measure
from companion.perception.boards.place import PATCH_PX, PATCH_REACH, Floats

RADIUS, CIRCLE = 0.3, (0.12, 0.19)
"""Of a disc, and of its circle's inner and outer edge, in sides."""
FAINT = 0.6
"""Of its circle's contrast: a disc that stands out less from its tile is found by what was learnt, not by how even it
is; the tracker tries every middle then."""
FINE = 4
"""Pixels are drawn so much finer, each way, and averaged."""
off = st.tuples(*[st.floats(-0.1, 0.1)] * 2)
tile, disc = (st.tuples(*[st.floats(3.5, 5.4)] * 3) for _ in range(2))


def drawn(
    middle: tuple[float, float], tile_light: tuple[float, ...], disc_light: tuple[float, ...], ink: float
) -> Floats:
    """(PATCH_PX, PATCH_PX, 3): a disc on a tile, logarithms of light; its circle is darker by `ink`."""
    wide = PATCH_PX * FINE
    reach = (np.arange(wide) + 0.5) * 2 * PATCH_REACH / wide - PATCH_REACH
    u, v = np.meshgrid(reach, reach)
    away = np.hypot(u - middle[0], v - middle[1])[..., None]
    light = np.where(away < RADIUS, disc_light, tile_light)
    light = light - ink * ((away >= CIRCLE[0]) & (away < CIRCLE[1]))
    light = light - 0.3 * (np.maximum(np.abs(u), np.abs(v)) > 0.5)[..., None]
    return light.reshape(PATCH_PX, FINE, PATCH_PX, FINE, 3).mean(axis=(1, 3)).astype(np.float32)


def seen(*places: Floats) -> PlaceFeatures:
    return measure(np.stack(places))


def away(found: NDArray[np.int_], middle: tuple[float, float]) -> float:
    return float(np.hypot(*(OFFSETS[found[0]] - middle)))


@settings(max_examples=60, deadline=None)
@given(middle=off, tile=tile, disc=disc, ink=st.sampled_from((0.0, 0.25, 1.0, -0.5)))
def test_a_discs_middle_is_found_whatever_it_shows(
    middle: tuple[float, float], tile: tuple[float, ...], disc: tuple[float, ...], ink: float
) -> None:
    if abs(np.mean(tile) - np.mean(disc)) < max(0.15, FAINT * abs(ink)):
        return  # grey alone is looked at
    place = seen(drawn(middle, tile, disc, ink))
    assert away(place.best_offsets(None), middle) <= 1.5 * OFFSET_STEP
    assert away(place.best_offsets(np.zeros((1, 2))), middle) <= 1.5 * OFFSET_STEP


def test_a_top_that_seems_shifted_far_is_found_when_it_is_known_how_far() -> None:
    middle = (0.24, -0.14)
    place = seen(drawn(middle, (4.6, 4.6, 4.6), (5.0, 5.0, 5.0), 0.4))
    assert away(place.best_offsets(np.array([(0.2, -0.1)])), middle) <= 1.5 * OFFSET_STEP


def test_light_wood_beside_a_circle_is_not_taken_for_a_discs_middle() -> None:
    """A white disc with a black circle on a light tile: nothing is as even as the tile beside it."""
    middle = (0.0, -0.05)
    place = seen(drawn(middle, (4.9, 5.1, 5.3), (5.4, 5.4, 5.4), 1.2))
    assert away(place.best_offsets(None), middle) <= 1.5 * OFFSET_STEP


@pytest.mark.parametrize("ink", [0.15, -0.3, 1.0])
def test_a_circle_stands_out_wherever_its_middle_is_taken_to_be(ink: float) -> None:
    light = (3.7, 3.7, 3.8), (5.3, 5.3, 5.4)
    plain, circled = drawn((0.0, 0.0), *light, 0.0), drawn((0.0, 0.0), *light, ink)
    place = seen(plain, circled)
    for number in np.flatnonzero(np.hypot(*OFFSETS.T) <= 1.5 * OFFSET_STEP):
        even, relief = place.at_offsets(np.array([number, number]))[:, RELIEF]
        assert relief > even + 0.3
    assert place.at_offsets(np.array([NO_OFFSET, NO_OFFSET]))[0, UNEVEN] < -1.0


def test_no_places_have_no_middles() -> None:
    assert seen(drawn((0.0, 0.0), (5.0, 5.0, 5.0), (4.0, 4.0, 4.0), 0.0)).subset([]).best_offsets(None).shape == (0,)
