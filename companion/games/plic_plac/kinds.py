"""The kind of the game's things, and the name of the side that is the same for all of them."""

from __future__ import annotations

CARD = "card"
BACK = "back"
