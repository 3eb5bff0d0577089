"""Selects fonts on this machine whose digits are suitable for dice."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from companion.simulator.dice_art import digit_mask

UNFIT = (
    "Symbol",
    "Dingbat",
    "Emoji",
    "Icons",
    "Math",
    "Braille",
    "OpenSymbol",
    "Standard",
    "D050",
    "Mathjax",
    "Barcode",
    "Thin",
    "Hairline",
    "ExtraLight",
    "UltraLight",
    "Light",
    "LCD",
    "msam",
    "msbm",
    "cmsy",
    "cmex",
    "cmmi",
    "eufm",
    "esint",
    "rsfs",
    "stmary",
    "wasy",
    "Fallback",
    "Initials",
    "Outline",
    "Titling",
    "Keyboard",
)
"""Parts of the names of fonts without plain digits of ordinary weight."""
LEAST_INK = 0.18  # least share of ink in a digit's square: thinner strokes vanish at the sizes that are read
MOST_INK = 0.62  # most share of ink: with more it is a block, not a digit
LEAST_DIFFERENCE = (
    6.0  # mean difference of two digits' masks (0 to 255) up to which they count as the same placeholder glyph
)


def dice_fonts(folders: tuple[Path, ...]) -> list[Path]:
    """Paths of the suitable fonts (.ttf, .otf) under `folders`, sorted: nine different digits of ordinary weight."""
    files = sorted(p for folder in folders for p in folder.rglob("*") if p.suffix.lower() in (".ttf", ".otf"))
    return [p for p in files if not any(word.lower() in p.name.lower() for word in UNFIT) and _fit(p)]


@lru_cache(maxsize=4096)
def _fit(path: Path) -> bool:
    try:
        masks = [digit_mask(str(n), path, "dot", 0.5, 48).astype(np.float32) for n in range(1, 10)]
    except (OSError, ValueError):
        return False
    boxes = [m[12:36, 12:36].mean() / 255 for m in masks]
    if not LEAST_INK < float(np.mean(boxes)) < MOST_INK:
        return False
    return all(abs(a - b).mean() > LEAST_DIFFERENCE for i, a in enumerate(masks) for b in masks[:i])
