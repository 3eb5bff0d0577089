"""The colours: night blue, sand, three metals, and the four colours of the windows."""

from __future__ import annotations

from companion.games.kaplan.pieces import Colour, Metal

NIGHT, NIGHT_LIGHT = "#1d2440", "#2f3a63"
SAND, SHADE, PAPER, INK = "#e2cf9f", "#b79f6a", "#f7f1e0", "#23190f"
GOLD = "#d7a72c"
METAL_COLOURS = {Metal.GOLD: GOLD, Metal.COPPER: "#b5652f", Metal.SILVER: "#bfc5cc"}
METAL_SHADES = {Metal.GOLD: "#c4951f", Metal.COPPER: "#9f5526", Metal.SILVER: "#adb4bc"}
"""Ground of the places for cards of that metal."""
WINDOW_COLOURS = {Colour.RED: "#c12a22", Colour.BLUE: "#1f62b0", Colour.GREEN: "#2fa866", Colour.YELLOW: "#f0c62e"}
"""Three lightness levels and clear hues: distinguishable for people who confuse red and green, or blue and green."""
WHITE = "#ffffff"
WINDOW_TINTS = {Colour.RED: "#f5c9c4", Colour.BLUE: "#c6dcf5", Colour.GREEN: "#c9efd8", Colour.YELLOW: "#fdf0ae"}
"""Ground behind the symbols: pale, to keep their contrast; the saturated colour is the window's frame."""
INITIALS = {Colour.RED: "R", Colour.BLUE: "B", Colour.GREEN: "V", Colour.YELLOW: "J"}
INITIAL_INKS = {Colour.RED: WHITE, Colour.BLUE: WHITE, Colour.GREEN: INK, Colour.YELLOW: INK}
"""Colour of the initial on each window colour."""
