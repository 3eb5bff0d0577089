"""Draws a layout without Blender, as projected polygons with light, shadow and gloss; about 0.1 s a picture."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.boards.colours import Finish
from calibration.training.boards.layout import Disc, Layout, Tile, corners
from calibration.training.boards.surfaces import SIDE_PX
from calibration.training.boards.truth import limb_outline

SUBPIXELS = 4  # fractional bits of OpenCV's polygon coordinates
TILE_TEXTURE_PX = 96  # side of a tile's texture
ALIKE_SHARE = 0.15  # share of pictures whose tiles have nearly the table's colour
BLEACHED_SHARE = 0.1  # share of over-exposed pictures
SHADED_SHARE = 0.7  # share of pictures in which the discs' tops are lit unevenly
Picture = NDArray[np.float32]
"""(H, W, 3) float32 BGR, 0 to 1 and above."""


class Drawing:
    """One picture being drawn, with its random light.

    Args:
        rng: source of all randomness.
        layout: what to draw.
        finish: colours and surfaces.
        bank: textures (512, 512, 3) of `surfaces`, for table and tiles.

    Attributes:
        picture: the picture so far.
    """

    def __init__(self, rng: np.random.Generator, layout: Layout, finish: Finish, bank: list[Picture]) -> None:
        self._rng, self._layout, self._finish, self._bank = rng, layout, finish, bank
        around, up = rng.uniform(0, 2 * np.pi), radians(rng.uniform(25, 85))
        self._light_xy = np.array([cos(around), sin(around)])
        self._shade_mm = 1 / np.tan(up)  # length of the shadow for each mm of height
        self._dark = float(rng.uniform(0.1, 0.75))
        self._soft = float(rng.uniform(0.3, 3.5))
        self._gloss = float(rng.random() ** 2)
        self._sheen = float(rng.uniform(0.0, 0.5)) if rng.random() < SHADED_SHARE else 0.0
        self.picture = self._table()
        if rng.random() < ALIKE_SHARE:
            near = np.clip(self.picture.mean(axis=(0, 1))[::-1] * np.exp(rng.normal(0, 0.08, 3)), 0.01, 1)
            self._finish = replace(finish, tile=near)

    def draw(self) -> Picture:
        """Draw everything, from the table upwards; returns the finished picture, clipped to 0 to 1. Called once."""
        layout, rng = self._layout, self._rng
        everything = (*layout.tiles, *layout.strays)
        self._shadow(
            [
                _shadow_outline(self, corners(t.x_mm, t.y_mm, t.turn_deg, layout.tile_mm, layout.thick_mm))
                for t in everything
            ]
        )
        textures = [self._tile_texture() for _ in range(6)]
        far = sorted(everything, key=lambda t: float(layout.camera.project(np.array([[t.x_mm, t.y_mm, 0]]))[0, 1]))
        for tile in far:
            self._tile(tile, textures[int(rng.integers(6))])
        self._shadow(
            [
                _shadow_outline(self, _circle(d, d.top_radius_mm, d.base_mm + d.height_mm), d.base_mm)
                for d in layout.discs
            ]
        )
        for disc in layout.discs:
            self._disc(disc)
        if layout.limbs:
            self._limbs()
        self._apply_light()
        return self.picture

    def _table(self) -> Picture:
        """The table: a random texture in the camera's perspective, at a random scale, with a few flat cards."""
        layout, rng = self._layout, self._rng
        height, width = layout.camera.height_px, layout.camera.width_px
        texture = self._bank[int(rng.integers(len(self._bank)))]
        # mm for each texture pixel: checks of half a tile to two tiles
        scale = rng.uniform(0.5, 2.5) * layout.tile_mm / 40
        a = rng.uniform(0, 2 * np.pi)
        turn = np.array([[cos(a), sin(a)], [-sin(a), cos(a)]]) / scale
        ground = layout.camera.matrix[:, [0, 1, 3]]
        to_texture = np.eye(3)
        to_texture[:2, :2] = turn
        to_texture[:2, 2] = rng.uniform(0, SIDE_PX, 2)
        whole = to_texture @ np.linalg.inv(ground)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        table = cv2.warpPerspective(texture, whole, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT)
        if rng.random() < 0.3:
            table = table[..., rng.permutation(3)]
        picture: Picture = np.ascontiguousarray(np.clip(table * rng.uniform(0.6, 1.2), 0, 1), dtype=np.float32)
        for _ in range(int(rng.choice([0, 0, 1, 3]))):
            self._card(picture)
        return picture

    def _card(self, picture: Picture) -> None:
        layout, rng = self._layout, self._rng
        x, y = layout.camera.on_table(rng.uniform(0, 1, 2)[None] * [layout.camera.width_px, layout.camera.height_px])[0]
        side = rng.uniform(15, 80)
        if min(np.hypot(x - t.x_mm, y - t.y_mm) for t in layout.tiles) > layout.tile_mm * 1.5 + side / 2:
            fill(picture, layout.camera.project(corners(x, y, rng.uniform(0, 90), side, 0)), rng.uniform(0, 1, 3))

    def _tile_texture(self) -> Picture:
        """A tile texture (96, 96, 3): a random part of a texture, tinted to the tiles' colour."""
        rng, finish = self._rng, self._finish
        base = np.clip(finish.tile + rng.normal(0, finish.tile_spread, 3), 0.01, 1)[::-1]
        n = TILE_TEXTURE_PX
        source = self._bank[int(rng.integers(len(self._bank)))]
        y, x = rng.integers(0, SIDE_PX - 2 * n, 2)
        part = (
            source[y : y + 2 * n : 2, x : x + 2 * n : 2].mean(axis=2)
            if finish.photo
            else source[y : y + n, x : x + n, 1]
        )
        part = (part - part.mean()) / max(float(part.std()), 0.02)
        contrast = rng.uniform(0.02, 0.25)
        texture = base * np.clip(1 + contrast * np.clip(part, -2.5, 2.5), 0.2, 1.8)[..., None]
        return np.ascontiguousarray(texture, dtype=np.float32)

    def _tile(self, tile: Tile, texture: Picture) -> None:
        layout, rng, finish = self._layout, self._rng, self._finish
        low, high = (
            layout.camera.project(corners(tile.x_mm, tile.y_mm, tile.turn_deg, layout.tile_mm * 0.995, z))
            for z in (0.0, layout.thick_mm)
        )
        base = texture.mean(axis=(0, 1))
        a = radians(tile.turn_deg)
        for i, away in enumerate(((sin(a), -cos(a)), (cos(a), sin(a)), (-sin(a), cos(a)), (-cos(a), -sin(a)))):
            tone = 0.45 + 0.45 * max(0.0, float(np.dot(away, self._light_xy)))
            j = (i + 1) % 4
            fill(self.picture, np.array([low[i], low[j], high[j], high[i]]), base * tone)
        texture = np.asarray(np.rot90(texture, int(rng.integers(4))), np.float32)
        if rng.random() < 0.5:
            texture = np.roll(texture, rng.integers(0, TILE_TEXTURE_PX, 2), (0, 1))
        tone = 1 + rng.normal(0, 0.04)
        paste(self.picture, np.ascontiguousarray(texture) * np.float32(tone), high)
        if rng.random() < 0.25 * self._gloss:
            sheen = np.full_like(texture, rng.uniform(0.1, 0.6)) * rng.uniform(0.7, 1.3, texture.shape[:2])[..., None]
            paste(self.picture, (texture + sheen).astype(np.float32), high)
        wide = finish.bevel_mm * float(np.linalg.norm(high[1] - high[0])) / layout.tile_mm
        if wide > 0.35:
            for i, away in enumerate(((sin(a), -cos(a)), (cos(a), sin(a)), (-sin(a), cos(a)), (-cos(a), -sin(a)))):
                light = 1 + 0.5 * float(np.dot(away, self._light_xy))
                line(self.picture, high[i], high[(i + 1) % 4], base * light, wide)

    def _disc(self, disc: Disc) -> None:
        layout, rng, finish = self._layout, self._rng, self._finish
        face = (finish.red if disc.mark in "rR" else finish.white)[::-1] * (1 + rng.normal(0, 0.03))
        up = disc.base_mm + disc.height_mm
        foot = layout.camera.project(_circle(disc, disc.foot_radius_mm, disc.base_mm))
        top = layout.camera.project(_circle(disc, disc.top_radius_mm, up))
        hull = cv2.convexHull(np.concatenate([foot, top]).astype(np.float32)).reshape(-1, 2)
        fill(self.picture, hull, face * rng.uniform(0.35, 0.6))
        bright = hull.mean(axis=0) + (hull - hull.mean(axis=0)) * 0.97 + self._image_light() * 0.03 * np.ptp(hull[:, 0])
        fill(self.picture, bright, face * rng.uniform(0.55, 0.85))
        fill(self.picture, top, face * rng.uniform(0.9, 1.1))
        soft = layout.camera.project(_circle(disc, disc.top_radius_mm * 0.95, up))
        fill(self.picture, soft, face)
        if disc.mark.isupper():
            ring = (finish.red_ring if disc.mark == "R" else finish.white_ring)[::-1]
            outer = disc.top_radius_mm * finish.ring_share
            inner = outer - disc.top_radius_mm * finish.ring_width
            push = -self._light_xy * 0.35 * (outer - inner) * finish.milled
            fill(self.picture, layout.camera.project(_circle(disc, outer, up)), ring)
            if finish.milled:
                fill(
                    self.picture,
                    layout.camera.project(_circle(disc, (outer + inner) / 2, up, push)),
                    np.clip(ring * 1.2, 0, 1),
                )
            fill(self.picture, layout.camera.project(_circle(disc, inner, up)), face)
        self._shaded(top)

    def _shaded(self, top: NDArray[Any]) -> None:
        """Shade a disc's top: a brightness gradient, and on glossy discs sometimes the reflection of a lamp."""
        rng, picture = self._rng, self.picture
        low, high = _bounds(picture, top)
        if not self._sheen or (high <= low).any():
            return
        yy, xx = np.mgrid[low[1] : high[1], low[0] : high[0]].astype(np.float32)
        middle, radius = top.mean(axis=0), float(np.ptp(top[:, 0])) / 2
        across, down = (xx - middle[0]) / radius, (yy - middle[1]) / radius
        along = self._image_light() + rng.normal(0, 0.2, 2)
        slope = 1 + rng.normal(0, 0.3) * self._sheen * (across * along[0] + down * along[1])
        spot = np.zeros_like(slope)
        if rng.random() < self._sheen:
            at = along * rng.uniform(0, 0.8)
            wide = rng.uniform(0.15, 0.6)
            spot = np.exp(-((across - at[0]) ** 2 + (down - at[1]) ** 2) / (2 * wide**2)) * rng.uniform(0.1, 0.6)
        share = _mask(top - low, high - low)
        region = picture[low[1] : high[1], low[0] : high[0]]
        lit = region * slope[..., None].astype(np.float32) + spot[..., None].astype(np.float32)
        region += (lit - region) * share

    def _image_light(self) -> NDArray[np.float64]:
        at = self._layout.camera.project(np.array([[0, 0, 0], [*self._light_xy, 0]]))
        return np.asarray((at[1] - at[0]) / np.linalg.norm(at[1] - at[0]))

    def _limbs(self) -> None:
        layout, finish = self._layout, self._finish
        outlines = [limb_outline(limb, layout.camera) for limb in layout.limbs]
        self._shadow([o - self._image_light() * self._rng.uniform(5, 40) for o in outlines], 2.5)
        for limb, outline in zip(layout.limbs, outlines, strict=True):
            colour = (finish.sleeve if limb.sleeve else finish.skin)[::-1]
            middle = outline.mean(axis=0)
            for share in np.linspace(1.0, 0.3, 8):
                shift = (
                    self._image_light()
                    * (1 - share)
                    * 0.35
                    * np.sqrt(cv2.contourArea(outline.astype(np.float32)))
                    * 0.3
                )
                fill(
                    self.picture,
                    middle + _narrowed(outline, middle, share) + shift,
                    colour * (0.55 + 0.5 * (1 - share)),
                )

    def _shadow(self, outlines: list[NDArray[np.float64]], softer: float = 1.0) -> None:
        mask = np.zeros(self.picture.shape[:2], np.uint8)
        for outline in outlines:
            hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2)
            cv2.fillConvexPoly(mask, _fixed_point(hull), 255, cv2.LINE_AA, SUBPIXELS)
        shade = cv2.GaussianBlur(mask, (0, 0), self._soft * softer).astype(np.float32) / 255
        self.picture *= 1 - self._dark * shade[..., None]

    def _apply_light(self) -> None:
        """Apply uneven light, a reflection of a lamp, a shadow's edge, white balance, exposure and tone curve; clip."""
        rng = self._rng
        height, width = self.picture.shape[:2]
        yy, xx = np.mgrid[:height, :width].astype(np.float32) / width
        fall = 1 + rng.normal(0, 0.25) * (xx - 0.5) + rng.normal(0, 0.25) * (yy - 0.4)
        self.picture *= np.clip(fall, 0.3, 2)[..., None]
        if rng.random() < 0.35:
            x, y, wide = rng.uniform(0, 1), rng.uniform(0, 0.75), rng.uniform(0.03, 0.3)
            spot = np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / (2 * wide**2)) * rng.uniform(0.1, 0.7)
            self.picture += spot[..., None] * np.float32(1)
        if rng.random() < 0.2:  # the straight edge of a shadow on the table
            a, at = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.8)
            past = ((xx - at) * cos(a) + (yy - at * 0.75) * sin(a)) / rng.uniform(0.003, 0.05)
            edge = 0.5 + 0.5 * np.tanh(past)
            self.picture *= (1 - rng.uniform(0.2, 0.7) * edge)[..., None]
        warm = np.array([1 - rng.uniform(-0.15, 0.45), 1 - rng.uniform(-0.05, 0.15), 1.0], np.float32)
        bleached = rng.random() < BLEACHED_SHARE
        self.picture *= warm * np.float32(np.exp(rng.normal(0.45 if bleached else 0.0, 0.15 if bleached else 0.35)))
        if rng.random() < 0.3:  # a film-like curve
            self.picture *= np.float32(1.3) / (1 + self.picture * np.float32(0.5))
        np.clip(self.picture, 0, 1, out=self.picture)


