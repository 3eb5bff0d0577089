"""Matching windows in a coarse picture: the deck's own, off their place, and other things."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.drawing.sprite import MARGIN_PX, sprite
from companion.games.kaplan.eyes import symbol_cards
from companion.perception.cards.coarse_windows import CoarseWindowMatcher
from companion.perception.cards.pyramid import Pyramid
from companion.perception.cards.templates import templates_for
from companion.perception.cards.windows import WORTH_FITTING

CARDS = symbol_cards()
PX_PER_MM = 4.0


@pytest.fixture(scope="module")
def names() -> CoarseWindowMatcher:
    return CoarseWindowMatcher(CARDS, templates_for(CARDS))


def drawn(index: int) -> Pyramid:
    face = sprite(CARDS.draw_side(CARDS.known[index].ident), PX_PER_MM)[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX, :3]
    return Pyramid(np.asarray(cv2.cvtColor(np.ascontiguousarray(face), cv2.COLOR_BGR2GRAY), np.uint8))


def place(window: int, off_mm: tuple[float, float] = (0.0, 0.0), half_turn: bool = False) -> np.ndarray:
    """A window's mm to pixels of `drawn`, shifted by the given offset."""
    x, y = np.array(CARDS.windows_xy_mm[window]) + off_mm + np.array([CARDS.width_mm, CARDS.height_mm]) / 2
    sign = -PX_PER_MM if half_turn else PX_PER_MM
    return np.array([[sign, 0, x * PX_PER_MM - 0.5], [0, sign, y * PX_PER_MM - 0.5], [0, 0, 1]])


@pytest.mark.parametrize("window", range(3))
@pytest.mark.parametrize("half_turn", [False, True])
def test_a_window_two_millimetres_off_is_named_and_found(
    names: CoarseWindowMatcher, window: int, half_turn: bool
) -> None:
    named = names.best(drawn(29), place(window, (1.8, -1.6), half_turn))
    assert (named.card, named.window, named.upside_down) == (29, window, half_turn)
    assert named.score > 0.6
    back = np.array([1.75, -1.75]) if half_turn else np.array([-1.75, 1.75])
    assert named.shift_mm == pytest.approx(tuple(back))


def test_noise_and_plain_paper_name_nothing(names: CoarseWindowMatcher) -> None:
    noise = np.random.default_rng(4).integers(60, 200, (352, 252)).astype(np.uint8)
    assert names.best(Pyramid(noise), place(1)).score < WORTH_FITTING
    assert names.best(Pyramid(np.full((352, 252), 230, np.uint8)), place(1)).score < WORTH_FITTING


def test_a_picture_is_shrunk_before_it_is_looked_at_small() -> None:
    checks = np.where(np.indices((400, 400)).sum(axis=0) % 2, 255, 0).astype(np.uint8)
    middle = np.array([[20.0, 0, 200], [0, 20.0, 200], [0, 0, 1]])
    seen = Pyramid(checks).top_view(middle, 10.0, 10.0, 2.0)
    assert 126 <= seen.min() <= seen.max() <= 129
