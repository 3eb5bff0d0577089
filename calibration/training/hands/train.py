"""Trains the network that finds hands, and writes its file.

    python -m calibration.training.hands.train --data lessons/h*.npz --out weights/hands.pt --minutes 12 --seed 1
    python -m calibration.training.hands.train --out weights/hands.pt --export MODELS/hand_finder.onnx

Minutes are of work on one core. `--start FILE` goes on, from weights or from the product's file. Where a folder is
named, files that come into it are taken up while others are learnt. Prints the loss on the way.
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
from calibration.training.hands.net import MOMENTS, HandNet
from calibration.training.lesson_files import LessonFiles
from calibration.training.loop import Batch, answer
from calibration.training.onnx_file import fold_normalisation, write
from companion.perception.hands.finder import SEEN_XY, STRIDE, WAYS

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]

AT_ONCE = 16
RATE = 3e-3
NEAR_CELLS = 0.9
"""Deviation of the bump at a palm's middle."""
NEAR_RAD = math.radians(20.0)
"""The same about the way of its arm."""
AIR_MM = 2.0
"""A hand that is higher is in the air."""
AIR_WEIGHT = 1.5
SEEN, HIDDEN = 0.35, 0.1
"""A hand is to be found when so much of it can be seen; with less it does not matter, with still less there is none."""


def main() -> None:
    args = training_parser(__doc__, 12, RATE).parse_args()
    set_seed_and_threads(args.seed)
    net = HandNet().to(memory_format=torch.channels_last)
    if args.export:
        net.load_state_dict(torch.load(args.out))
        net.up = fold_normalisation(net.up)
        write(net, args.export, (1, 3 * MOMENTS, SEEN_XY[1], SEEN_XY[0]), {}, "moments")
        return
    train(args, net, Lessons(args.data, args.seed), lost)


class Lessons:
    """Moments from files of `lessons`, each time mirrored or turned by half and in other light."""

    def __init__(self, paths: list[Path], seed: int) -> None:
        self._files = LessonFiles(paths, [], 1.0)
        self.pictures: list[np.ndarray] = []
        self.hands: list[np.ndarray] = []
        self._random = np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self.hands)

    def batch(self) -> Batch:
        for path, _ in self._files.new():
            with np.load(path) as file:
                self.pictures.extend(file["pictures"])
                self.hands.extend(file["hands"])
        chosen = self._random.choice(len(self.hands), AT_ONCE, replace=False)
        made = [mirrored(self._random, self.pictures[n], self.hands[n]) for n in chosen]
        pictures = np.stack([coloured(self._random, picture) for picture, _ in made])
        hands = torch.from_numpy(np.stack([each for _, each in made]))
        seen = torch.from_numpy(pictures).permute(0, 1, 4, 2, 3).flatten(1, 2).float() / 255
        return {"pictures": seen, "hands": hands, "there": hands[..., 4] >= 0}


def mirrored(random: np.random.Generator, pictures: Pixels, hands: Floats) -> tuple[Pixels, Floats]:
    """Pictures (M, H, W, 3) and hands (N, 6), left and right, up and down exchanged or not."""
    hands = hands.copy()
    for axis, size in ((0, pictures.shape[2]), (1, pictures.shape[1])):
        if random.random() < 0.5:
            pictures = np.flip(pictures, 2 - axis)
            hands[:, axis] = size - 1 - hands[:, axis]
            hands[:, 2 + axis] = -hands[:, 2 + axis]
    return pictures, hands


def coloured(random: np.random.Generator, pictures: Pixels) -> Pixels:
    """(M, H, W, 3) in other light, all moments alike."""
    gain = np.exp(random.normal(0, 0.1, 3) + random.normal(0, 0.2))
    light = np.arange(256)[:, None] / 255 * gain + random.normal(0, 0.02)
    curve = np.clip(light, 0, 1) ** np.exp(random.normal(0, 0.15)) * 255
    flat = np.ascontiguousarray(pictures).reshape(-1, pictures.shape[2], 3)
    return np.asarray(cv2.LUT(flat, np.rint(curve).astype(np.uint8)[None]), np.uint8).reshape(pictures.shape)


def lost(net: nn.Module, data: Batch) -> Tensor:
    """Heat of palms as in CenterNet (arXiv 1904.07850), one map for each way of the arm; there, offsets and air."""
    out = answer(net, data["pictures"])
    b, _, rows, cols = out.shape
    hands, there = data["hands"], data["there"]
    heat, care = torch.zeros(b, WAYS, rows, cols), torch.ones(b, rows, cols)
    errors, count = torch.zeros(()), torch.zeros(())
    ways = (torch.arange(WAYS) * 2 * math.pi / WAYS)[None, :]
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
        error = (out[:, WAYS] - across).abs() + (out[:, WAYS + 1] - down).abs()
        air = (height > AIR_MM).float()[:, None, None].expand_as(across + down)
        unlike = functional.binary_cross_entropy_with_logits(out[:, WAYS + 2], air, reduction="none")
        error = error + AIR_WEIGHT * unlike
        errors, count = errors + (error * near).sum(), count + near.sum()
    score = torch.sigmoid(out[:, :WAYS]).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999).float()
    found = -(peak * (1 - score) ** 2 * score.log() + (1 - peak) * (1 - heat) ** 4 * score**2 * (1 - score).log())
    care = torch.maximum(care[:, None], peak)
    return (found * care).sum() / peak.sum().clamp(min=4) + 0.3 * errors / count.clamp(min=4)


if __name__ == "__main__":
    main()
