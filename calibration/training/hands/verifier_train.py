"""Trains the hand verifier, which says whether a hand lies where it seems to and is that player's, and writes its file.

    python -m calibration.training.hands.verifier_train --data second --out weights/second.pt --minutes 25
    python -m calibration.training.hands.verifier_train --out weights/second.pt --export MODELS/hand_second.onnx

Minutes are of processor time on one core. Where `--data` names a folder, files that are added to it during the training
are read, too. `--start FILE` continues from weights or from the product's file. Prints the loss on the way.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.command import set_seed_and_threads, train, training_parser
from calibration.training.hands.networks import CropNet
from calibration.training.lesson_files import LessonFiles
from calibration.training.loop import Batch, answer, to_unit_range
from calibration.training.onnx_file import write
from companion.perception.hands.crop import CROP_XY
from companion.perception.hands.verifier import CHANNELS

BATCH_SIZE = 64
"""Lessons of a batch."""
WIDTHS = (16, 32, 48)
"""Channels of `CropNet` at a half, a quarter and an eighth of the resolution."""
RATE = 3e-3
"""Learning rate at the start."""
TURNED_RAD, ZOOMED, SHIFTED = 0.07, 0.06, 0.06
"""Standard deviations by which crops are rotated (radians), enlarged (log of the factor) and shifted (halves of their
width)."""
LIT, TINTED, NOISY = 0.2, 0.06, 0.02
"""Standard deviations of the log of brightness and of each colour, and the most noise, of values 0 to 1."""


def main() -> None:
    """Train, or with `--export` write the ONNX file."""
    args = training_parser(__doc__, 25, RATE).parse_args()
    set_seed_and_threads(args.seed)
    net = CropNet(CHANNELS, 1, WIDTHS).to(memory_format=torch.channels_last)
    if args.export:
        net.load_state_dict(torch.load(args.out))
        write(net, args.export, (1, CHANNELS, CROP_XY[1], CROP_XY[0]), {}, "piece")
    else:
        train(args, net, CropLessons(args.data, args.seed, "lies"), loss_of)


class CropLessons:
    """Lessons from files of `verifier_lessons`, `departure_lessons` or `crossing_lessons`.

    Args:
        paths: files, or folders of files.
        seed: of the sampling.
        answers: name of the array with the true answers.
    """

    def __init__(self, paths: list[Path], seed: int, answers: str) -> None:
        self._files = LessonFiles(paths, [], 1.0)
        self._pieces: list[NDArray[np.uint8]] = []
        self._name, self._answers = answers, list[NDArray[np.uint8]]()
        self._random = np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self._answers)

    def batch(self) -> Batch:
        """A batch of lessons.

        Returns:
            `pieces` (B, H, W, CHANNELS) uint8, `answers` (B, ...) uint8.
        """
        for path, _ in self._files.new():
            with np.load(path) as file:
                self._pieces.extend(file["pieces"])
                self._answers.extend(file[self._name].astype(np.uint8))
        chosen = self._random.choice(len(self._answers), BATCH_SIZE, replace=False)
        pieces, answers = (np.stack([held[n] for n in chosen]) for held in (self._pieces, self._answers))
        return {"pieces": torch.from_numpy(pieces), "answers": torch.from_numpy(answers)}


def loss_of(net: nn.Module, data: Batch) -> Tensor:
    """Binary cross entropy of an augmented batch."""
    said = answer(net, augmented(to_unit_range(data["pieces"])))[:, 0]
    return functional.binary_cross_entropy_with_logits(said, data["answers"].float())


def augmented(pieces: Tensor) -> Tensor:
    """(B, C, H, W) 0 to 1, colours of C / 3 pictures: reflected, rotated, zoomed, shifted and relit, all pictures of a
    crop alike."""
    return relit(warped(pieces))


def warped(pieces: Tensor) -> Tensor:
    """(B, C, H, W), each crop reflected at random, rotated, zoomed and shifted."""
    count, height, width = len(pieces), pieces.shape[2], pieces.shape[3]
    turn, zoom = torch.randn(count) * TURNED_RAD, torch.exp(torch.randn(count) * ZOOMED)
    mirror = torch.where(torch.rand(count) < 0.5, -1.0, 1.0)
    c, s, longer = turn.cos() * zoom, turn.sin() * zoom, height / width
    aside, down = torch.randn(2, count) * SHIFTED
    theta = torch.stack([c * mirror, -s * longer, aside, s * mirror / longer, c, down / longer], 1).view(-1, 2, 3)
    grid = functional.affine_grid(theta, list(pieces.shape), align_corners=False)
    return functional.grid_sample(pieces, grid, padding_mode="border", align_corners=False)


def relit(seen: Tensor) -> Tensor:
    """(B, C, H, W) 0 to 1, each crop in other light and with another sensor's noise."""
    count = len(seen)
    tint = torch.exp(torch.randn(count, 3, 1, 1) * TINTED)
    lit = seen * tint.repeat(1, seen.shape[1] // 3, 1, 1) * torch.exp(torch.randn(count, 1, 1, 1) * LIT)
    return (lit + torch.randn_like(lit) * torch.rand(count, 1, 1, 1) * NOISY).clamp(0, 1)


if __name__ == "__main__":
    main()
