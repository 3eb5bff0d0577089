"""One die looked at closely: where its top face is, and what stands on it."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, exp, radians, sin
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.network import Network

POSE_PX = 64
POSE_REACH = 1.9  # radii from the crop's middle to its side, as trained
READ_PX = 48
READ_REACH = 0.88  # radii; the top face's corners are at 0.76
CLASSES = 13  # 1..12, and what has no value
DEVIATION_FLOOR = 0.02  # of 0..1: flatter crops are noise
HINT_SCALE, HINT_SHIFT = 4.0, 1.0  # as trained: the fourth channel says how far off its middle the top is expected
FACE_DISC = 0.64  # of the crop's half side, within the top face: a bleached digit counts as much as a black one
FACE_LIMIT = 4.0  # deviations; what lies around the face shall not outshine it
MOST_RESIZED = 0.7  # log: a pose that wants more than double or half has lost its die
FIRST_LOOKS = ((0.0, 0.92), (90.0, 1.02))  # deg, reach
MORE_LOOKS = ((180.0, 0.97), (270.0, 1.06))  # six or eight in all read no better
CLEAR = 5.0  # a face that leads by so much (logits) at each first look is not looked at again

_AT = (np.arange(READ_PX) + 0.5) / READ_PX * 2 - 1
_FACE = _AT[None] ** 2 + _AT[:, None] ** 2 < FACE_DISC**2


@dataclass(frozen=True, slots=True)
class Pose:
    """A die's place, pixels: middle of the top face and of the whole die, half its width at the top face's height.

    d12, leaning: logits that it is twelve-sided, and that it leans as seen from its own shape and shadow.
    """

    top_xy: tuple[float, float]
    middle_xy: tuple[float, float]
    radius_px: float
    d12: float
    leaning: float

    @property
    def displaced_xy(self) -> tuple[float, float]:
        """How far the top face stands off the die's middle, in radii: how the die is turned from the camera."""
        return (
            (self.top_xy[0] - self.middle_xy[0]) / self.radius_px,
            (self.top_xy[1] - self.middle_xy[1]) / self.radius_px,
        )


class FaceReader:
    """Holds the two networks. Raises cv2.error when a model file is missing or broken."""

    def __init__(self, poser: Path, reader: Path) -> None:
        self._poser = Network(poser)
        self._reader = Network(reader)

    def posed(self, picture: NDArray[Any], poses: list[Pose], hints: NDArray[np.float64]) -> list[Pose]:
        """The same dice looked at again, each from its last pose.

        picture: (H, W, 3) uint8 BGR. hints (N, 2): where the top face of each die is expected, were it flat, in radii
        off the die's middle.
        """
        if not poses:
            return []
        turns = [atan2(y, x) for x, y in hints]
        looks = zip(poses, turns, strict=True)
        cuts = [cut(picture, p.middle_xy, p.radius_px * POSE_REACH, degrees(turn), POSE_PX) for p, turn in looks]
        far = (np.hypot(*hints.T) * HINT_SCALE - HINT_SHIFT).astype(np.float32)
        beside = np.broadcast_to(far[:, None, None, None], (len(far), 1, POSE_PX, POSE_PX))
        crops = np.concatenate([standardised(np.stack(cuts)), beside], axis=1)
        answer = self._poser(np.concatenate([crops, crops[:, :, ::-1]]))
        upright, mirrored = answer.reshape(2, len(poses), 7).astype(np.float64)
        mirrored[:, [1, 3]] *= -1
        answers = (upright + mirrored) / 2
        return [_moved(pose, turn, out) for pose, turn, out in zip(poses, turns, answers, strict=True)]

    def logits(self, picture: NDArray[Any], poses: list[Pose]) -> list[NDArray[Any]]:
        """(looks, 13) for each: its top face cut twice, or four times, turned and scaled a little differently."""
        first = self._looked(picture, poses, FIRST_LOOKS)
        leads = [np.diff(np.sort(own, axis=1)[:, -2:]).min() for own in first]
        doubtful = [n for n, lead in enumerate(leads) if lead < CLEAR]
        more = dict(zip(doubtful, self._looked(picture, [poses[n] for n in doubtful], MORE_LOOKS), strict=True))
        return [np.concatenate([own, more[n]]) if n in more else own for n, own in enumerate(first)]

    def _looked(
        self, picture: NDArray[Any], poses: list[Pose], looks: tuple[tuple[float, float], ...]
    ) -> list[NDArray[Any]]:
        if not poses:
            return []
        crops = [
            cut(picture, pose.top_xy, pose.radius_px * READ_REACH * reach, turn_deg, READ_PX)
            for pose in poses
            for turn_deg, reach in looks
        ]
        answer = self._reader(standardised(np.stack(crops), _FACE, FACE_LIMIT))
        return list(answer.reshape(len(poses), len(looks), CLASSES))


def cut(
    picture: NDArray[Any], middle_xy: tuple[float, float], reach_px: float, turn_deg: float, side_px: int
) -> NDArray[Any]:
    """A turned square of the picture, (side_px, side_px, 3); outside the picture its border goes on."""
    scale = 2 * reach_px / side_px
    if scale > 1.25:  # shrinking needs every pixel, and a warp looks at four
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
    back = np.array([[c, -s, middle_xy[0] - half * (c - s)], [s, c, middle_xy[1] - half * (s + c)]], dtype=np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, back, (side_px, side_px), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def standardised(
    crops: NDArray[Any], disc: NDArray[np.bool_] | None = None, limit: float = np.inf
) -> NDArray[np.float32]:
    """(N, S, S, 3) uint8 to (N, 3, S, S) float32, each crop with mean 0 and deviation 1, cut off at limit deviations.

    disc (S, S): the pixels that mean and deviation are taken from; all when left out.
    """
    images = crops.astype(np.float32) / 255
    flat = (images if disc is None else images[:, disc]).reshape(len(images), -1)
    mean, deviation = flat.mean(axis=1), np.maximum(flat.std(axis=1), DEVIATION_FLOOR)
    even = (images - mean[:, None, None, None]) / deviation[:, None, None, None]
    return np.ascontiguousarray(np.clip(even, -limit, limit).transpose(0, 3, 1, 2))


def _moved(pose: Pose, turn: float, out: NDArray[np.float64]) -> Pose:
    """The pose, seen from a crop around the old one that was turned by `turn` (radians)."""
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
