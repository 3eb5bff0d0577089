"""A simulated table under mouse and finger. It never talks to the session: the eyes must see for themselves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

import cv2

from companion.core.scene import Thing
from companion.core.units import PointMm
from companion.simulator.bodies import Die, Laid
from companion.simulator.source import RenderedSource
from companion.simulator.world import World
from companion.web.simulated import Share, SimulatedTable, Touched

HAND = "page"
"""The owner of the hand that comes in while somebody drags a thing on the page."""
DICE = 3
"""Thrown at once, as the boxes hold them."""
DIE_FACES = 12
"""The simulated table's dice are dodecahedra."""
LEAN_DEG = 15.0
"""Tilt of a cocked die, degrees: that of one that rests on a card's edge."""
JPEG_QUALITY = 80
"""Looks clean on a phone at about 60 kB a picture."""


class Script(Protocol):
    """What plays the people of a demo; while `paused` it keeps its hands off the table."""

    paused: bool


def one_face_only(thing: Thing) -> None:
    """Nothing can be turned over."""
    return


class TouchedTable(SimulatedTable):
    """The simulated table of one rehearsal.

    Args:
        source: the camera over `world`; its picture is all that the eyes see.
        script: plays when no person does; None when nothing does.
        random: of the dice thrown from the page.
        other_face: what a thing shows when it is turned over, or None when it cannot be.
    """

    def __init__(
        self,
        world: World,
        source: RenderedSource,
        script: Script | None,
        random: Random,
        other_face: Callable[[Thing], str | None] = one_face_only,
    ) -> None:
        self.world, self.source, self._script = world, source, script
        self._random, self._other_face = random, other_face

    @property
    def paused(self) -> bool | None:
        """Whether the script keeps its hands off the table; None where there is no script."""
        return None if self._script is None else self._script.paused

    @paused.setter
    def paused(self, paused: bool | None) -> None:
        if self._script is not None:
            self._script.paused = bool(paused)

    def picture_jpeg(self) -> bytes:
        _, encoded = cv2.imencode(".jpg", self.source.small().pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        return encoded.tobytes()

    def throw_dice(self) -> None:
        self.world.throw_dice(self._random, DICE)

    def touch(self, at: Share) -> Touched:
        ident = self.world.pick(self._point_mm(at))
        if ident is None:
            return Touched()
        body = self._body(ident)
        if isinstance(body, Die):
            return Touched(ident, turns=True, leans=True)
        return Touched(ident, turns=self._other_face(body.thing) is not None)

    def drag(self, ident: int, to: Share, *, ends: bool) -> None:
        point = self._point_mm(to)
        self.world.move(ident, point)
        if ends:
            self.world.remove_hand(HAND)
        else:
            self.world.put_hand(HAND, "south", point)

    def turn_over(self, ident: int) -> None:
        body = self._body(ident)
        if isinstance(body, Die):
            self.world.turn_over(ident, str((body.value or 0) % DIE_FACES + 1))
        elif (face := self._other_face(body.thing)) is not None:
            self.world.turn_over(ident, face)

    def lean(self, ident: int) -> None:
        body = self._body(ident)
        if isinstance(body, Die):
            self.world.remove(ident)
            x_mm, y_mm, _ = body.middle_xyz_mm
            self.world.place_die(body.value or 1, (x_mm, y_mm), lean_deg=LEAN_DEG, style=body.style)

    def _body(self, ident: int) -> Die | Laid:
        snapshot = self.world.snapshot()
        bodies: tuple[Die | Laid, ...] = (*snapshot.dice, *snapshot.things)
        return {body.ident: body for body in bodies}[ident]

    def _point_mm(self, at: Share) -> PointMm:
        """Where on the table the page points."""
        width_px, height_px = self.source.full_size_xy
        return self.source.table_point_mm((at[0] * width_px, at[1] * height_px))
