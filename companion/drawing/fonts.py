"""The font files that ship with the companion."""

from __future__ import annotations

from pathlib import Path

from companion.core.art import Font

DEFAULT_FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
"""The bold font's file."""
FONTS: dict[Font, Path] = {
    "bold": DEFAULT_FONT,
    "condensed": DEFAULT_FONT.with_name("BarlowCondensed-SemiBold.ttf"),
}
"""For each font that a `Label` may name, its file."""
