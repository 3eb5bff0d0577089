"""The kind of this game's things, and the face of the back that all cards share."""

from __future__ import annotations

CARD = "card"
BACK = "back"
