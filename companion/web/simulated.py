"""What the page of the simulated table works on; it knows nothing of the match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from companion.camera.rendered.bodies import Die, Laid
from companion.camera.rendered.source import RenderedSource
from companion.camera.rendered.world import World
from companion.core.scene import Thing

HAND = "page"
"""The owner of the hand that comes in while somebody drags a thing on the page."""


class People(Protocol):
    """The script that plays the people of a demo; while `paused` it keeps its hands off the table."""

    paused: bool


def one_face_only(thing: Thing) -> None:
    """Nothing can be turned over."""
    return


@dataclass(frozen=True)
class SimulatedTable:
    """Attributes:
    source: the camera over `world`; its picture is all that the eyes see.
    people: who plays when no person does; None when nobody does.
    other_face: what a thing shows when it is turned over, or None when it cannot be.
    random: of the dice thrown from the page.
    """

    world: World
    source: RenderedSource
    people: People | None
    random: Random
    other_face: Callable[[Thing], str | None] = one_face_only

    def body(self, ident: int) -> Die | Laid:
        """The die or thing of that number. Raises KeyError."""
        snapshot = self.world.snapshot()
        bodies: tuple[Die | Laid, ...] = (*snapshot.dice, *snapshot.things)
        return {body.ident: body for body in bodies}[ident]
