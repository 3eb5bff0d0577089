"""Locates the top face of one die, and classifies what is on it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import atan2, cos, degrees, exp, radians, sin
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.network import Network

POSE_PX = 64
"""Side of the pose network's input."""
POSE_REACH = 1.9
"""Radii from the crop's middle to its border, as in training."""
READ_PX = 48
"""Side of the face reader's input."""
READ_REACH = 0.88
"""Radii from the crop's middle to its border; the top face's corners are at 0.76."""
CLASSES = 13
"""Values 1 to 12, and no value."""
DEVIATION_FLOOR = 0.02
"""Standard deviation (of 0 to 1) below which a crop is only noise."""
HINT_SCALE, HINT_SHIFT = 4.0, 1.0
"""As in training: the pose network's fourth channel is the expected displacement (radii) times scale, minus shift."""
FACE_DISC = 0.64
"""Disc, as a share of the crop's half side, whose mean and deviation are standardised: it lies within the top face, so
that a faded digit counts as much as a black one."""
FACE_LIMIT = 4.0
"""Standard deviations at which crops are clipped, so that the surroundings do not outshine the face."""
MOST_RESIZED = 0.7
"""Logarithm of the scale by which a pose may change: more than double or half means that the die was lost."""
FIRST_VIEWS = ((0.0, 0.92), (90.0, 1.02))
"""Rotation (degrees) and relative reach of the crops that are always classified."""
MORE_VIEWS = ((180.0, 0.97), (270.0, 1.06))
"""Rotation and reach of the crops for doubtful faces; six or eight views in all are no better."""
SIDE_VIEWS = FIRST_VIEWS[:1]
"""Rotation and reach of the crops of a doubtful face's sides."""
CLEAR_LEAD = 5.0
"""Lead in logits in each first view from which on a face is not doubtful."""

LEAST_ASIDE, MOST_ASIDE, MOST_UNFOLDED = 0.02, 0.8, 0.93
"""Sines: below the first a face need not be unfolded, beyond the second none is taken for the one that the camera sees,
and beyond the third, 68 degrees, none is unfolded farther."""

_AT = (np.arange(READ_PX) + 0.5) / READ_PX * 2 - 1
_FACE = _AT[None] ** 2 + _AT[:, None] ** 2 < FACE_DISC**2


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die lies.

    Attributes:
        top_xy: middle of the top face, px.
        middle_xy: middle of the whole die, px.
        radius_px: half its width at the top face's height.
        d12: logit that it is twelve-sided.
        leaning: logit that it leans, from its own shape and shadow.
    """

    top_xy: tuple[float, float]
    middle_xy: tuple[float, float]
    radius_px: float
    d12: float
    leaning: float

    @property
    def displaced_xy(self) -> tuple[float, float]:
        """The top face's middle relative to the die's, in radii: how the die is turned from the camera."""
        return (
            (self.top_xy[0] - self.middle_xy[0]) / self.radius_px,
            (self.top_xy[1] - self.middle_xy[1]) / self.radius_px,
        )


class FaceReader:
    """The pose network and the face reader.

    Args:
        poser: the pose network's ONNX file.
        reader: the face reader's ONNX file.

    Raises:
        cv2.error: a file is missing or broken.
    """

    def __init__(self, poser: Path, reader: Path) -> None:
        self._poser = Network(poser, of_crops=True)
        self._reader = Network(reader, of_crops=True)

    def refine(self, picture: NDArray[Any], poses: list[Pose], hints: NDArray[np.float64]) -> list[Pose]:
        """Estimate the poses anew, each from a crop around its last pose.

        Args:
            picture: (H, W, 3) uint8 BGR.
            poses: N poses.
            hints: (N, 2), the displacement of the top face that is expected if the die lies flat, in radii.
        """
        if not poses:
            return []
        turns = [atan2(y, x) for x, y in hints]
        views = zip(poses, turns, strict=True)
        cuts = [
            rotated_crop(picture, p.middle_xy, p.radius_px * POSE_REACH, degrees(turn), POSE_PX) for p, turn in views
        ]
        far = (np.hypot(*hints.T) * HINT_SCALE - HINT_SHIFT).astype(np.float32)
        beside = np.broadcast_to(far[:, None, None, None], (len(far), 1, POSE_PX, POSE_PX))
        crops = np.concatenate([standardise(np.stack(cuts)), beside], axis=1)
        answer = self._poser(np.concatenate([crops, crops[:, :, ::-1]]))
        upright, mirrored = answer.reshape(2, len(poses), 7).astype(np.float64)
        mirrored[:, [1, 3]] *= -1
        answers = (upright + mirrored) / 2
        return [_moved(pose, turn, out) for pose, turn, out in zip(poses, turns, answers, strict=True)]

    def logits(self, picture: NDArray[Any], poses: list[Pose]) -> list[NDArray[Any]]:
        """Return logits (views, 13) for each die: of two crops of its top face, or of four when these are not clear.

        The crops differ in rotation and scale.
        """
        first = self._classified(picture, poses, FIRST_VIEWS)
        leads = [np.diff(np.sort(own, axis=1)[:, -2:]).min() for own in first]
        doubtful = [n for n, lead in enumerate(leads) if lead < CLEAR_LEAD]
        more = dict(zip(doubtful, self._classified(picture, [poses[n] for n in doubtful], MORE_VIEWS), strict=True))
        return [np.concatenate([own, more[n]]) if n in more else own for n, own in enumerate(first)]

    def side_logits(self, picture: NDArray[Any], pose: Pose, sides: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the logits of the sides around a die's seen face, (5, 13).

        Args:
            picture: (H, W, 3) uint8 BGR.
            pose: where the die lies.
            sides: (5, 3) their normals, as `Turned.sides`.
        """
        (x, y), radius = pose.middle_xy, pose.radius_px
        places = [replace(pose, top_xy=(x + side[0] * radius, y + side[1] * radius)) for side in sides]
        return np.array(self._classified(picture, places, SIDE_VIEWS), np.float64)[:, 0]

    def _classified(
        self, picture: NDArray[Any], poses: list[Pose], views: tuple[tuple[float, float], ...]
    ) -> list[NDArray[Any]]:
        if not poses:
            return []
        crops = [
            rotated_crop(
                picture, pose.top_xy, pose.radius_px * READ_REACH * reach, turn_deg, READ_PX, pose.displaced_xy
            )
            for pose in poses
            for turn_deg, reach in views
        ]
        answer = self._reader(standardise(np.stack(crops), _FACE, FACE_LIMIT))
        return list(answer.reshape(len(poses), len(views), CLASSES))


