"""OpenCV's own messages on standard error, and how to keep them off it: people get our sentence instead."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cv2

SILENT = 0
"""OpenCV's LOG_LEVEL_SILENT."""


@contextmanager
def opencv_silent() -> Iterator[None]:
    """While this lasts OpenCV writes no messages, in any thread."""
    log: Any = cv2 if hasattr(cv2, "setLogLevel") else cv2.utils.logging  # OpenCV 4, and 5
    before = log.getLogLevel()
    log.setLogLevel(SILENT)
    try:
        yield
    finally:
        log.setLogLevel(before)
