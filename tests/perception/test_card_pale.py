"""Cards that are bent, and hardly brighter than the table: people read them at a glance."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.camera.arrays import Pixels
from companion.games.kaplan.eyes import symbol_cards
from companion.perception.cards.coarse_windows import WindowMatch
from companion.perception.cards.quads import Quad, level_outlines
from companion.perception.cards.reader import CardReader
from companion.perception.cards.windows import agreed
from tests.perception.card_pictures import PlacedPiece, Shot, picture_of

CARDS = symbol_cards()
SHOT = Shot(size_xy=(820, 616), px_per_mm=4.0, wood=False)
TABLE, HAZE = 35, 110
"""Grey levels of the simulated table, and of the table in haze."""
WAVE_MM = 12.0
"""A bent card's length over an angle of one."""


def in_haze(ident: int, contrast: float, bent_px: float = 0.0) -> Pixels:
    """A card of which only a share of the contrast with the table is left, and that is bent by some pixels."""
    plain = picture_of(SHOT, [PlacedPiece(CARDS.draw_side(ident), (0.0, 0.0), 60.0)], np.random.default_rng(3))
    y, x = np.mgrid[: plain.shape[0], : plain.shape[1]].astype(np.float32)
    bent = (y + bent_px * np.sin(x / (WAVE_MM * SHOT.px_per_mm))).astype(np.float32)
    moved = cv2.remap(plain, x, bent, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(moved, (0, 0), 1.2).astype(np.float32)
    noise = np.random.default_rng(1).normal(0, 3, soft.shape)
    return np.asarray(np.clip(HAZE + contrast * (soft - TABLE) + noise, 0, 255), np.uint8)


@pytest.mark.parametrize("ident", [17, 62, 74])
@pytest.mark.parametrize(("contrast", "bent_px"), [(0.22, 0.0), (0.3, 9.0)])
def test_a_bent_or_pale_card_is_named(ident: int, contrast: float, bent_px: float) -> None:
    readings = CardReader(CARDS).read(in_haze(ident, contrast, bent_px))
    assert [each.ident for each in readings] == [ident]


@pytest.mark.parametrize("ident", [17, 62, 74, 101])
def test_a_card_with_hardly_any_contrast_left_is_unknown(ident: int) -> None:
    readings = CardReader(CARDS).read(in_haze(ident, 0.08, 9.0))
    assert {each.ident for each in readings} <= {ident, None}


def test_a_dented_outline_is_made_whole_by_one_level() -> None:
    """Light that falls off over the card; the paper is a quarter brighter than the table everywhere."""
    least = np.full((300, 400), 100, np.uint8)
    whole = np.array([[120, 80], [300, 80], [300, 200], [120, 200]])
    cv2.fillConvexPoly(least, whole, 150)
    dented = Quad(np.array([[120.0, 80.0], [200.0, 80.0], [180.0, 200.0], [120.0, 200.0]]), 1.5)
    found = [outline for outlines in level_outlines(least, dented) for outline in outlines]
    assert any(np.abs(cv2.boundingRect(each) - np.array([120, 80, 181, 121])).max() <= 1 for each in found)


def match(card: int, window: int, upside_down: bool = False) -> WindowMatch:
    return WindowMatch(card, window, upside_down, (0.0, 0.0), 0.3)


@pytest.mark.parametrize(
    ("matches", "which"),
    [
        ([match(75, 0), match(75, 1), match(75, 2)], {0, 1, 2}),
        ([match(75, 2, True), match(75, 1, True), match(75, 0, True)], {0, 1, 2}),
        ([match(75, 0), match(8, 1), match(75, 2)], {0, 2}),
        ([match(75, 1), match(75, 2)], {0, 1}),
        ([match(75, 2), match(75, 1), match(75, 0)], set()),
        ([match(75, 0), match(75, 1, True), match(76, 2)], set()),
        ([match(75, 0), match(75, 0), match(75, 0)], set()),
        ([match(75, 0)], set()),
    ],
)
def test_windows_agree_when_they_follow_each_other_on_one_card(matches: list[WindowMatch], which: set[int]) -> None:
    assert agreed(matches) == which
