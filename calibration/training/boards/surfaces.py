"""Textures for drawn tables, 512 x 512: wood, cloth, checks, stripes, planks."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.boards.colours import hsv

SIDE_PX = 512  # side of a texture
GENERATED = 70  # number of generated textures
KINDS = ("cloth", "grain", "grain", "checked", "checked", "striped", "planks", "plain", "weave")
"""Kinds of generated textures, one drawn at random; repeated ones come more often."""


def surfaces(rng: np.random.Generator, woods: list[Path]) -> list[NDArray[np.float32]]:
    """Generated textures, and two crops of each photograph: each (512, 512, 3) float32 BGR, 0 to 1.

    Args:
        rng: source of all randomness.
        woods: files of photographed surfaces.

    Raises:
        FileNotFoundError: a photograph cannot be read.
    """
    bank: list[NDArray[np.float32]] = [_drawn(rng) for _ in range(GENERATED)]
    for path in woods:
        picture = cv2.imread(str(path))
        if picture is None:
            raise FileNotFoundError(path)
        for share in (1.0, 0.5):
            side = int(min(picture.shape[:2]) * share)
            y, x = (int(rng.integers(0, n - side + 1)) for n in picture.shape[:2])
            cut = cv2.resize(picture[y : y + side, x : x + side], (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
            bank.append(np.asarray(cut, np.float32) / np.float32(255))
    return bank


def grain(rng: np.random.Generator, side_px: int) -> NDArray[np.float32]:
    """Wood grain: noise stretched along x, (side_px, side_px) float32 with mean 0 and deviation 1."""
    noise = rng.standard_normal((side_px, side_px), dtype=np.float32)
    fine = cv2.GaussianBlur(noise, (0, 0), sigmaX=float(rng.uniform(4, 30)), sigmaY=float(rng.uniform(0.5, 1.8)))
    broad = cv2.GaussianBlur(noise, (0, 0), sigmaX=40, sigmaY=float(rng.uniform(3, 9)))
    mixed = fine / fine.std() + broad / broad.std() * rng.uniform(0, 0.8)
    return np.asarray(mixed / mixed.std(), dtype=np.float32)


def _drawn(rng: np.random.Generator) -> NDArray[np.float32]:
    n = SIDE_PX
    first, second = (hsv(rng.uniform(0, 1), rng.uniform(0, 0.8), rng.uniform(0.1, 0.95)) for _ in range(2))
    kind = str(rng.choice(KINDS))
    yy, xx = np.mgrid[:n, :n].astype(np.float32)
    strength = rng.uniform(0.02, 0.12)
    if kind in ("cloth", "plain", "weave"):
        noise = cv2.GaussianBlur(rng.standard_normal((n, n), dtype=np.float32), (0, 0), float(rng.uniform(0.6, 3)))
        share = noise / noise.std() * strength * (kind != "plain")
        if kind == "weave":
            share = share + 0.15 * np.sin(xx * rng.uniform(0.6, 2)) * np.sin(yy * rng.uniform(0.6, 2))
    elif kind == "grain":
        share, second = grain(rng, n) * strength, first * rng.uniform(0.3, 0.7)
    elif kind == "planks":
        wide = int(rng.choice([32, 64, 128]))
        tone = rng.normal(0, 0.3, n // wide + 1)[(yy // wide).astype(int)]
        share = grain(rng, n) * strength + tone - 0.7 * (yy % wide < 2)
        second = first * rng.uniform(0.3, 0.7)
    elif kind == "checked":
        k = int(rng.choice([8, 12, 16, 24]))
        share = ((xx * k // n + yy * k // n) % 2) if rng.random() < 0.6 else (xx * k // n % 2 + yy * k // n % 2) / 2
    else:
        share = (np.sin(2 * np.pi * xx * int(rng.integers(5, 30)) / n) > rng.uniform(-0.8, 0.8)) * 1.0
    picture = first + (second - first) * np.asarray(share, dtype=np.float32)[..., None]
    if kind in ("checked", "striped"):
        picture = picture + rng.standard_normal((n, n, 1), dtype=np.float32) * 0.03
    return np.clip(picture[..., ::-1], 0, 1).astype(np.float32)
