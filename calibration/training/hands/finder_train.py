"""Trains the hand finder and writes its file.

    python -m calibration.training.hands.finder_train --data lessons/h*.npz --out weights/hands.pt --minutes 12 --seed 1
    python -m calibration.training.hands.finder_train --out weights/hands.pt --export MODELS/hand_finder.onnx

Minutes are of processor time on one core. `--start FILE` continues from weights or from the product's file. Where
`--data` names a folder, files that are added to it during the training are read, too. Prints the loss on the way.
"""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.command import set_seed_and_threads, train, training_parser
from calibration.training.hands.networks import INPUT_FRAMES, HandFinderNet
from calibration.training.lesson_files import LessonFiles
from calibration.training.loop import Batch, answer
from calibration.training.onnx_file import fold_normalisation, write
from companion.perception.hands.finder import DIRECTIONS, INPUT_XY, STRIDE

Pixels = NDArray[np.uint8]
"""uint8 pictures."""
Floats = NDArray[np.float32]
"""float32 values."""

BATCH_SIZE = 16
"""Lessons of a batch."""
RATE = 3e-3
"""Learning rate at the start."""
NEAR_CELLS = 0.9
"""Standard deviation of the heat map's bump at a palm's middle, cells."""
NEAR_RAD = math.radians(20.0)
"""The same over the direction of the arm, radians."""
AIR_MM = 2.0
"""A hand that is higher over the table is in the air, millimetres."""
AIR_WEIGHT = 1.5
"""Weight of the cross entropy of being in the air, beside the offset's error in cells."""
SEEN, HIDDEN = 0.35, 0.1
"""A hand is to be found when at least the first share of it can be seen; between the two it does not matter; with less
there is none."""


def main() -> None:
    """Train, or with `--export` write the ONNX file."""
    args = training_parser(__doc__, 12, RATE).parse_args()
    set_seed_and_threads(args.seed)
    net = HandFinderNet().to(memory_format=torch.channels_last)
    if args.export:
        net.load_state_dict(torch.load(args.out))
        net.up = fold_normalisation(net.up)
        write(net, args.export, (1, 3 * INPUT_FRAMES, INPUT_XY[1], INPUT_XY[0]), {}, "moments")
        return
    train(args, net, FinderLessons(args.data, args.seed), loss_of)


class FinderLessons:
    """Lessons from files of `finder_lessons`, each time mirrored at random and in other light.

    Args:
        paths: files, or folders of files.
        seed: of the augmentation.
    """

    def __init__(self, paths: list[Path], seed: int) -> None:
        self._files = LessonFiles(paths, [], 1.0)
        self.pictures: list[np.ndarray] = []
        self.hands: list[np.ndarray] = []
        self._random = np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self.hands)

    def batch(self) -> Batch:
        """A batch of `BATCH_SIZE` lessons.

        Returns:
            `pictures` (B, 9, H, W) float32 0 to 1, `hands` (B, MOST_HANDS, 6) float32, `there` (B, MOST_HANDS) bool.
        """
        for path, _ in self._files.new():
            with np.load(path) as file:
                self.pictures.extend(file["pictures"])
                self.hands.extend(file["hands"])
        chosen = self._random.choice(len(self.hands), BATCH_SIZE, replace=False)
        made = [flipped(self._random, self.pictures[n], self.hands[n]) for n in chosen]
        pictures = np.stack([recoloured(self._random, picture) for picture, _ in made])
        hands = torch.from_numpy(np.stack([each for _, each in made]))
        seen = torch.from_numpy(pictures).permute(0, 1, 4, 2, 3).flatten(1, 2).float() / 255
        return {"pictures": seen, "hands": hands, "there": hands[..., 4] >= 0}


