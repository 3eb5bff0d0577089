"""The colours: clover green, gold, wood, and six inks for the colour words."""

from __future__ import annotations

CLOVER, CLOVER_DARK, CREAM, OUTLINE = "#1f6b45", "#123f2a", "#fffdf5", "#1d1a16"
GOLD, GOLD_DARK, WOOD, WOOD_DARK, IRON = "#f0b92d", "#b07c12", "#9a5b2b", "#6b3c1a", "#4a4f57"
AMBER, SKIN, RED, WHITE = "#a8431c", "#f3b878", "#c3261c", "#ffffff"
INKS = {
    "red": "#d3271d",
    "blue": "#1b57b8",
    "yellow": "#ffd21f",
    "green": "#35b558",
    "violet": "#8436b5",
    "black": "#16161a",
}
"""Distinct in hue and, except red, blue and violet, in lightness; the row of marks below a word distinguishes all
six."""
RAINBOW = ("#d3271d", "#f0882d", "#ffd21f", "#35b558", "#1b57b8", "#8436b5")
