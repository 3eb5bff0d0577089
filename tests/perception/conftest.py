"""Fixtures of the readers' tests."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import pytest


@pytest.fixture(scope="module")
def one_thread() -> Iterator[None]:
    """Pictures are small pieces here: waking other threads for them takes longer than the work."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)
