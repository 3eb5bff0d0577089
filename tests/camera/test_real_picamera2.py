"""The system's own picamera2, where it is and finds a camera: a Pi's, or libcamera's virtual one; skipped elsewhere."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from companion.camera.picamera2_source import open_source
from companion.camera.url import SourceUrl
from companion.core.clock import SystemClock


def real_picamera2() -> Any:
    """The class, as the system has it; the test is skipped where there is none, or it finds no camera."""
    try:
        driver = importlib.import_module("picamera2").Picamera2
        found = driver.global_camera_info()
    except Exception as error:  # it raises what it likes: no library, no kernel driver, another numpy
        pytest.skip(f"the system has no picamera2 that works ({type(error).__name__})")
    if not found:
        pytest.skip("picamera2 finds no camera: neither a module nor libcamera's virtual one")
    return driver


def test_it_opens_gives_both_sizes_and_is_given_back() -> None:
    real_picamera2()
    for _ in range(2):  # the second time it is free again
        with open_source(SourceUrl.parse("picamera2://0?width=1280&height=720&rotation=180"), SystemClock()) as source:
            width, height = source.full_size_xy
            small, full = source.small(), source.full()
        assert full.pixels.shape == (height, width, 3)
        assert small.pixels.shape[1] <= 640
        assert full.pixels.dtype == np.uint8
        assert full.number > small.number
