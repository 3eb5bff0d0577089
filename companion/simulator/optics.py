"""Applies the effects of lens and sensor to a picture: barrel distortion, vignette, colour cast, blur, noise."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels
from companion.camera.distortion import distorted, undistorted
from companion.simulator.lamp import CEILING, Lamp, Shade
from companion.simulator.options import FOCAL_PER_WIDTH, RenderedOptions
from companion.simulator.pinhole import PinholeCamera

VIGNETTE = 0.22
"""Share of the light lost in the corners."""
CAST_SHARE = 0.16
"""Share of blue that a full colour cast takes away; it adds half of that to red."""
GAIN_GRID = 65
"""Points across and down at which the brightness is computed."""
GAIN_ONE = 128
"""The 8-bit gain map's value for a gain of 1."""
NOISE_ZERO = 128
"""The 8-bit noise's value for no noise; four standard deviations of the strongest noise fit."""
NOISE_TILE_PX = 1024
"""Noise repeats after this many pixels, which nobody sees."""
NOISE_ROOM_PX = 96
"""The stored noise is larger than the picture by this much; each frame takes another part of it."""
GRID_PX = 24
"""Distance between the points at which the distortion is computed; in between it is interpolated."""


class Optics:
    """Lens and sensor for one size of picture.

    Attributes:
        size_xy: of the finished picture.
        camera: the wider camera to draw with, because the distortion shows what lies beyond the edges.

    Args:
        options: the camera and its light.
        width_px: of the finished picture.
        height_px: of the finished picture.
    """

    def __init__(self, options: RenderedOptions, width_px: int, height_px: int) -> None:
        self.size_xy = (width_px, height_px)
        self._k1 = options.lens
        self._focal_px = FOCAL_PER_WIDTH * width_px
        self._middle = np.array([(width_px - 1) / 2, (height_px - 1) / 2])
        self._seed = options.seed
        across, down = self._sources()
        beyond = max(-across.min(), -down.min(), across.max() - width_px + 1, down.max() - height_px + 1)
        # Equal margins keep the optical axis in the middle of the wider picture.
        margin = max(0, int(np.ceil(beyond)) + 1) if self._k1 else 0
        self.camera = _widened(options.camera(width_px, height_px), margin)
        # Whole pixels and 1/32 of pixels in integers: twice as fast as floating point.
        self._maps = cv2.convertMaps(across + margin, down + margin, cv2.CV_16SC2) if self._k1 else None
        self._options, self._lamp = options, CEILING
        self._gain = self._gains(options, CEILING)
        scale = width_px / options.width
        self._blur_px = options.blur * scale
        # Averaging neighbours, which a small stream does on the chip, takes noise away.
        self._noise = self._noise_store(options.noise * max(0.5, scale))

    def developed(self, drawn: Pixels, lamp: Lamp = CEILING) -> Pixels:
        """Return a drawn picture of `camera`'s size as the lens shows it to the sensor, (H, W, 3) uint8, without
        noise."""
        if lamp != self._lamp:
            self._lamp, self._gain = lamp, self._gains(self._options, lamp)
        seen = drawn if self._maps is None else cv2.remap(drawn, self._maps[0], self._maps[1], cv2.INTER_LINEAR)
        lit = cv2.multiply(seen, self._gain, scale=1 / GAIN_ONE)
        if self._blur_px >= 0.3:  # less cannot be seen
            lit = cv2.GaussianBlur(lit, (0, 0), self._blur_px)
        return np.asarray(lit, np.uint8)

    def exposed(self, developed: Pixels, number: int) -> Pixels:
        """Return a copy with the noise of frame `number`."""
        if self._noise is None:
            return developed.copy()
        x, y = np.random.default_rng((self._seed, number)).integers(0, NOISE_ROOM_PX, 2)
        part = self._noise[y : y + self.size_xy[1], x : x + self.size_xy[0]]
        return np.asarray(cv2.addWeighted(developed, 1.0, part, 1.0, -NOISE_ZERO), np.uint8)

    def project(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map table points (N, 3) mm to pixels (N, 2) of the finished picture."""
        margin = (self.camera.width_px - self.size_xy[0]) / 2
        straight = (self.camera.project(points_mm) - margin - self._middle) / self._focal_px
        result: NDArray[np.float64] = distorted(straight, self._k1) * self._focal_px + self._middle
        return result

    def on_table(self, pixels: NDArray[np.float64], height_mm: float = 0.0) -> NDArray[np.float64]:
        """Map pixels (N, 2) of the finished picture to table mm (N, 2) at a height, for example where somebody taps."""
        shown = (np.asarray(pixels, np.float64).reshape(-1, 2) - self._middle) / self._focal_px
        margin = (self.camera.width_px - self.size_xy[0]) / 2
        straight = undistorted(shown, self._k1)
        return self.camera.on_table(straight * self._focal_px + self._middle + margin, height_mm)

    def _sources(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For every pixel of the finished picture, where the undistorted one shows it: x and y, (H, W) float32 each."""
        width, height = self.size_xy
        # One cell more on every side: `resize` is not exact in the outermost half cell.
        across, down = -(-width // GRID_PX) + 2, -(-height // GRID_PX) + 2
        x, y = ((np.arange(count) - 0.5) * GRID_PX - 0.5 for count in (across, down))
        grid = np.dstack(np.meshgrid(x, y))
        straight = undistorted((grid - self._middle) / self._focal_px, self._k1)
        shift = (straight * self._focal_px + self._middle - grid).astype(np.float32)
        size = (across * GRID_PX, down * GRID_PX)
        fine = cv2.resize(shift, size, interpolation=cv2.INTER_CUBIC)[GRID_PX:, GRID_PX:][:height, :width]
        own_x, own_y = np.arange(width, dtype=np.float32)[None, :], np.arange(height, dtype=np.float32)[:, None]
        return np.asarray(fine[:, :, 0] + own_x, np.float32), np.asarray(fine[:, :, 1] + own_y, np.float32)

    def _gains(self, options: RenderedOptions, lamp: Lamp) -> NDArray[np.uint8]:
        """The gain map, (H, W, 3) uint8."""
        # Smooth enough to be worked out small.
        x, y = np.meshgrid(np.linspace(-1, 1, GAIN_GRID), np.linspace(-1, 1, GAIN_GRID))
        # The lamp stands at the upper left: that side is a little brighter.
        fall = 1 - VIGNETTE * ((x * x + y * y) / 2) ** 1.5 - 0.04 * (x + y)
        fall = fall * (1 + lamp.slope_xy[0] * x + lamp.slope_xy[1] * y) * _shaded(x, y, lamp.shade)
        tint = options.cast + lamp.cast
        cast = np.array([1 - CAST_SHARE * tint, 1.0, 1 + CAST_SHARE * tint / 2])
        gain = (fall[:, :, None] * cast * options.light * lamp.light * GAIN_ONE).astype(np.float32)
        return cv2.convertScaleAbs(cv2.resize(gain, self.size_xy, interpolation=cv2.INTER_LINEAR)).astype(np.uint8)

    def _noise_store(self, deviation: float) -> NDArray[np.uint8] | None:
        """The stored noise, uint8 around `NOISE_ZERO`; None without noise."""
        if deviation == 0.0:
            return None
        width, height = self.size_xy
        rng = np.random.default_rng((self._seed, 2))
        tile = rng.standard_normal((NOISE_TILE_PX, NOISE_TILE_PX, 3), np.float32)
        grains = np.clip(np.round(tile * deviation + NOISE_ZERO), 0, 255).astype(np.uint8)
        down, right = (max(0, length + NOISE_ROOM_PX - NOISE_TILE_PX) for length in (height, width))
        return np.asarray(cv2.copyMakeBorder(grains, 0, down, 0, right, cv2.BORDER_WRAP), np.uint8)


def _shaded(x: NDArray[np.float64], y: NDArray[np.float64], shade: Shade | None) -> NDArray[np.float64]:
    """Share of the light that is left at points of the picture, -1 to 1 across and down."""
    if shade is None:
        return np.ones_like(x)
    way = np.radians(shade.toward_deg)
    inside = (np.cos(way) * x + np.sin(way) * y - shade.from_middle) / shade.soft
    return np.asarray(1 - shade.dark / (1 + np.exp(-4 * inside)))


def _widened(camera: PinholeCamera, margin_px: int) -> PinholeCamera:
    """The camera with a margin on each side of its picture."""
    return PinholeCamera(
        camera.width_px + 2 * margin_px,
        camera.height_px + 2 * margin_px,
        camera.focal_px,
        camera.distance_mm,
        camera.tilt_deg,
        camera.turn_deg,
        camera.aim_xy_mm,
    )
