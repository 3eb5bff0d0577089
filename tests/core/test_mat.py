"""The mat that the companion prints."""

from __future__ import annotations

from math import sqrt

import pytest

from companion.core.mat import TABLE_MAT

BLACK_MODULES = 6
"""Of a marker of 4 x 4 bits, with its black border."""


def test_the_mat_is_a_sheet_of_a1() -> None:
    """Half a square metre, and its sides are as the diagonal of a square is to its side."""
    assert TABLE_MAT.width_mm * TABLE_MAT.height_mm == pytest.approx(0.5e6, rel=0.002)
    assert TABLE_MAT.width_mm / TABLE_MAT.height_mm == pytest.approx(sqrt(2), rel=0.002)


def test_a_mat_that_was_printed_once_is_known_for_ever() -> None:
    """It lies on people's tables: where its markers are may never change."""
    corners = [marker.corners_mm[n] for n, marker in enumerate(TABLE_MAT.markers)]
    assert corners == [(-410.5, -287.0), (410.5, -287.0), (410.5, 287.0), (-410.5, 287.0)]
    inner = [marker.corners_mm[(n + 2) % 4] for n, marker in enumerate(TABLE_MAT.markers)]
    assert inner == [(-370.5, -247.0), (370.5, -247.0), (370.5, 247.0), (-370.5, 247.0)]


def test_a_marker_has_white_around_it_as_its_detector_needs() -> None:
    """One module of the marker at least."""
    for marker in TABLE_MAT.markers:
        for x, y in marker.corners_mm:
            to_edge_mm = min(TABLE_MAT.width_mm / 2 - abs(x), TABLE_MAT.height_mm / 2 - abs(y))
            assert to_edge_mm >= marker.side_mm / BLACK_MODULES
