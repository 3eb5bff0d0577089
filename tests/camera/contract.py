"""The contract of every `FrameSource`, whatever is behind it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.camera.source import SMALL_MAX_XY, Frame, FrameSource, SourceEnded, SourceFailed

SAME_PICTURE_LEVELS = 8.0
"""Mean difference in grey levels between a full frame made small and the small frame: noise and sharpness, no more."""


def check_source(open_source: Callable[[], FrameSource]) -> None:
    """Open a source that has at least three frames of a table at rest, and check that it keeps the contract."""
    with open_source() as source:
        frames = [source.small(), source.full(), source.small(), source.small()]
        _check_sizes(source, frames)
        assert [frame.number for frame in frames] == sorted({frame.number for frame in frames})
        assert [frame.taken_s for frame in frames] == sorted(frame.taken_s for frame in frames)
        for frame in frames:
            with pytest.raises(ValueError, match="read-only"):
                frame.pixels[0, 0, 0] = 0
        small, full = frames[0].pixels, frames[1].pixels
        shrunk = cv2.resize(full, small.shape[1::-1], interpolation=cv2.INTER_AREA)
        assert np.abs(shrunk.astype(float) - small).mean() < SAME_PICTURE_LEVELS
    source.close()
    for look in (source.small, source.full):
        with pytest.raises((SourceEnded, SourceFailed)):
            look()


def _check_sizes(source: FrameSource, frames: list[Frame]) -> None:
    width, height = source.full_size_xy
    assert frames[1].pixels.shape == (height, width, 3)
    small_height, small_width, _ = frames[0].pixels.shape
    assert small_width <= SMALL_MAX_XY[0]
    assert small_height <= SMALL_MAX_XY[1]
    assert abs(small_width / small_height - width / height) < 0.02 * width / height
    assert {frame.pixels.shape for frame in frames[2:]} == {frames[0].pixels.shape}
    assert {frame.pixels.dtype for frame in frames} == {np.dtype(np.uint8)}
