"""Reads every twelve-sided die in a picture of unknown scale."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.perception.dice.camera import PULL_MIDDLE, DiceOfOneCamera
from companion.perception.dice.face import FaceReader, Pose
from companion.perception.dice.finder import DiceFinder
from companion.perception.network import softmax

MODELS = Path(__file__).parents[1] / "models"
VALUES = 12
POSE_PASSES = 2  # the second starts from the first's answer: the finder is a tenth of a radius off
HOPELESS = 0.1  # share of having twelve sides under which a second look is a waste of time
OUTLINE_RADII = 1.15  # from the die's middle to its outline: nearer to the border than this, it is cut
SAME_DIE_RADII = 0.9  # two dice that touch are 2 apart


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die. x_px, y_px: middle of its top face, pixels of the picture as given; radius_px: half its width there.

    value: 1..12, None when it leans or the reader is not sure enough. sure: probability (0..1) that the die lies
    flat and shows `guess`. guess, runner_up: the two likeliest values, also under the bar; None when leaning.
    """

    value: int | None
    x_px: float
    y_px: float
    radius_px: float
    confidence: float
    guess: int | None
    runner_up: int | None
    leaning: bool


@dataclass(frozen=True, slots=True)
class Bars:
    """What calibration found (models/dice.json): thresholds are probabilities, sigma is in radii."""

    value: float
    d12: float
    leaning: float
    nothing: float
    temperature: float
    doubt: float
    displaced_sigma: float


@dataclass(frozen=True, slots=True)
class DieLook:
    """One die before judgement: its pose, the logits of its top face (looks, 13), the probability that it leans."""

    pose: Pose
    logits: NDArray[np.float32]
    leaning: float


class DiceReader:
    """Finder, pose and reader. Give it pictures; it keeps nothing between them.

    models: folder with dice_finder.onnx, dice_poser.onnx, dice_reader.onnx and dice.json; the product's own when
    left out. any_shape: reads other dice with 1..12 on top, too, and takes all to lie flat (for checks with
    photographs of twenty-sided dice). Raises OSError or cv2.error when a file is missing.
    """

    def __init__(self, models: Path | None = None, any_shape: bool = False) -> None:
        folder = MODELS if models is None else models
        constants = json.loads((folder / "dice.json").read_text(encoding="utf-8"))["bars"]
        self._bars = Bars(**constants)
        self._any_shape = any_shape
        self._finder = DiceFinder(folder / "dice_finder.onnx")
        self._faces = FaceReader(folder / "dice_poser.onnx", folder / "dice_reader.onnx")

    def read(self, picture: NDArray[np.uint8]) -> tuple[DieReading, ...]:
        """picture: (H, W, 3) uint8 BGR. Every d12 wholly inside it, ordered by x, then y."""
        readings = (self.judge(look) for look in self.look(picture))
        return tuple(sorted((r for r in readings if r is not None), key=lambda die: (die.x_px, die.y_px)))

    def look(self, picture: NDArray[np.uint8]) -> list[DieLook]:
        """What the networks say of each d12 wholly in the picture, before any bar but the one for twelve sides."""
        return self.look_at(picture, self.find(picture))

    def find(self, picture: NDArray[np.uint8]) -> list[Pose]:
        """Each d12 as it looks by itself, whatever lies beside it."""
        height, width = picture.shape[:2]
        poses = [Pose((d.x_px, d.y_px), (d.x_px, d.y_px), d.radius_px, 0.0, 0.0) for d in self._finder.find(picture)]
        for _ in range(POSE_PASSES):
            poses = self._faces.posed(picture, poses, PULL_MIDDLE * _places(poses, width, height))
            poses = [p for p in poses if self._any_shape or share(p.d12) >= HOPELESS]
        return [p for p in _single(poses) if self._any_shape or share(p.d12) >= self._bars.d12]

    def look_at(self, picture: NDArray[np.uint8], poses: list[Pose]) -> list[DieLook]:
        """The dice of `poses` looked at together: what one says of the camera helps to see the others."""
        height, width = picture.shape[:2]
        if len(poses) > 1:
            poses = self._faces.posed(picture, poses, self._together(poses, width, height).expected())
        leaning = self._together(poses, width, height).leaning_shares()
        kept = [i for i, pose in enumerate(poses) if _whole(pose, width, height)]
        logits = self._faces.logits(picture, [poses[i] for i in kept])
        return [DieLook(poses[i], own, float(leaning[i])) for i, own in zip(kept, logits, strict=True)]

    def _together(self, poses: list[Pose], width: int, height: int) -> DiceOfOneCamera:
        return DiceOfOneCamera(
            _places(poses, width, height),
            np.array([p.displaced_xy for p in poses]).reshape(-1, 2),
            np.array([p.leaning for p in poses]),
            self._bars.displaced_sigma,
        )

    def judge(self, look: DieLook) -> DieReading | None:
        """The reading that the bars allow; None where the face is no die's (a disc, a cube, a blank)."""
        pose, bars = look.pose, self._bars
        shares = value_shares(look.logits, bars.temperature, bars.doubt)
        second, first = (int(i) for i in np.argsort(shares[:VALUES])[-2:])
        if shares[VALUES] >= bars.nothing:
            return None
        leans = look.leaning >= bars.leaning and not self._any_shape
        certain = 1.0 if self._any_shape else (1 - look.leaning) * share(pose.d12)
        confidence = float(shares[first] * certain)
        return DieReading(
            value=first + 1 if confidence >= bars.value and not leans else None,
            x_px=pose.top_xy[0],
            y_px=pose.top_xy[1],
            radius_px=pose.radius_px,
            confidence=confidence,
            guess=None if leans else first + 1,
            runner_up=None if leans else second + 1,
            leaning=leans,
        )


def value_shares(logits: NDArray[np.float32], temperature: float, doubt: float) -> NDArray[np.float64]:
    """(looks, 13) logits of one face to (13,) probabilities.

    The looks' mean is softened by temperature, and by doubt times how far the looks disagree on the winner.
    """
    scores = logits.astype(np.float64)
    scores -= scores.max(axis=1, keepdims=True)
    mean = scores.mean(axis=0)
    best = int(np.argmax(mean))
    lead = scores[:, best] - np.max(np.delete(scores, best, axis=1), axis=1)
    soft = temperature * (1 + doubt * float(lead.std()) / (1 + max(0.0, float(lead.mean()))))
    return softmax(mean / soft)


def share(logit: float) -> float:
    """Log odds to probability."""
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))


def _places(poses: list[Pose], width: int, height: int) -> NDArray[np.float64]:
    """Middles of the dice from the picture's middle, in picture widths, (N, 2)."""
    middles = np.array([p.middle_xy for p in poses]).reshape(-1, 2)
    return (middles - [(width - 1) / 2, (height - 1) / 2]) / width


def _single(poses: list[Pose]) -> list[Pose]:
    """One pose a die: two finds that settled on the same die are one (the surer is kept)."""
    kept: list[Pose] = []
    for pose in sorted(poses, key=lambda p: -p.d12):
        gaps = [np.hypot(*np.subtract(pose.middle_xy, other.middle_xy)) for other in kept]
        if all(g > SAME_DIE_RADII * max(pose.radius_px, o.radius_px) for g, o in zip(gaps, kept, strict=True)):
            kept.append(pose)
    return kept


def _whole(pose: Pose, width: int, height: int) -> bool:
    (x, y), reach = pose.middle_xy, OUTLINE_RADII * pose.radius_px
    return reach <= x <= width - 1 - reach and reach <= y <= height - 1 - reach
