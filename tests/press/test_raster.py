"""Pictures of exact size, without seams, within their limit."""

from __future__ import annotations

import numpy as np
import pytest

from companion.core.art import Art
from companion.press import raster
from companion.press.raster import MOST_PX, fitting_dpi, picture, size_px
from tests.press.samples import face


@pytest.mark.parametrize("dpi", [72, 150, 300, 333])
@pytest.mark.parametrize(("width_mm", "height_mm"), [(63.0, 88.0), (20.0, 20.0), (44.4, 31.7)])
def test_the_size_is_millimetres_times_dots(width_mm: float, height_mm: float, dpi: int) -> None:
    art = face("any", width_mm, height_mm).art
    drawn = picture(art, dpi)
    assert drawn.shape == (round(height_mm * dpi / 25.4), round(width_mm * dpi / 25.4), 3)
    assert size_px(art, dpi) == (drawn.shape[1], drawn.shape[0])


@pytest.mark.parametrize("is_round", [False, True])
@pytest.mark.parametrize("dpi", [72, 300, 1200])
def test_the_ground_reaches_into_the_corners(is_round: bool, dpi: int) -> None:
    drawn = picture(Art(12.0, 12.0, 0.3, is_round, "#1d2440"), dpi)
    assert np.unique(drawn.reshape(-1, 3), axis=0).tolist() == [[0x1D, 0x24, 0x40]]


def test_shapes_lie_where_they_belong() -> None:
    """At ten dots a millimetre: the red box above the middle, the blue disc below it."""
    drawn = picture(face("", 40.0, 60.0).art, 254).astype(int)
    red = np.argwhere((abs(drawn - (0xC1, 0x2A, 0x22))).sum(axis=2) < 30)
    assert red.min(axis=0) == pytest.approx([75, 100], abs=1)
    assert red.max(axis=0) == pytest.approx([224, 299], abs=1)
    blue = np.argwhere((abs(drawn - (0x1F, 0x62, 0xB0))).sum(axis=2) < 30)
    assert blue.mean(axis=0) == pytest.approx([449.5, 199.5], abs=1)


def test_tiles_leave_no_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    art = face("seams", 40.0, 60.0).art
    whole = picture(art, 200).astype(int)
    monkeypatch.setattr(raster, "TILE_PX", 101)
    parts = picture(art, 200).astype(int)
    # Letters are set to whole pixels of the tile that they are drawn on.
    assert (abs(whole - parts).max(axis=2) > 60).mean() < 0.01
    assert abs(whole - parts).mean() < 0.5


def test_a_large_board_is_drawn_with_fewer_dots() -> None:
    mat = Art(841.0, 594.0, 2.0, False, "#2f4a47")
    assert fitting_dpi(mat, 300) == 300
    for dpi in (600, 1200):
        fits = fitting_dpi(mat, dpi)
        width, height = size_px(mat, fits)
        assert width * height <= MOST_PX < 1.02 * width * height
    assert fitting_dpi(Art(63.0, 88.0, 0.3, False, "#ffffff"), 1200) == 1200
