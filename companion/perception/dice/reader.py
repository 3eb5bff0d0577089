"""Reads twelve-sided dice in a picture of unknown scale; other dice are left out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.perception.dice.confidence import face_probabilities, probability, with_sides
from companion.perception.dice.face import FIRST_VIEWS, FaceReader, Pose
from companion.perception.dice.finder import DiceFinder
from companion.perception.dice.opposites import evidence
from companion.perception.dice.shared_camera import PULL_MIDDLE, SharedCamera, Told
from companion.perception.dice.sides import Turned, TurnEstimator
from companion.perception.dice.view import ViewEstimator
from companion.perception.network import softmax

MODELS = Path(__file__).parents[1] / "models"
"""Folder of the product's models."""
VALUES = 12
"""Number of a die's values, 1 to 12."""
POSE_PASSES = 2
"""Passes of the pose network; the second starts from the first's answer, because the finder is off by 0.1 radius."""
HOPELESS = 0.1
"""Probability of having twelve sides below which a second pass is not worth its time."""
ASIDE_FROM = 0.35
"""Sine of the tilt, as the view network tells it, from which on dice are looked at more than once: up to about 20
degrees the pose network finds their tops by itself."""
LOOKS_ASIDE = 3
"""Most looks at dice from aside, each where the one before shows their tops."""
SETTLED = 0.06
"""Radii by which no top is expected elsewhere than before, so that no further look is needed."""
LEAST_FACING = 0.3
"""Cosine of the angle between a side and the line of sight below which it is seen too flat to be read."""
OUTLINE_RADII = 1.15
"""Radii from a die's middle to its outline: nearer to the picture's border than this, it is cut."""
SAME_DIE_RADII = 0.9
"""Detections nearer than this are one die; dice that touch are 2 radii apart."""
STEEP_FROM = 0.5
"""Probability of a camera more than 45 degrees aside from which on people are told."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die.

    Attributes:
        value: 1 to 12; None when it leans or is not certain enough.
        x_px, y_px: middle of its top face, in pixels of the picture as given.
        radius_px: half its width there.
        confidence: probability, 0 to 1, that it is a die, lies flat, is seen by its top, and shows `guess`.
        guess, runner_up: the two likeliest values, however uncertain; None when it leans.
        leaning: whether it leans.
        tilt_deg: from how far aside the camera looks at it, degrees from above, as all dice of the picture tell.
        steep: whether the camera looks from too far aside for its top to be told from its sides.
    """

    value: int | None
    x_px: float
    y_px: float
    radius_px: float
    confidence: float
    guess: int | None
    runner_up: int | None
    leaning: bool
    tilt_deg: float = 0.0
    steep: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """Constants that calibration found, from models/dice.json.

    Attributes:
        value: the confidence that a value needs.
        d12: probability of having twelve sides that a die needs.
        leaning: probability of leaning from which on a die counts as leaning.
        nothing: probability of a face without value from which on a thing is no die.
        temperature: of the softmax over values.
        doubt: how much the temperature rises when the views of a face disagree.
        displaced_sigma: standard error of the displacement, in radii.
    """

    value: float
    d12: float
    leaning: float
    nothing: float
    temperature: float
    doubt: float
    displaced_sigma: float


@dataclass(frozen=True, slots=True)
class RawDie:
    """One die before thresholds are applied.

    Attributes:
        pose: where it lies.
        logits: (views, 13), of the seen face: values 1 to 12, and no value.
        sides: (5, 12) probabilities of the values on the sides around it; None: they were not read, the face is clear.
        leaning: probability that it leans, 0 to 1.
        agreement: 0 to 1, how clearly its sides are seen, as `Turned.agreement`.
        tilt_deg: from how far aside the camera looks at it, degrees from above, as all dice of the picture tell.
        steep: probability, 0 to 1, that the camera looks at the dice from more than 45 degrees aside.
        top: probability, 0 to 1, that it lies flat and that the seen face is its top and not a side.
    """

    pose: Pose
    logits: NDArray[np.float32]
    sides: NDArray[np.float64] | None
    leaning: float
    agreement: float
    tilt_deg: float
    steep: float
    top: float


Uprights = Callable[[list[Pose]], NDArray[np.float64] | None]
"""Tells for N dice how the table's upright appears at each, (N, 2) in radii; None where no mat is seen."""


@dataclass(frozen=True, slots=True)
class _Table:
    """How the table is seen: its upright at each die, (N, 2) in radii, and whether a mat tells it."""

    uprights: NDArray[np.float64]
    measured: bool


