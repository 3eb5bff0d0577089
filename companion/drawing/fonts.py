"""The font files that ship with the companion."""

from __future__ import annotations

from pathlib import Path

from companion.core.art import Font

DEFAULT_FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
FONTS: dict[Font, Path] = {
    "bold": DEFAULT_FONT,
    "condensed": DEFAULT_FONT.with_name("BarlowCondensed-SemiBold.ttf"),
}
"""The file of each face that a `Label` may name."""
