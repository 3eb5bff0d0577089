"""Simulates the flaws of a cheap camera: blur, exposure, white balance, noise, sharpening, JPEG quality."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def simulated_sensor(picture: NDArray[Any], rng: np.random.Generator) -> tuple[NDArray[np.uint8], int]:
    """Apply random camera flaws.

    Args:
        picture: (H, W, 3) uint8 BGR as rendered; unchanged.
        rng: source of all randomness.

    Returns:
        The picture as photographed, (H, W, 3) uint8 BGR, and a JPEG quality, 60 to 96, to store it with.
    """
    image: NDArray[Any] = picture.astype(np.float32) / 255
    if rng.random() < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.5)))
    image *= rng.uniform(0.85, 1.15, 3).astype(np.float32) * np.float32(np.exp(rng.normal(0, 0.15)))
    if rng.random() < 0.12:  # the exaggerated colours of an automatic camera
        grey = image.mean(axis=2, keepdims=True)
        image = grey + (image - grey) * rng.uniform(1.3, 2.2)
        image = 0.5 + (image - 0.45) * rng.uniform(1.2, 2.0)
    level = float(rng.uniform(0.002, 0.035))
    noise = rng.standard_normal(image.shape, dtype=np.float32)
    if rng.random() < 0.5:
        noise = cv2.GaussianBlur(noise, (0, 0), 0.7) * 1.8
    image = image + noise * level * np.sqrt(np.clip(image, 0.02, 1))
    if rng.random() < 0.4:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + (image - soft) * rng.uniform(0.3, 1.2)
    return np.clip(image * 255, 0, 255).astype(np.uint8), int(rng.integers(60, 97))