class DiceReader:
    """All networks of dice together; keeps nothing between pictures.

    Args:
        models: folder with dice.json, and dice_NAME.onnx of the finder, the poser, the reader, the sides and the view
            network; None: the product's own.
        any_shape: also read other dice with 1 to 12 on top, and take all to lie flat (for checks with photographs of
            twenty-sided dice).

    Raises:
        OSError: dice.json is missing.
        cv2.error: a model is missing or broken.
    """

    def __init__(self, models: Path | None = None, any_shape: bool = False) -> None:
        folder = MODELS if models is None else models
        constants = json.loads((folder / "dice.json").read_text(encoding="utf-8"))["bars"]
        self._bars = Bars(**constants)
        self._any_shape = any_shape
        self._finder = DiceFinder(folder / "dice_finder.onnx")
        self._faces = FaceReader(folder / "dice_poser.onnx", folder / "dice_reader.onnx")
        self._turns = TurnEstimator(folder / "dice_sides.onnx")
        self._views = ViewEstimator(folder / "dice_view.onnx")

    def read(self, picture: NDArray[np.uint8], uprights: Uprights | None = None) -> tuple[DieReading, ...]:
        """Read every twelve-sided die that lies wholly in a picture, (H, W, 3) uint8 BGR; ordered by x, then y.

        Args:
            picture: the picture.
            uprights: tells how the table is seen, where a mat shows it; None, or where it answers None: the view
                network tells it.
        """
        poses = self.find(picture)
        measured = uprights(poses) if uprights is not None and poses else None
        readings = (self.judge(raw) for raw in self.predict_at(picture, poses, measured))
        return tuple(sorted((r for r in readings if r is not None), key=lambda die: (die.x_px, die.y_px)))

    def predict(self, picture: NDArray[np.uint8]) -> list[RawDie]:
        """Return the networks' outputs for every twelve-sided die wholly in the picture, with only the threshold on
        twelve sides."""
        return self.predict_at(picture, self.find(picture))

    def find(self, picture: NDArray[np.uint8]) -> list[Pose]:
        """Return the pose of each twelve-sided die in a picture, (H, W, 3) uint8 BGR, each seen by itself."""
        height, width = picture.shape[:2]
        poses = [Pose((d.x_px, d.y_px), (d.x_px, d.y_px), d.radius_px, 0.0, 0.0) for d in self._finder.find(picture)]
        for _ in range(POSE_PASSES):
            poses = self._faces.refine(picture, poses, PULL_MIDDLE * places(poses, width, height))
            poses = [p for p in poses if self._any_shape or probability(p.d12) >= HOPELESS]
        return [p for p in _single(poses) if self._any_shape or probability(p.d12) >= self._bars.d12]

    def predict_at(
        self, picture: NDArray[np.uint8], poses: list[Pose], measured: NDArray[np.float64] | None = None
    ) -> list[RawDie]:
        """Return the networks' outputs for dice of known pose, using what all of them tell about the camera.

        Args:
            picture: (H, W, 3) uint8 BGR.
            poses: as from `find`; dice that the picture's border cuts are left out of the result.
            measured: (N, 2), the table's upright at each of them as a mat tells it, in radii; None: not known.
        """
        if not poses:
            return []
        height, width = picture.shape[:2]
        table = _Table(self._views.uprights(picture, poses) if measured is None else measured, measured is not None)
        poses, turned, told = self._seen_together(picture, poses, table)
        kept = [i for i, pose in enumerate(poses) if _whole(pose, width, height)]
        logits = self._faces.logits(picture, [poses[i] for i in kept])
        tilts = np.degrees(np.arcsin(np.hypot(*told.tops.T).clip(0, 1)))
        return [
            RawDie(
                pose=poses[i],
                logits=own,
                sides=self._sides(picture, poses[i], turned[i]) if self._is_doubtful(own) else None,
                leaning=float(told.leaning[i]),
                agreement=turned[i].agreement,
                tilt_deg=float(tilts[i]),
                steep=told.steep,
                top=float(told.top[i]),
            )
            for i, own in zip(kept, logits, strict=True)
        ]

    def _is_doubtful(self, logits: NDArray[np.float32]) -> bool:
        """Whether a face was looked at more often than others, so that its sides are to be read, too."""
        return len(logits) > len(FIRST_VIEWS) and not self._any_shape

    def _sides(self, picture: NDArray[np.uint8], pose: Pose, turned: Turned) -> NDArray[np.float64]:
        """What is read on the sides of a die, as `RawDie.sides`."""
        normals = turned.sides()
        shares = softmax(self._faces.side_logits(picture, pose, normals), axis=1)
        read = shares[:, :VALUES] + shares[:, VALUES:] / VALUES
        return np.where(normals[:, 2:] < -LEAST_FACING, read, 1 / VALUES)

    def _seen_together(
        self, picture: NDArray[np.uint8], poses: list[Pose], table: _Table
    ) -> tuple[list[Pose], list[Turned], Told]:
        """The dice of one picture, looked at again where the camera that they share shows their tops, how they are
        turned, and what that tells."""
        aside = float(np.hypot(*table.uprights.mean(axis=0))) >= ASIDE_FROM
        looks, before = LOOKS_ASIDE if aside else int(len(poses) > 1), None
        for _ in range(looks):
            if aside:
                poses, turned, told = self._turned(picture, poses, table)
            else:
                told = self._camera(picture, poses, table).told()
            if before is not None and np.hypot(*(told.expected - before).T).max() < SETTLED:
                return poses, turned, told
            poses, before = self._faces.refine(picture, poses, told.expected), told.expected
        return self._turned(picture, poses, table)

    def _turned(
        self, picture: NDArray[np.uint8], poses: list[Pose], table: _Table
    ) -> tuple[list[Pose], list[Turned], Told]:
        """The dice with their faces where they are seen, how they are turned, and what that tells."""
        turned = self._turns.turned(picture, poses)
        if not self._any_shape:
            poses = [_turned(pose, how) for pose, how in zip(poses, turned, strict=True)]
        rows = np.array([(how.error, how.side_rad, how.agreement) for how in turned]).reshape(-1, 3)
        return poses, turned, replace(self._camera(picture, poses, table), turned=rows).told()

    def _camera(self, picture: NDArray[np.uint8], poses: list[Pose], table: _Table) -> SharedCamera:
        height, width = picture.shape[:2]
        return SharedCamera(
            places(poses, width, height),
            np.array([p.displaced_xy for p in poses]).reshape(-1, 2),
            np.array([p.leaning for p in poses]),
            self._bars.displaced_sigma,
            table.uprights,
            measured=table.measured,
        )

    def judge(self, raw: RawDie) -> DieReading | None:
        """Apply the thresholds to one die; return None where the thing is no die (a disc, a cube, a blank)."""
        pose, bars = raw.pose, self._bars
        shares = value_probabilities(raw, bars.temperature, bars.doubt)
        second, first = (int(i) for i in np.argsort(shares[:VALUES])[-2:])
        if shares[VALUES] >= bars.nothing:
            return None
        leans = raw.leaning >= bars.leaning and not self._any_shape
        certain = 1.0 if self._any_shape else flat_probability(raw)
        confidence = with_sides(float(shares[first] * certain), 1.0 if self._any_shape else raw.agreement)
        return DieReading(
            value=first + 1 if confidence >= bars.value and not leans else None,
            x_px=pose.top_xy[0],
            y_px=pose.top_xy[1],
            radius_px=pose.radius_px,
            confidence=confidence,
            guess=None if leans else first + 1,
            runner_up=None if leans else second + 1,
            leaning=leans,
            tilt_deg=raw.tilt_deg,
            steep=raw.steep >= STEEP_FROM,
        )


