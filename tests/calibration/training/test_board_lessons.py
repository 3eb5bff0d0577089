"""What the board lessons teach is what lies on the table."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.training.boards.layout import SIDES, Layout, random_hand, random_layout
from calibration.training.boards.lessons import SPOTS, UNLABELLED, labelled_places, without_lost_rings
from calibration.training.boards.truth import limb_mask, tile_outline
from companion.perception.boards.cell import CLASSES, HIDDEN, NO_TILE

pytestmark = pytest.mark.whole

SIZE_PX = (640, 480)
SEEDS = range(12)


def table(seed: int, with_hand: bool = False) -> Layout:
    rng = np.random.default_rng(seed)
    made = random_layout(rng, *SIZE_PX, hand_share=0.0)
    return replace(made, limbs=random_hand(rng, made)) if with_hand else made


@pytest.mark.parametrize("seed", SEEDS)
def test_every_tile_and_every_gap_beside_one_is_taught_once(seed: int) -> None:
    made = table(seed)
    at, values = labelled_places(np.random.default_rng(seed), made, limb_mask(made))
    cells = {tile.cell for tile in made.tiles}
    gaps = {(r + y, c + x) for r, c in cells for y, x in SIDES} - cells
    assert [CLASSES[value] for value in values[: len(cells)]] == [tile.mark for tile in made.tiles]
    assert set(values[len(cells) :]) == {NO_TILE}
    assert len(cells) + len(gaps) <= len(values) <= len(cells) + len(gaps) + 2 * SPOTS
    assert at.shape == (len(values), 3, 2)
    middles = [tile_outline(made, tile).mean(axis=0) for tile in made.tiles]
    assert at[: len(cells), 0] == pytest.approx(np.array(middles), abs=1.5)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_hand_hides_is_taught_as_hidden_and_the_rest_as_it_is(seed: int) -> None:
    made = table(seed, with_hand=True)
    hidden = limb_mask(made)
    _, values = labelled_places(np.random.default_rng(seed), made, hidden)
    for tile, value in zip(made.tiles, values, strict=False):
        own = np.zeros_like(hidden)
        cv2.fillConvexPoly(own, np.rint(tile_outline(made, tile)).astype(np.int32), 1)
        share = (own & hidden).sum() / own.sum()
        if share > 0.12:
            assert value == HIDDEN
        elif share == 0:
            assert value != HIDDEN
        if value not in (HIDDEN, UNLABELLED):
            assert value == CLASSES.index(tile.mark)


def with_circles(seed: int) -> Layout:
    return next(made for made in map(table, range(seed * 100, 10**6)) if any(tile.mark in "WR" for tile in made.tiles))


def values_of(made: Layout, picture: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    _, values = labelled_places(np.random.default_rng(0), made, limb_mask(made))
    return values, without_lost_rings(picture, made, values)


def lit(levels: int, most: int) -> np.ndarray:
    """A picture all of one grey, but for a bright corner."""
    picture = np.full((SIZE_PX[1], SIZE_PX[0], 3), levels, np.uint8)
    picture[:40, :40] = most
    return picture


@pytest.mark.parametrize("seed", SEEDS)
def test_a_circle_that_is_not_in_the_picture_is_not_taught(seed: int) -> None:
    made = with_circles(seed)
    values, kept = values_of(made, lit(120, 240))
    circled = np.isin(values, [CLASSES.index(mark) for mark in "WR"])
    assert (kept[circled] == UNLABELLED).all()
    assert (kept[~circled] == values[~circled]).all()


@pytest.mark.parametrize("most", [255, 230])
@pytest.mark.parametrize("seed", SEEDS)
def test_where_light_was_too_much_circles_are_taught_so_that_plain_discs_are_doubted(seed: int, most: int) -> None:
    """Also where the picture was toned down after the sensor had seen its most."""
    values, kept = values_of(with_circles(seed), lit(most, most))
    assert (kept == values).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_circle_that_can_be_seen_is_taught(seed: int) -> None:
    made, picture = with_circles(seed), np.full((SIZE_PX[1], SIZE_PX[0], 3), 120, np.uint8)
    turn = np.linspace(0, 2 * np.pi, 60)
    for disc in made.discs:
        if disc.mark.isupper():
            rim = np.column_stack([np.cos(turn), np.sin(turn)]) * disc.top_radius_mm * 0.5 + [disc.x_mm, disc.y_mm]
            seen = made.camera.project(np.column_stack([rim, np.full(60, disc.base_mm + disc.height_mm)]))
            cv2.polylines(picture, [np.rint(seen).astype(np.int32)], True, (40, 40, 40), 2)
    values, kept = values_of(made, picture)
    assert (kept == values).all()
