"""A fixed piece of work on a picture: machines are compared by how many times longer reading it takes."""

from __future__ import annotations

import time

import cv2

from companion.camera.arrays import Pixels

TIMES = 5
"""Blurs per picture that are averaged."""


def blur_ms(picture: Pixels) -> float:
    """Milliseconds of processor time for one Gaussian blur (9 x 9)."""
    start_s = time.process_time()
    for _ in range(TIMES):
        cv2.GaussianBlur(picture, (9, 9), 2.0)
    return (time.process_time() - start_s) * 1000 / TIMES
