"""KARO, as the lobby introduces it."""

from __future__ import annotations

from companion.core.capabilities.introduction import Introduction
from companion.core.scene import Thing
from companion.core.text import Text

_CELL_MM = 41.0
"""Distance of two tiles of the picture."""
_DISCS = {(0, 0): "white", (1, 0): "red circle", (2, 1): "red circle", (0, 2): "red", (1, 1): "white circle"}
"""What stands on which tile of the picture, by column and row."""

INTRODUCTION = Introduction(
    sentence=Text(
        fr="Sautez, retournez les pions, déplacez même les cases : trois jeux rapides pour deux sur un seul tablier.",
        en="Jump, turn discs over, move even the tiles: three quick games for two on one board.",
    ),
    minutes=20,
    cover=(
        *(
            Thing("tile", "wood", xy_mm=(x * _CELL_MM, y * _CELL_MM), turn_deg=0.0)
            for y in range(3)
            for x in range(4)
            if (x, y) != (3, 2)
        ),
        *(Thing("disc", face, xy_mm=(x * _CELL_MM, y * _CELL_MM), level=1) for (x, y), face in _DISCS.items()),
    ),
)