def fill(picture: Picture, outline: NDArray[Any], colour: NDArray[Any]) -> None:
    """Fill a convex polygon (N, 2) px with a BGR colour, in place, anti-aliased.

    OpenCV anti-aliases uint8 pictures only, so this goes by way of a mask.
    """
    low, high = _bounds(picture, outline)
    if (high > low).all():
        share = _mask(outline - low, high - low)
        region = picture[low[1] : high[1], low[0] : high[0]]
        region += (np.asarray(colour, np.float32) - region) * share


def line(picture: Picture, a: NDArray[Any], b: NDArray[Any], colour: NDArray[Any], wide_px: float) -> None:
    """Draw a line from `a` to `b` (px) as a polygon, in place, so that its width need not be a whole number."""
    along = (b - a) / max(float(np.linalg.norm(b - a)), 1e-6)
    across = np.array([-along[1], along[0]]) * wide_px
    fill(picture, np.array([a, b, b + across, a + across]), colour)


def paste(picture: Picture, texture: Picture, quad: NDArray[Any]) -> None:
    """Warp a square texture into a quadrangle (4, 2) px, clockwise from its top left, in place."""
    n = texture.shape[0]
    low, high = _bounds(picture, quad)
    if (high <= low).any():
        return
    source = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32)
    to_quad = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
    size = tuple(int(v) for v in high - low)
    patch = cv2.warpPerspective(texture, to_quad, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    region = picture[low[1] : high[1], low[0] : high[0]]
    region += (patch - region) * _mask(quad - low, high - low)


def _bounds(picture: Picture, outline: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    low = np.maximum(np.floor(outline.min(axis=0)).astype(np.int64), 0)
    return low, np.minimum(np.ceil(outline.max(axis=0)).astype(np.int64) + 1, [picture.shape[1], picture.shape[0]])


def _mask(outline: NDArray[Any], size: NDArray[np.int64]) -> Picture:
    mask = np.zeros((int(size[1]), int(size[0])), np.uint8)
    cv2.fillConvexPoly(mask, _fixed_point(outline), 255, cv2.LINE_AA, SUBPIXELS)
    return mask[..., None].astype(np.float32) / np.float32(255)


def _fixed_point(outline: NDArray[Any]) -> NDArray[np.int32]:
    return np.rint(np.clip(outline, -20000, 20000) * (1 << SUBPIXELS)).astype(np.int32)


def _circle(disc: Disc, radius: float, z: float, shift: NDArray[Any] | None = None) -> NDArray[np.float64]:
    turn = np.arange(36) / 36 * 2 * np.pi
    flat = radius * np.column_stack([np.cos(turn), np.sin(turn)]) + [disc.x_mm, disc.y_mm]
    return np.column_stack([flat if shift is None else flat + shift, np.full(36, z)])


def _shadow_outline(drawing: Drawing, points_mm: NDArray[np.float64], level_mm: float = 0.0) -> NDArray[np.float64]:
    """Points (2N, 2) px around the shadow of an outline (N, 3) mm on the plane at `level_mm`, its foot included."""
    foot = points_mm.copy()
    foot[:, 2] = level_mm
    fallen = foot.copy()
    fallen[:, :2] -= drawing._light_xy * drawing._shade_mm * (points_mm[:, 2:] - level_mm)
    return np.asarray(drawing._layout.camera.project(np.concatenate([foot, fallen])))


def _narrowed(outline: NDArray[Any], middle: NDArray[Any], share: float) -> NDArray[np.float64]:
    """A limb's outline with its width multiplied by `share` and its length nearly kept."""
    centred = outline - middle
    along = np.linalg.svd(centred, full_matrices=False)[2][0]
    part = (centred @ along)[:, None] * along
    return np.asarray(part * (0.9 + 0.1 * share) + (centred - part) * share)
