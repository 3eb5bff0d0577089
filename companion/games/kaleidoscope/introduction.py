"""Kaléidoscope, as the lobby introduces it."""

from __future__ import annotations

from companion.core.capabilities.introduction import Introduction
from companion.core.scene import Thing
from companion.core.text import Text

_WORD = ("M", "i", "r", "o", "i", "r")
_PITCH_MM = 36.0
"""Distance of two letters of the picture."""

INTRODUCTION = Introduction(
    sentence=Text(
        fr="Face à face, construisez des mots en miroir autour des mêmes majuscules, lettre après lettre.",
        en="Face to face, build words in the mirror around the same capitals, letter by letter.",
    ),
    minutes=45,
    cover=tuple(
        Thing("letter", face, xy_mm=(_PITCH_MM * (place % 3), _PITCH_MM * (place // 3)), turn_deg=0.0)
        for place, face in enumerate(_WORD)
    ),
)
