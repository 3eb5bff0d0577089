"""Le Mot de Kaplan, as the lobby introduces it."""

from __future__ import annotations

from companion.core.capabilities.introduction import Introduction
from companion.core.scene import Thing
from companion.core.text import Text

INTRODUCTION = Introduction(
    sentence=Text(
        fr="Un mot est caché sur le cadran : pariez sur ses indices, bluffez, et trouvez-le avant les autres.",
        en="A word is hidden on the dial: bet on its clues, bluff, and find it before the others do.",
    ),
    minutes=60,
    cover=(
        Thing("dial", "dial", xy_mm=(0.0, 0.0)),
        Thing("colour-pawn", "red:3", xy_mm=(-120.0, 120.0)),
        Thing("colour-pawn", "blue:1", xy_mm=(130.0, -110.0)),
    ),
)
