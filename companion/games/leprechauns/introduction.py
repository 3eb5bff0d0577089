"""Leprechauns, as the lobby introduces it."""

from __future__ import annotations

from companion.core.capabilities.introduction import Introduction
from companion.core.scene import Thing
from companion.core.text import Text

INTRODUCTION = Introduction(
    sentence=Text(
        fr="Repérez le coffre du moment, tapez dessus avant tout le monde et criez sa formule sans vous tromper.",
        en="Spot the chest of the moment, slap it before anybody else, and shout its formula without a mistake.",
    ),
    minutes=20,
    cover=(
        Thing("action", "boxed back-of-hand", xy_mm=(-50.0, 4.0), turn_deg=-12.0),
        Thing("chest", "29", xy_mm=(50.0, 4.0), turn_deg=12.0),
        Thing("chest", "6", xy_mm=(0.0, 0.0), turn_deg=-2.0),
    ),
)
