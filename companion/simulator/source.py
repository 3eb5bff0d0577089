"""The simulated table as a camera: `rendered://?tilt_deg=8&noise=3` (all keys: `options`)."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from companion.camera.source import ClosedAtEnd, Frame, SourceFailed, read_only, small_size_xy
from companion.camera.url import SourceUrl
from companion.core.clock import Clock
from companion.core.scene import Thing
from companion.core.text import Text
from companion.core.units import PointPx
from companion.simulator.bodies import DIE_INRADIUS_MM
from companion.simulator.dodecahedron import face_normals
from companion.simulator.draw import Painter
from companion.simulator.optics import Optics
from companion.simulator.options import options_from
from companion.simulator.stack import ground_mm
from companion.simulator.world import World


@dataclass(frozen=True, slots=True)
class DieTruth:
    """A die as it really lies, in pixels of the full-size picture.

    Attributes:
        value: what is on top; None when it leans or moves.
        x_px, y_px: the centre of its upper face.
        radius_px: half the die's width, face to face, at the height of that face.
    """

    value: int | None
    x_px: float
    y_px: float
    radius_px: float


@dataclass(frozen=True, slots=True)
class Truth:
    """What is really on the table, for checks; readers never use it."""

    dice: tuple[DieTruth, ...]
    things: tuple[tuple[Thing, PointPx], ...]


class RenderedSource(ClosedAtEnd):
    """A camera over a `World`; taking pictures also lets the world's time pass.

    Args:
        world: what it looks at.
        url: its options.
        clock: the pace, and the frames' times.

    Raises:
        Unreadable: the address is not understood.
    """

    def __init__(self, world: World, url: SourceUrl, clock: Clock) -> None:
        options = options_from(url)
        self.full_size_xy = (options.width, options.height)
        self._world = world
        self._clock = clock
        self._options = options
        self._painters: dict[tuple[int, int], Painter] = {}
        self._lock = Lock()
        self._number = 0
        self._period_s = 1.0 / options.fps
        self._advanced_s = clock.now_s()
        self._due_s = self._advanced_s
        self._closed = False

    def small(self) -> Frame:
        """Return the next small frame; waits until it is due. Raises `SourceFailed` after `close`."""
        with self._lock:
            now_s = self._clock.now_s()
            if now_s < self._due_s:
                self._clock.wait_s(self._due_s - now_s)
            # A camera that was not read for a while drops frames; it does not hurry after them.
            self._due_s = max(self._due_s, now_s) + self._period_s
            return self._frame(small_size_xy(self.full_size_xy))

    def full(self) -> Frame:
        """Return a full-size frame of now. Raises `SourceFailed` after `close`."""
        with self._lock:
            return self._frame(self.full_size_xy)

    def close(self) -> None:
        """Close the camera; may be called twice."""
        self._closed = True

    def truth(self) -> Truth:
        """Return what is on the table now, in pixels of the full-size picture."""
        table = self._world.snapshot()
        with self._lock:
            optics = self._painter(self.full_size_xy).optics
        dice = []
        for die in table.dice:
            outward = face_normals() @ np.array(die.rotation).T
            upper = np.array(die.middle_xyz_mm) + DIE_INRADIUS_MM * outward[np.argmax(outward[:, 2])]
            edge = upper + np.array([DIE_INRADIUS_MM, 0, 0])
            (x, y), beside = optics.project(np.stack([upper, edge]))
            dice.append(DieTruth(die.value, float(x), float(y), float(np.hypot(beside[0] - x, beside[1] - y))))
        things = []
        for laid in table.things:
            thick_mm = self._world.art(laid.thing.kind, laid.thing.face).thick_mm
            top_mm = thick_mm + ground_mm(table.things, self._world.art, laid.xy_mm, laid.thing.level)
            things.append((laid.thing, _px(optics.project(np.array([[*laid.xy_mm, top_mm]])))))
        return Truth(tuple(dice), tuple(things))

    def table_point_mm(self, xy_px: PointPx) -> tuple[float, float]:
        """Return where on the mat a pixel of the full-size picture lies: for a mouse or finger that pushes things."""
        small_xy = small_size_xy(self.full_size_xy)
        share = np.array(small_xy) / np.array(self.full_size_xy)
        with self._lock:
            optics = self._painter(small_xy).optics
        x, y = optics.on_table((np.array(xy_px) + 0.5) * share - 0.5)[0]
        return float(x), float(y)

    def optics_of_small(self) -> Optics:
        """Return the lens and sensor of the small picture, for checks."""
        with self._lock:
            return self._painter(small_size_xy(self.full_size_xy)).optics

    def _painter(self, size_xy: tuple[int, int]) -> Painter:
        """The painter of a size, made for its first picture: that takes up to a second."""
        if size_xy not in self._painters:
            self._painters[size_xy] = Painter(self._options, self._world.mat, self._world.art, *size_xy)
        return self._painters[size_xy]

    def _frame(self, size_xy: tuple[int, int]) -> Frame:
        if self._closed:
            raise SourceFailed(
                Text(
                    fr="La table simulée est fermée : rouvrez rendered://.",
                    en="The simulated table is closed: open rendered:// again.",
                )
            )
        now_s = self._clock.now_s()
        self._world.advance(now_s - self._advanced_s)
        self._advanced_s = now_s
        self._number += 1
        pixels = self._painter(size_xy).picture(self._world.snapshot(), self._number)
        return Frame(read_only(pixels), now_s, self._number)


def open_source(url: SourceUrl, clock: Clock, world: World) -> RenderedSource:
    """Open a camera over `world`.

    Raises:
        Unreadable: the address is not understood.
    """
    return RenderedSource(world, url, clock)


def _px(points: NDArray[np.float64]) -> PointPx:
    return float(points[0, 0]), float(points[0, 1])
