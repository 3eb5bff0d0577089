"""Makes the bank file, the material of generated dice pictures: digits in many fonts, and surfaces.

    python -m calibration.training.dice.bank OUT.npz --fonts DIR [--fonts DIR ...] [--wood DIR]

`masks` (fonts, 18, CELL_PX, CELL_PX) uint8, 255 is ink: for each font the numbers 1 to 12 (6 and 9, indices 5 and 8,
marked with a dot), then 6 and 9 with each of three other marks. `surfaces` (N, TILE_PX, TILE_PX, 3) uint8 BGR.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.dice.cells import CELL_PX, DIGIT_SHARE
from calibration.training.dice.fonts import dice_fonts
from companion.simulator.dice_art import digit_mask

TILE_PX = 256  # side of a surface
MARK_STYLES = (("dot", 0.14, 1.0), ("dot", 0.08, 1.4), ("bar", 0.14, 1.0), ("bar", 0.22, 1.5))
"""Marks that tell 6 from 9: kind, gap below the digit and size, as `digit_mask` takes them."""
DRAWN_SURFACES = 96  # number of generated surfaces


def main() -> None:
    """Draws the bank and writes it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--fonts", type=Path, action="append", required=True)
    parser.add_argument("--wood", type=Path)
    args = parser.parse_args()
    fonts = dice_fonts(tuple(args.fonts))
    masks = np.stack([font_masks(font) for font in fonts])
    rng = np.random.default_rng(20261120)
    surfaces = [drawn_surface(rng, fonts) for _ in range(DRAWN_SURFACES)]
    for path in sorted(args.wood.glob("*.jpg")) if args.wood else []:
        surfaces += photo_tiles(path, rng)
    np.savez_compressed(args.out, masks=masks, surfaces=np.stack(surfaces))
    print(f"{len(fonts)} fonts, {len(surfaces)} surfaces, {args.out.stat().st_size} bytes")


def font_masks(font: Path) -> NDArray[np.uint8]:
    """The masks of one font, (18, CELL_PX, CELL_PX) uint8, in the order of the bank file."""
    first, *others = MARK_STYLES
    styles = [(str(n), first) for n in range(1, 13)] + [(d, style) for style in others for d in ("6", "9")]
    return np.stack([digit_mask(t, font, m, DIGIT_SHARE, CELL_PX, g, s) for t, (m, g, s) in styles])


def photo_tiles(path: Path, rng: np.random.Generator) -> list[NDArray[Any]]:
    """Two square crops of a photographed surface at different scales, each (TILE_PX, TILE_PX, 3) uint8 BGR.

    Raises:
        FileNotFoundError: the photograph cannot be read.
    """
    picture = cv2.imread(str(path))
    if picture is None:
        raise FileNotFoundError(path)
    tiles = []
    for share in (1.0, 0.45):
        side = int(min(picture.shape[:2]) * share)
        y, x = (int(rng.integers(0, n - side + 1)) for n in picture.shape[:2])
        tiles.append(cv2.resize(picture[y : y + side, x : x + side], (TILE_PX, TILE_PX), interpolation=cv2.INTER_AREA))
    return tiles


def drawn_surface(rng: np.random.Generator, fonts: list[Path]) -> NDArray[np.uint8]:
    """A generated surface, (TILE_PX, TILE_PX, 3) uint8 BGR: cloth, grain, checks, stripes, spots, shapes or numbers."""
    n = TILE_PX
    a, b = rng.uniform(0, 255, 3), rng.uniform(0, 255, 3)
    kind = rng.choice(["cloth", "cloth", "grain", "grain", "grain", "checked", "stripes", "spots", "shapes", "page"])
    yy, xx = np.mgrid[:n, :n]
    if kind in ("cloth", "grain"):
        noise = rng.normal(0, 1, (n, n)).astype(np.float32)
        long = 1.0 if kind == "cloth" else rng.uniform(8, 30)
        fine = cv2.GaussianBlur(noise, (0, 0), sigmaX=long, sigmaY=rng.uniform(0.6, 2.5))
        broad = cv2.GaussianBlur(noise, (0, 0), sigmaX=8 + 2 * long, sigmaY=8)
        share = fine / fine.std() * rng.uniform(0.05, 0.3) + broad / broad.std() * rng.uniform(0, 0.15)
        return np.clip(a + (b - a) * share[..., None], 0, 255).astype(np.uint8)
    if kind == "checked":
        k = int(rng.choice([4, 8, 16]))
        share = ((xx * k // n + yy * k // n) % 2).astype(np.float32)
    elif kind == "stripes":
        share = (np.sin(2 * np.pi * xx * int(rng.integers(3, 20)) / n) > rng.uniform(-0.8, 0.8)).astype(np.float32)
    else:
        sheet = np.zeros((n, n), np.float32)
        for _ in range(int(rng.integers(8, 40))):
            x, y = (int(v) for v in rng.integers(0, n, 2))
            size = int(rng.integers(4, 40))
            shade = float(rng.uniform(0.3, 1))
            if kind == "spots":
                cv2.circle(sheet, (x, y), size // 2, shade, -1, cv2.LINE_AA)
            elif kind == "shapes":
                angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 8))))
                points = np.stack([x + size * np.cos(angles), y + size * np.sin(angles)], 1).astype(np.int32)
                cv2.fillPoly(sheet, [points], shade, cv2.LINE_AA)
            else:
                mask = digit_mask(str(int(rng.integers(1, 40))), fonts[int(rng.integers(len(fonts)))], "dot", 0.4, 64)
                y, x = min(y, n - 64), min(x, n - 64)
                sheet[y : y + 64, x : x + 64] = np.maximum(sheet[y : y + 64, x : x + 64], mask / 255 * shade)
        share = sheet
    return np.clip(a + (b - a) * share[..., None], 0, 255).astype(np.uint8)


if __name__ == "__main__":
    main()
