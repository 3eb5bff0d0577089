"""Shapes that are drawn around the origin, put where they belong."""

from __future__ import annotations

from companion.core.art import Circle, Polygon
from companion.core.placing import placed

LEAF = Polygon(((1.0, 2.0), (3.0, 2.0), (1.0, 5.0)), fill="#00ff00", stroke_mm=0.5)
EYE = Circle((1.0, -2.0), 4.0, fill="#000000", stroke_mm=0.5)


def test_shapes_are_moved_and_scaled_with_their_lines() -> None:
    leaf, eye = placed([LEAF, EYE], (10.0, 20.0), 2.0)
    assert isinstance(leaf, Polygon)
    assert isinstance(eye, Circle)
    assert (leaf.points_mm, leaf.stroke_mm) == (((12.0, 24.0), (16.0, 24.0), (12.0, 30.0)), 1.0)
    assert (eye.centre_mm, eye.radius_mm, eye.stroke_mm) == ((12.0, 16.0), 8.0, 1.0)


def test_a_mirror_exchanges_left_and_right_alone() -> None:
    (leaf,) = placed([LEAF], (10.0, 20.0), mirrored=True)
    assert isinstance(leaf, Polygon)
    assert leaf.points_mm == ((9.0, 22.0), (7.0, 22.0), (9.0, 25.0))
