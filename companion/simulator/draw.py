"""Draws a moment of the simulated table, as one camera sees it."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.core.mat import Mat
from companion.drawing.mat_art import mat_art
from companion.drawing.sprite import sprite
from companion.simulator.arm import draw_arm
from companion.simulator.backdrop import backdrop
from companion.simulator.bodies import Laid, Snapshot
from companion.simulator.die_body import draw_body
from companion.simulator.hand import draw_hand
from companion.simulator.lamp import CEILING
from companion.simulator.layer import lay
from companion.simulator.optics import Optics
from companion.simulator.options import RenderedOptions
from companion.simulator.stack import ArtOf, ground_mm

MOST_SPRITES = 400
"""Faces whose sprites are cached: a whole game's deck with both sides."""


class Painter:
    """Draws pictures of one size; caches what has not changed. For one thread at a time.

    Args:
        options: the camera and its light.
        mat: the mat.
        art_of: art(kind, face), how things look.
        width_px: of the picture.
        height_px: of the picture.
    """

    def __init__(self, options: RenderedOptions, mat: Mat, art_of: ArtOf, width_px: int, height_px: int) -> None:
        self.optics = Optics(options, width_px, height_px)
        self._options = options
        self._art_of = art_of
        camera = self.optics.camera
        self._px_per_mm = camera.focal_px / camera.distance_mm
        self._bare = backdrop(camera, mat_art(mat, options.mat_inks), options.shadow, options.seed)
        self._sprites: OrderedDict[tuple[str, str], NDArray[np.uint8]] = OrderedDict()
        self._things: tuple[Laid, ...] | None = None
        self._lamp = CEILING
        self._laid = self._bare
        self._revision: int | None = None
        self._developed = self._bare

    def picture(self, table: Snapshot, number: int) -> Pixels:
        """Return the table as the camera sees it, (H, W, 3) uint8 BGR; `number` is the frame's, for its noise."""
        if table.revision != self._revision:
            self._developed = self.optics.developed(self._drawn(table), table.lamp)
            self._revision = table.revision
        return self.optics.exposed(self._developed, number)

    def _drawn(self, table: Snapshot) -> Pixels:
        if table.things != self._things or table.lamp != self._lamp:
            self._lamp = table.lamp
            self._laid = self._bare.copy()
            for laid in table.things:
                self._lay(laid, table.things)
            self._things = table.things
        if not table.dice and not table.hands and not table.arms:
            return self._laid
        picture = self._laid.copy()
        camera = self.optics.camera
        lens = camera.position_mm
        farthest_first = sorted(table.dice, key=lambda die: -np.linalg.norm(lens - die.middle_xyz_mm))
        for die in farthest_first:
            draw_body(picture, camera, die, self._options.shadow)
        for hand in table.hands:
            draw_hand(picture, camera, hand, self._options.shadow, table.lamp.shadow_xy)
        for arm in table.arms:
            draw_arm(picture, camera, arm, self._options.shadow, table.lamp.shadow_xy)
        return picture

    def _lay(self, laid: Laid, things: tuple[Laid, ...]) -> None:
        thing = laid.thing
        art = self._art_of(thing.kind, thing.face)
        key = (thing.kind, thing.face)
        face = self._sprites.get(key)
        if face is None:
            face = self._sprites[key] = sprite(art, self._px_per_mm)
            if len(self._sprites) > MOST_SPRITES:
                self._sprites.popitem(last=False)
        else:
            self._sprites.move_to_end(key)
        base_mm = ground_mm(things, self._art_of, laid.xy_mm, thing.level)
        shadow, shadow_xy = self._options.shadow, self._lamp.shadow_xy
        lay(self._laid, self.optics.camera, laid, art, face, self._px_per_mm, base_mm, shadow, shadow_xy)