def flipped(random: np.random.Generator, pictures: Pixels, hands: Floats) -> tuple[Pixels, Floats]:
    """Pictures (M, H, W, 3) and hands (N, 6) of one lesson, flipped at random left to right and top to bottom."""
    hands = hands.copy()
    for axis, size in ((0, pictures.shape[2]), (1, pictures.shape[1])):
        if random.random() < 0.5:
            pictures = np.flip(pictures, 2 - axis)
            hands[:, axis] = size - 1 - hands[:, axis]
            hands[:, 2 + axis] = -hands[:, 2 + axis]
    return pictures, hands


def recoloured(random: np.random.Generator, pictures: Pixels) -> Pixels:
    """Pictures (M, H, W, 3) of one lesson in other light, the same for all of them."""
    gain = np.exp(random.normal(0, 0.1, 3) + random.normal(0, 0.2))
    light = np.arange(256)[:, None] / 255 * gain + random.normal(0, 0.02)
    curve = np.clip(light, 0, 1) ** np.exp(random.normal(0, 0.15)) * 255
    flat = np.ascontiguousarray(pictures).reshape(-1, pictures.shape[2], 3)
    return np.asarray(cv2.LUT(flat, np.rint(curve).astype(np.uint8)[None]), np.uint8).reshape(pictures.shape)


def loss_of(net: nn.Module, data: Batch) -> Tensor:
    """Focal loss of heat maps as in CenterNet (arXiv 1904.07850), one for each direction of the arm; and offset and air
    where there is a hand."""
    out = answer(net, data["pictures"])
    b, _, rows, cols = out.shape
    hands, there = data["hands"], data["there"]
    heat, care = torch.zeros(b, DIRECTIONS, rows, cols), torch.ones(b, rows, cols)
    errors, count = torch.zeros(()), torch.zeros(())
    ways = (torch.arange(DIRECTIONS) * 2 * math.pi / DIRECTIONS)[None, :]
    every = torch.arange(b)
    for n in range(hands.shape[1]):
        x, y, c, s, height, share = (hands[:, n, k] for k in range(6))
        across = ((x + 0.5) / STRIDE - 0.5)[:, None, None] - torch.arange(cols)[None, None, :]
        down = ((y + 0.5) / STRIDE - 0.5)[:, None, None] - torch.arange(rows)[None, :, None]
        off = torch.atan2(s, c)[:, None] - ways
        off = torch.atan2(off.sin(), off.cos())
        inside = (x > -STRIDE) & (x < STRIDE * cols) & (y > -STRIDE) & (y < STRIDE * rows)
        far = across**2 + down**2
        clear = there[:, n] & inside & (share >= SEEN)
        vague = there[:, n] & (share > HIDDEN) & ~clear
        bump = (
            torch.exp(-far / (2 * NEAR_CELLS**2))[:, None] * torch.exp(-(off**2) / (2 * NEAR_RAD**2))[..., None, None]
        )
        place = far.flatten(1).argmin(1)
        bump[every, off.abs().argmin(1), place // cols, place % cols] = 1.0
        heat = torch.maximum(heat, bump * clear[:, None, None, None])
        care = care * ~(vague[:, None, None] & (far < 9.0))
        near = (clear[:, None, None] & (far < 3.0)).float()
        error = (out[:, DIRECTIONS] - across).abs() + (out[:, DIRECTIONS + 1] - down).abs()
        air = (height > AIR_MM).float()[:, None, None].expand_as(across + down)
        unlike = functional.binary_cross_entropy_with_logits(out[:, DIRECTIONS + 2], air, reduction="none")
        error = error + AIR_WEIGHT * unlike
        errors, count = errors + (error * near).sum(), count + near.sum()
    score = torch.sigmoid(out[:, :DIRECTIONS]).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999).float()
    found = -(peak * (1 - score) ** 2 * score.log() + (1 - peak) * (1 - heat) ** 4 * score**2 * (1 - score).log())
    care = torch.maximum(care[:, None], peak)
    return (found * care).sum() / peak.sum().clamp(min=4) + 0.3 * errors / count.clamp(min=4)


if __name__ == "__main__":
    main()
