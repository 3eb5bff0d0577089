"""Pictures that a capture hands out packed, as JPEG, are decoded when they are wanted, and no larger than wanted."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.camera.source import small_size_xy

REDUCED = {8: cv2.IMREAD_REDUCED_COLOR_8, 4: cv2.IMREAD_REDUCED_COLOR_4, 2: cv2.IMREAD_REDUCED_COLOR_2}
"""OpenCV's flags by the factor, largest first, by which JPEG pictures can be made smaller while they are decoded."""
AS_PACKED = -1
"""Value of OpenCV's CAP_PROP_FORMAT: pictures are handed out as they came."""
TRIED = 3
"""Pictures that are tried: of many webcams the first one is broken."""
JPEG = "MJPG"
"""OpenCV's name of a stream of JPEG pictures."""


def is_packed(capture: cv2.VideoCapture) -> bool:
    """Let a capture of a JPEG stream hand out its pictures packed; must be called before the first one. Returns whether
    it does."""
    is_jpeg = int(capture.get(cv2.CAP_PROP_FOURCC)) == cv2.VideoWriter.fourcc(*JPEG)
    return is_jpeg and bool(capture.set(cv2.CAP_PROP_FORMAT, AS_PACKED))


def hands_out_jpeg(capture: cv2.VideoCapture) -> bool:
    """Let a USB camera that gives JPEG pictures hand them out packed. Returns whether it does: some pictures are tried,
    and where none can be decoded it is left as it was."""
    is_jpeg = int(capture.get(cv2.CAP_PROP_FOURCC)) == cv2.VideoWriter.fourcc(*JPEG)
    if not is_jpeg or not capture.set(cv2.CAP_PROP_CONVERT_RGB, 0):
        return False
    for _ in range(TRIED):
        found, given = capture.retrieve() if capture.grab() else (False, None)
        if found and given is not None and min(given.shape) == 1 and unpacked(given, 1) is not None:
            return True
    capture.set(cv2.CAP_PROP_CONVERT_RGB, 1)
    return False


def unpacked(packed: NDArray[Any], factor: int) -> Pixels | None:
    """Decode a JPEG picture, `factor` (1 or one of `REDUCED`) times smaller; None where it is broken."""
    flag = REDUCED.get(factor, cv2.IMREAD_COLOR) | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        pixels = cv2.imdecode(packed.ravel(), flag)
    except cv2.error:
        return None
    return None if pixels is None else np.asarray(pixels, np.uint8)


def reduction(full_size_xy: tuple[int, int]) -> int:
    """The largest factor by which a full picture can be reduced and is not smaller than the small one."""
    small_xy = small_size_xy(full_size_xy)
    times = min(full // small for full, small in zip(full_size_xy, small_xy, strict=True))
    return next((factor for factor in REDUCED if factor <= times), 1)


def reduced_shape(full_size_xy: tuple[int, int], factor: int) -> tuple[int, int, int]:
    """The shape of a full picture that was decoded `factor` times smaller: OpenCV rounds up."""
    width, height = full_size_xy
    return -(-height // factor), -(-width // factor), 3
