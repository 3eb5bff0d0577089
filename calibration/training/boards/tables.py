"""Training batches for cell reader and judge: a few tables, many places of each, randomly shifted and re-lit."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.boards.hard_lessons import HardLessonSampler
from calibration.training.boards.lessons import UNLABELLED
from calibration.training.lesson_files import LessonFiles
from calibration.training.loop import Batch
from companion.perception.boards.cell import CLASSES, NO_TILE, READ_PX, READ_REACH, Places, downscaled, rectified_crops
from companion.perception.boards.rings import RING_FEATURES, ring_features

TABLES, PLACES = 4, 40  # tables in a batch, most places of each
COMMON_CLASSES = {NO_TILE, CLASSES.index("_")}  # classes of most places, which are mostly easy: chosen after the others
ERROR, LARGE_ERROR, LARGE_ERROR_SHARE = 0.025, 0.07, 0.15
"""Standard deviation of a place's simulated position error, tile sides; a larger one for this share of places."""
NOISY_SHARE, NOISIEST = 0.2, 13.0  # share of tables with added noise; its largest deviation, grey levels
Floats = NDArray[np.float32]
"""A float32 array."""


class TableLessons:
    """The cell reader's lessons: full-size pictures with their labelled places.

    Args:
        files: training files of `lessons`; new ones are used as they appear.
        seed: of all random choices.
    """

    def __init__(self, files: LessonFiles, seed: int) -> None:
        self._files = files
        self._rng = np.random.default_rng(seed)
        self._sampler = HardLessonSampler(self._rng, np.zeros(0))
        self._pictures: list[NDArray[np.uint8]] = []
        self._places: list[tuple[Places, NDArray[np.int64]]] = []
        self._load_new_files()

    def _load_new_files(self) -> None:
        for path, weight in self._files.new():
            with np.load(path) as file:
                of, places, value = file["of"], file["places"], file["value"]
                for number, picture in enumerate(file["wholes"]):
                    self.add(picture, places[of == number], value[of == number], weight)

    def add(self, picture: NDArray[np.uint8], places: Floats, value: NDArray[np.int64], weight: float) -> None:
        """Add a table.

        Args:
            picture: (H, W, 3) uint8 BGR.
            places: (M, 3, 2) px: middle and steps, as in `lessons`.
            value: (M,) index into CLASSES or UNLABELLED.
            weight: sampling weight.
        """
        where = Places(places[:, 0], places[:, 1:])
        picture, share = downscaled(picture, where)
        self._pictures.append(picture)
        self._places.append((where.scaled(share), value))
        self._sampler.add(weight)

    def __len__(self) -> int:
        return len(self._pictures)

    def loss(self, net: nn.Module, data: Batch) -> Tensor:
        """Cross-entropy of the places' classes, averaged over cell reader and judge, a scalar.

        Tables with a high loss will be sampled more often.
        """
        value, pictures = data["value"], data["crops"].permute(0, 1, 4, 2, 3).float() / 255
        losses = [
            functional.cross_entropy(said.movedim(-1, 1), value, ignore_index=UNLABELLED, reduction="none")
            for said in net(pictures, data["there"], data["rings"])
        ]
        each = torch.stack(losses).mean(0)
        self._sampler.record_losses(data["of"].numpy(), each.detach().amax(1).numpy())
        return each.sum() / (value != UNLABELLED).sum()

    def batch(self) -> Batch:
        """A batch of T = TABLES tables with P = PLACES places each.

        of (T,) int64: number of the table; crops (T, P, S, S, 3) uint8 BGR with S = READ_PX; value (T, P) int64; there
        (T, P) float32: 1, or 0 for an unused place; rings (T, P, RING_FEATURES) float32.
        """
        self._load_new_files()
        crops = np.zeros((TABLES, PLACES, READ_PX, READ_PX, 3), np.uint8)
        value = np.full((TABLES, PLACES), UNLABELLED)
        there = np.zeros((TABLES, PLACES), np.float32)
        rings = np.zeros((TABLES, PLACES, RING_FEATURES), np.float32)
        of = self._sampler.choose(TABLES)
        for k, i in enumerate(of):
            places, values = self._places[i]
            chosen = self._chosen(values)
            where = self._misplaced(places.middles[chosen], places.steps[chosen])
            crops[k, : len(chosen)] = self._lit(rectified_crops(self._pictures[i], where))
            rings[k, : len(chosen)] = ring_features(crops[k, : len(chosen)], READ_REACH)
            value[k, : len(chosen)] = values[chosen]
            there[k, : len(chosen)] = 1
        arrays = {"of": of, "crops": crops, "value": value, "there": there, "rings": rings}
        return {name: torch.from_numpy(array) for name, array in arrays.items()}

    def _chosen(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Indices of at most PLACES places, at random; discs and hidden places are preferred."""
        rank = self._rng.random(len(values)) + [0.6 * (int(v) in COMMON_CLASSES) for v in values]
        return np.argsort(rank)[:PLACES]

    def _misplaced(self, middles: Floats, steps: Floats) -> Places:
        """The places with errors as a finder makes them, and randomly turned by quarters, mirrored and scaled.

        middles (N, 2) px, steps (N, 2, 2) px: to the right and downwards.
        """
        rng = self._rng
        right, down = steps.swapaxes(0, 1)
        for _ in range(int(rng.integers(4))):
            right, down = down, -right
        if rng.random() < 0.5:
            right = -right
        turn = rng.normal(0, 0.02) + rng.normal(0, 0.015, (len(middles), 1))
        zoom = np.exp(rng.normal(0, 0.04) + rng.normal(0, 0.01, (len(middles), 1)))
        right, down = (right + turn * down) * zoom, (down - turn * right) * zoom
        far = np.where(rng.random((len(middles), 1)) < LARGE_ERROR_SHARE, LARGE_ERROR, ERROR)
        off = np.clip(rng.normal(0, 1, (len(middles), 2)) * far, -0.16, 0.16)
        middles = middles + off[:, :1] * right + off[:, 1:] * down
        return Places(middles, np.stack([right, down], 1))

    def _lit(self, crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Crops (N, S, S, 3) uint8 with random brightness, gamma and white balance, equal for all, and sometimes noise.

        The changes are small enough for red discs to stay red.
        """
        rng = self._rng
        gain = np.exp(rng.normal(0, 0.06, 3) + rng.normal(0, 0.2))
        light = np.clip(np.arange(256)[:, None] / 255 * gain + rng.normal(0, 0.02), 0, 1) ** np.exp(rng.normal(0, 0.15))
        curve = np.rint(light * 255).astype(np.uint8)[None]
        other = cv2.LUT(crops.reshape(-1, crops.shape[2], 3), curve).reshape(crops.shape)
        if rng.random() < NOISY_SHARE:
            level = np.float32(NOISIEST * rng.random() ** 2)
            noise = rng.standard_normal(crops.shape, dtype=np.float32) * level
            other = np.clip(other + noise, 0, 255)
        return np.asarray(other, np.uint8)
