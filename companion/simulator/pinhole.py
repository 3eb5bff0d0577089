"""The simulated table's camera: millimetres on the table to pixels of the picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class PinholeCamera:
    """A camera over the table, aimed at a point of it.

    World axes: x right, y towards the viewer (down in the picture), z up from the table, all mm.

    Attributes:
        width_px, height_px: of the picture.
        focal_px: focal length.
        distance_mm: from the lens to the point.
        tilt_deg: from straight down; the lens moves towards the viewer (+y).
        turn_deg: of the camera about the vertical axis.
        aim_xy_mm: the point.

    Raises:
        ValueError: a length is not positive.
    """

    width_px: int = 1024
    height_px: int = 768
    focal_px: float = 1100.0
    distance_mm: float = 450.0
    tilt_deg: float = 0.0
    turn_deg: float = 0.0
    aim_xy_mm: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        if min(self.width_px, self.height_px, self.focal_px, self.distance_mm) <= 0:
            raise ValueError("picture size, focal length and distance must be above zero")

    @property
    def rotation(self) -> NDArray[np.float64]:
        """Rotation from world to camera axes, (3, 3): camera x right, y down, z forward."""
        t, a = radians(self.tilt_deg), radians(self.turn_deg)
        turn = np.array([[cos(a), sin(a), 0], [-sin(a), cos(a), 0], [0, 0, 1]])
        look = np.array([[1, 0, 0], [0, cos(t), -sin(t)], [0, -sin(t), -cos(t)]])
        return look @ turn

    @property
    def position_mm(self) -> NDArray[np.float64]:
        """The lens in the world, (3,)."""
        x, y = self.aim_xy_mm
        return np.array([x, y, 0.0]) - self.distance_mm * self.rotation[2]

    @property
    def intrinsics(self) -> NDArray[np.float64]:
        """Camera matrix, (3, 3), px."""
        cx, cy = (self.width_px - 1) / 2, (self.height_px - 1) / 2
        return np.array([[self.focal_px, 0, cx], [0, self.focal_px, cy], [0, 0, 1]])

    @property
    def matrix(self) -> NDArray[np.float64]:
        """Projection matrix, (3, 4), from homogeneous world mm to homogeneous pixels."""
        rotation = self.rotation
        shift = -rotation @ self.position_mm
        return self.intrinsics @ np.column_stack([rotation, shift])

    def project(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map world points (N, 3) mm to pixels (N, 2)."""
        points = np.asarray(points_mm, dtype=np.float64).reshape(-1, 3)
        image = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return image[:, :2] / image[:, 2:]

    def rays(self, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the world directions of pixels (N, 2), as unit vectors (N, 3) away from the lens."""
        points = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.intrinsics).T
        directions = points @ self.rotation
        return directions / np.linalg.norm(directions, axis=1)[:, None]

    def on_table(self, pixels: NDArray[np.float64], height_mm: float = 0.0) -> NDArray[np.float64]:
        """Map pixels (N, 2) to the mm (N, 2) where their rays meet the level `height_mm` above the table."""
        rays = self.rays(np.asarray(pixels, dtype=np.float64).reshape(-1, 2))
        lens = self.position_mm
        reach = (height_mm - lens[2]) / rays[:, 2]
        return lens[:2] + rays[:, :2] * reach[:, None]
