"""Games that use the buttons at the seats. Without buttons, the phones offer the same actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.core.game import Action, State


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """A button press.

    Attributes:
        seat: the button's seat, from 0.
        at_s: when the button went down, on the table's clock (`Clock.now_s`); never decreases within one device.
    """

    seat: int
    at_s: float


@runtime_checkable
class WantsButtons(Protocol):
    """A game that reacts to the seats' buttons."""

    def pressed(self, state: State, press: ButtonPress) -> Action | None:
        """The action that the press means now, or None. A phone offers every such action too."""