def value_probabilities(raw: RawDie, temperature: float, doubt: float) -> NDArray[np.float64]:
    """Return the probabilities of the values 1 to 12 on a die's seen face, and of no value, (13,).

    Args:
        raw: the die.
        temperature, doubt: as in `face_probabilities`.
    """
    shares = face_probabilities(raw.logits, temperature, doubt)
    if raw.sides is None:
        return shares
    shares[:VALUES] *= evidence(raw.sides)
    return shares / shares.sum()


def flat_probability(raw: RawDie) -> float:
    """Return the probability, 0 to 1, that a thing is a twelve-sided die that lies flat, and that its top is one."""
    return raw.top * probability(raw.pose.d12)


def places(poses: list[Pose], width: int, height: int) -> NDArray[np.float64]:
    """Return the middles of the dice from the picture's middle, in picture widths, (N, 2)."""
    middles = np.array([p.middle_xy for p in poses]).reshape(-1, 2)
    return (middles - [(width - 1) / 2, (height - 1) / 2]) / width


def _turned(pose: Pose, how: Turned) -> Pose:
    """The pose with its face where it is seen."""
    (x, y), (across, down) = pose.middle_xy, how.face_xy
    return replace(pose, top_xy=(x + across * pose.radius_px, y + down * pose.radius_px))


def _single(poses: list[Pose]) -> list[Pose]:
    """Non-maximum suppression: one pose for each die, the one likeliest to be twelve-sided."""
    kept: list[Pose] = []
    for pose in sorted(poses, key=lambda p: -p.d12):
        gaps = [np.hypot(*np.subtract(pose.middle_xy, other.middle_xy)) for other in kept]
        if all(g > SAME_DIE_RADII * max(pose.radius_px, o.radius_px) for g, o in zip(gaps, kept, strict=True)):
            kept.append(pose)
    return kept


def _whole(pose: Pose, width: int, height: int) -> bool:
    (x, y), reach = pose.middle_xy, OUTLINE_RADII * pose.radius_px
    return reach <= x <= width - 1 - reach and reach <= y <= height - 1 - reach
