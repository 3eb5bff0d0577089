"""Who has to act: a seat, chance (what the camera reports), or nobody because the game is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Viewer = int | None
"""A seat's number from 0, or None for the shared screen, which shows what everyone may see."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who has to act; `seat` is its number for kind "seat", else None."""

    kind: Literal["seat", "chance", "over"]
    seat: int | None = None


CHANCE = Actor("chance")
"""Chance has to act: the camera reports what happens."""
OVER = Actor("over")
"""The game is over."""


def at_seat(seat: int) -> Actor:
    """The actor for the player at `seat`, counted from 0 clockwise."""
    return Actor("seat", seat)
