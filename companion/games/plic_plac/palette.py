"""Six colours, each as an ink, a deep tone for lines and a pale one for grounds; and water colours for the backs."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.plic_plac.pieces import Colour


@dataclass(frozen=True, slots=True)
class Tones:
    """One colour: `ink` is the colour itself, `deep` is dark enough to be visible on any other, `pale` is the
    ground."""

    ink: str
    deep: str
    pale: str


TONES = {
    Colour.RED: Tones("#d8242c", "#64090f", "#fdeae7"),
    Colour.ORANGE: Tones("#f2821a", "#723200", "#fff0df"),
    Colour.YELLOW: Tones("#ffd424", "#4f3a00", "#fffae0"),
    Colour.GREEN: Tones("#1f9a48", "#0b421f", "#e6f6e9"),
    Colour.BLUE: Tones("#1c62c9", "#0b2a60", "#e4eefc"),
    Colour.VIOLET: Tones("#8a3dba", "#3b1355", "#f4e9fb"),
}
"""Distinct in hue. For colour-blind people, and for a camera in coloured light, `textures` distinguishes them."""
WHITE, NIGHT, GOLD, CREAM, GREY = "#ffffff", "#1f1b2e", "#f0b42c", "#fffbee", "#5c6068"
SEA, SEA_DARK, FOAM = "#15637f", "#0a3346", "#cdeef5"
