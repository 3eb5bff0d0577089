"""Colours of the practice pieces."""

from __future__ import annotations

from companion.games.kaplan.pieces import Colour, Metal

NIGHT, NIGHT_LIGHT = "#1d2440", "#2f3a63"
SAND, SHADE, PAPER, INK = "#e2cf9f", "#b79f6a", "#f7f1e0", "#23190f"
GOLD = "#d7a72c"
METAL_COLOURS = {Metal.GOLD: GOLD, Metal.COPPER: "#b5652f", Metal.SILVER: "#bfc5cc"}
WINDOW_COLOURS = {Colour.RED: "#c8372d", Colour.BLUE: "#2a6fb3", Colour.GREEN: "#2f8f4e", Colour.YELLOW: "#edc234"}
