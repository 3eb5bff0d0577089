"""Buttons at the seats: what a game does with them, if it wants them. Without buttons the phones say the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.game import Action, State


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """A button that went down.

    Attributes:
        seat: whose, from 0.
        at_s: when, on the table's clock (`Clock.now_s`); presses of one device come in the order of their times.
    """

    seat: int
    at_s: float


@runtime_checkable
class WantsButtons(Protocol):
    """A game that the seats' buttons act in."""

    def pressed(self, state: State, press: ButtonPress) -> Action | None:
        """What the press does now; None where it means nothing. What it does, a phone can do too."""
