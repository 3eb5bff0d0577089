"""The fields of view in docs/cameras.md are the program's, and their figures are those of the simulated camera."""

from __future__ import annotations

from math import tan

import pytest

from companion.camera.lenses import FILLS, MODULES, Module, module_called
from companion.core.mat import TABLE_MAT
from companion.simulator.pinhole import PinholeCamera
from tests.house.lenses import DRAWING, PAGE, drawing, page


def test_the_page_and_its_drawing_are_made_from_the_program() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.house.lenses"
    assert DRAWING.read_text(encoding="utf-8") == drawing(), "run python -m tests.house.lenses"


@pytest.mark.parametrize("module", MODULES, ids=lambda each: each.key)
def test_from_its_height_a_camera_sees_the_whole_mat_and_hardly_more(module: Module) -> None:
    height_mm = module.height_mm()
    camera = PinholeCamera(*module.size_xy, module.focal_per_width * module.size_xy[0], height_mm)
    x, y = TABLE_MAT.width_mm / 2, TABLE_MAT.height_mm / 2
    (left, top), (right, bottom) = camera.project([[-x, -y, 0.0], [x, y, 0.0]])  # type: ignore[arg-type]
    width, height = module.size_xy
    assert max((right - left) / width, (bottom - top) / height) == pytest.approx(FILLS, abs=0.001)
    assert (right - left) / TABLE_MAT.width_mm == pytest.approx(module.px_per_mm(height_mm), rel=0.001)
    wide, deep = module.seen_mm(height_mm)
    assert (wide / width, deep / height) == pytest.approx([1 / module.px_per_mm(height_mm)] * 2)


def test_focal_lengths_are_of_the_fields_of_view() -> None:
    module = module_called("module-2")
    assert module is not None
    assert module.focal_per_width == pytest.approx(0.829, abs=0.001)
    assert 2 * tan(0.5) * Module("x", module.name, 57.2958, (2, 2)).focal_per_width == pytest.approx(1.0, abs=1e-4)
    assert module_called("none such") is None
