"""Plic-Plac, as the lobby introduces it."""

from __future__ import annotations

from companion.core.capabilities.introduction import Introduction
from companion.core.scene import Thing
from companion.core.text import Text

INTRODUCTION = Introduction(
    sentence=Text(
        fr="Retenez les cartes que chacun regarde, et gagnez celles de même forme ou de même couleur.",
        en="Remember the cards that everybody looks at, and win those of one shape or one colour.",
    ),
    minutes=15,
    cover=(
        Thing("card", "back", xy_mm=(-50.0, 6.0), turn_deg=-14.0),
        Thing("card", "orange heart", xy_mm=(0.0, 0.0), turn_deg=-3.0),
        Thing("card", "violet cross", xy_mm=(52.0, 5.0), turn_deg=10.0),
    ),
)