def rotated_crop(
    picture: NDArray[Any],
    middle_xy: tuple[float, float],
    reach_px: float,
    turn_deg: float,
    side_px: int,
    aside_xy: tuple[float, float] = (0.0, 0.0),
) -> NDArray[Any]:
    """Cut out a rotated square of a flat face.

    Args:
        picture: (H, W, 3) uint8.
        middle_xy: its middle, px.
        reach_px: from its middle to its sides.
        turn_deg: its rotation, clockwise.
        side_px: side of the result.
        aside_xy: the face's normal, a unit vector, along the picture's x and y: how far it is turned from the camera,
            which the result makes good.

    Returns:
        (side_px, side_px, 3) uint8; outside the picture, the border pixels are repeated.
    """
    scale = 2 * reach_px / side_px
    if scale > 1.25:  # area averaging: a warp interpolates between four pixels only
        box = round(reach_px * 1.5) + 2
        x, y = round(middle_xy[0]), round(middle_xy[1])
        height, width = picture.shape[:2]
        left, top = max(0, x - box), max(0, y - box)
        part = picture[top : max(top + 1, min(height, y + box)), left : max(left + 1, min(width, x + box))]
        if part.size == 0:
            return np.zeros((side_px, side_px, 3), np.uint8)
        size = (max(1, round(part.shape[1] / scale)), max(1, round(part.shape[0] / scale)))
        small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
        across, down = part.shape[1] / size[0], part.shape[0] / size[1]
        middle_xy = ((middle_xy[0] - left + 0.5) / across - 0.5, (middle_xy[1] - top + 0.5) / down - 0.5)
        picture, scale = small, scale / (across * down) ** 0.5
    c, s = scale * cos(radians(turn_deg)), scale * sin(radians(turn_deg))
    half = (side_px - 1) / 2
    turned = foreshortened(aside_xy) @ np.array([[c, -s], [s, c]])
    back = np.column_stack([turned, np.array(middle_xy) - turned @ [half, half]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, back, (side_px, side_px), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def unfolded(aside_xy: NDArray[np.float64]) -> NDArray[np.float64]:
    """(2, 2), from the picture to the unfolded face: the inverse of `foreshortened`."""
    return np.asarray(np.linalg.inv(foreshortened(aside_xy)), np.float64)


def foreshortened(aside_xy: tuple[float, float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """(2, 2), how a circle on a face appears whose normal has these parts across the line of sight."""
    across = np.array(aside_xy, np.float64)
    sine = float(np.hypot(*across))
    if sine < LEAST_ASIDE:
        return np.eye(2)
    across, sine = across / sine, min(sine, MOST_UNFOLDED)
    return np.eye(2) - (1 - (1 - sine**2) ** 0.5) * np.outer(across, across)


def standardise(
    crops: NDArray[Any], disc: NDArray[np.bool_] | None = None, limit: float = np.inf
) -> NDArray[np.float32]:
    """Standardise crops to mean 0 and standard deviation 1 each.

    Args:
        crops: (N, S, S, 3) uint8.
        disc: (S, S) bool, the pixels from which mean and deviation are computed; None: all.
        limit: standard deviations at which values are clipped.

    Returns:
        (N, 3, S, S) float32.
    """
    images = crops.astype(np.float32) / 255
    flat = (images if disc is None else images[:, disc]).reshape(len(images), -1)
    mean, deviation = flat.mean(axis=1), np.maximum(flat.std(axis=1), DEVIATION_FLOOR)
    even = (images - mean[:, None, None, None]) / deviation[:, None, None, None]
    return np.ascontiguousarray(np.clip(even, -limit, limit).transpose(0, 3, 1, 2))


def _moved(pose: Pose, turn: float, out: NDArray[np.float64]) -> Pose:
    """The new pose from the network's outputs `out` (7,), of a crop around the old pose rotated by `turn` (rad)."""
    (x, y), r = pose.middle_xy, pose.radius_px
    across, down = (cos(turn) * r, sin(turn) * r), (-sin(turn) * r, cos(turn) * r)
    top_x, top_y, middle_x, middle_y, share, d12, leaning = (float(v) for v in out)
    return Pose(
        top_xy=(x + top_x * across[0] + top_y * down[0], y + top_x * across[1] + top_y * down[1]),
        middle_xy=(x + middle_x * across[0] + middle_y * down[0], y + middle_x * across[1] + middle_y * down[1]),
        radius_px=r * exp(min(max(share, -MOST_RESIZED), MOST_RESIZED)),
        d12=d12,
        leaning=leaning,
    )
