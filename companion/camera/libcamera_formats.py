"""Converts the raw bytes of a libcamera buffer to a BGR picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels

PACKED = {
    "RGB888": (3, None),
    "BGR888": (3, cv2.COLOR_RGB2BGR),
    "XRGB8888": (4, cv2.COLOR_BGRA2BGR),
    "XBGR8888": (4, cv2.COLOR_RGBA2BGR),
}
"""Formats with all channels of a pixel together: bytes per pixel, and OpenCV's conversion to BGR (None: already BGR).
libcamera names the bytes from the last to the first in memory."""
PLANAR = {
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
}
"""Formats with a plane of brightness and half-size planes of colour: OpenCV's conversion to BGR."""
KNOWN = frozenset(PACKED) | frozenset(PLANAR)
"""Names of all formats that can be converted."""


def to_bgr(buffer: NDArray[np.uint8], name: str, size_xy: tuple[int, int], stride: int) -> Pixels:
    """Convert one picture.

    Args:
        buffer: (N,) uint8; rows are `stride` bytes apart, and may be longer than the picture is wide.
        name: the format, one of `KNOWN`.
        size_xy: width and height, px.
        stride: bytes from row to row.

    Returns:
        (H, W, 3) uint8 BGR.

    Raises:
        KeyError: the format is unknown.
    """
    width, height = size_xy
    if name in PACKED:
        depth, conversion = PACKED[name]
        rows = buffer[: height * stride].reshape(height, stride)[:, : width * depth].reshape(height, width, depth)
        return np.array(rows if conversion is None else cv2.cvtColor(rows, conversion), np.uint8)
    # The colour planes have half the stride, so the whole is one picture of `stride` columns; cut afterwards.
    planes = buffer[: height * stride * 3 // 2].reshape(height * 3 // 2, stride)
    return np.ascontiguousarray(cv2.cvtColor(planes, PLANAR[name])[:, :width], np.uint8)
