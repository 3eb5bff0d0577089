"""Trains the network that looks a second time at a hand that seems to lie, and writes its file.

    python -m calibration.training.hands.piece_train --data second --out weights/second.pt --minutes 25
    python -m calibration.training.hands.piece_train --out weights/second.pt --export MODELS/hand_second.onnx

Does it lie there, and is it that player's? Minutes are of work on one core. Where a folder is named, files that come
into it are taken up while others are learnt. `--start FILE` goes on, from weights or from the product's file. Prints
the loss on the way.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.command import set_seed_and_threads, train, training_parser
from calibration.training.hands.net import PieceNet
from calibration.training.lesson_files import LessonFiles
from calibration.training.loop import Batch, answer, to_unit_range
from calibration.training.onnx_file import write
from companion.perception.hands.piece import PIECE_XY
from companion.perception.hands.second_look import CHANNELS

AT_ONCE = 64
WIDTHS = (16, 32, 48)
RATE = 3e-3
TURNED_RAD, ZOOMED, SHIFTED = 0.07, 0.06, 0.06
"""Standard deviations by which pieces are turned, enlarged and pushed, the last in halves of their width."""
LIT, TINTED, NOISY = 0.2, 0.06, 0.02


def main() -> None:
    args = training_parser(__doc__, 25, RATE).parse_args()
    set_seed_and_threads(args.seed)
    net = PieceNet(CHANNELS, 1, WIDTHS).to(memory_format=torch.channels_last)
    if args.export:
        net.load_state_dict(torch.load(args.out))
        write(net, args.export, (1, CHANNELS, PIECE_XY[1], PIECE_XY[0]), {}, "piece")
    else:
        train(args, net, Pieces(args.data, args.seed, "lies"), lost)


class Pieces:
    """From files of `second_lessons` or `crossing_lessons`.

    Args:
        answers: what these call what is right of each piece.
    """

    def __init__(self, paths: list[Path], seed: int, answers: str) -> None:
        self._files = LessonFiles(paths, [], 1.0)
        self._pieces: list[NDArray[np.uint8]] = []
        self._name, self._answers = answers, list[NDArray[np.uint8]]()
        self._random = np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self._answers)

    def batch(self) -> Batch:
        """pieces (B, H, W, CHANNELS) uint8, answers (B, ...) uint8."""
        for path, _ in self._files.new():
            with np.load(path) as file:
                self._pieces.extend(file["pieces"])
                self._answers.extend(file[self._name].astype(np.uint8))
        chosen = self._random.choice(len(self._answers), AT_ONCE, replace=False)
        pieces, answers = (np.stack([held[n] for n in chosen]) for held in (self._pieces, self._answers))
        return {"pieces": torch.from_numpy(pieces), "answers": torch.from_numpy(answers)}


def lost(net: nn.Module, data: Batch) -> Tensor:
    """On pieces as they might have been, too: mirrored, turned, nearer, beside, in other light."""
    said = answer(net, varied(to_unit_range(data["pieces"])))[:, 0]
    return functional.binary_cross_entropy_with_logits(said, data["answers"].float())


def varied(pieces: Tensor) -> Tensor:
    """(B, C, H, W) 0..1, colours of C / 3 moments; all moments of a piece alike."""
    return relit(moved(pieces))


def moved(pieces: Tensor) -> Tensor:
    """Mirrored, turned, nearer, beside."""
    count, height, width = len(pieces), pieces.shape[2], pieces.shape[3]
    turn, zoom = torch.randn(count) * TURNED_RAD, torch.exp(torch.randn(count) * ZOOMED)
    mirror = torch.where(torch.rand(count) < 0.5, -1.0, 1.0)
    c, s, longer = turn.cos() * zoom, turn.sin() * zoom, height / width
    aside, down = torch.randn(2, count) * SHIFTED
    theta = torch.stack([c * mirror, -s * longer, aside, s * mirror / longer, c, down / longer], 1).view(-1, 2, 3)
    grid = functional.affine_grid(theta, list(pieces.shape), align_corners=False)
    return functional.grid_sample(pieces, grid, padding_mode="border", align_corners=False)


def relit(seen: Tensor) -> Tensor:
    """In other light, as by another sensor."""
    count = len(seen)
    tint = torch.exp(torch.randn(count, 3, 1, 1) * TINTED)
    lit = seen * tint.repeat(1, seen.shape[1] // 3, 1, 1) * torch.exp(torch.randn(count, 1, 1, 1) * LIT)
    return (lit + torch.randn_like(lit) * torch.rand(count, 1, 1, 1) * NOISY).clamp(0, 1)


if __name__ == "__main__":
    main()
