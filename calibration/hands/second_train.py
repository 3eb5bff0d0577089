"""Trains the network that looks a second time, and writes its file.

    python -m calibration.hands.second_train --data second --out weights/second.pt --minutes 25
    python -m calibration.hands.second_train --out weights/second.pt --export MODELS/hand_second.onnx

Minutes are of work on one core. Where a folder is named, files that come into it are taken up while others are learnt.
`--start FILE` goes on, from weights or from the product's file. Prints the loss on the way.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.hands.net import SecondNet
from calibration.training.command import begin, command, train
from calibration.training.files import Files
from calibration.training.loop import Batch, answer, unit
from calibration.training.onnx_file import write
from companion.perception.hands.second_look import AGO, CHANNELS, PIECE_XY

AT_ONCE = 64
RATE = 3e-3
TURNED_RAD, ZOOMED, SHIFTED = 0.07, 0.06, 0.06
"""Standard deviations by which pieces are turned, enlarged and pushed, the last in halves of their width."""
LIT, TINTED, NOISY = 0.2, 0.06, 0.02


def main() -> None:
    args = command(__doc__, 25, RATE).parse_args()
    begin(args.seed)
    net = SecondNet().to(memory_format=torch.channels_last)
    if args.export:
        net.load_state_dict(torch.load(args.out))
        write(net, args.export, (1, CHANNELS, PIECE_XY[1], PIECE_XY[0]), {}, "piece")
        return
    train(args, net, Lessons(args.data, args.seed), lost)


class Lessons:
    """Pieces from files of `second_lessons`."""

    def __init__(self, paths: list[Path], seed: int) -> None:
        self._files = Files(paths, [], 1.0)
        self.pieces: list[np.ndarray] = []
        self.lies: list[bool] = []
        self._random = np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self.lies)

    def batch(self) -> Batch:
        """pieces (B, 80, 48, CHANNELS) uint8, lies (B,) 0 or 1."""
        for path, _ in self._files.new():
            with np.load(path) as file:
                self.pieces.extend(file["pieces"])
                self.lies.extend(file["lies"].tolist())
        chosen = self._random.choice(len(self.lies), AT_ONCE, replace=False)
        pieces = np.stack([self.pieces[n] for n in chosen])
        return {"pieces": torch.from_numpy(pieces), "lies": torch.tensor([float(self.lies[n]) for n in chosen])}


def lost(net: nn.Module, data: Batch) -> Tensor:
    """On pieces as they might have been, too: mirrored, turned, nearer, beside, in other light."""
    said = answer(net, varied(unit(data["pieces"])))[:, 0]
    return functional.binary_cross_entropy_with_logits(said, data["lies"])


def varied(pieces: Tensor) -> Tensor:
    """(B, CHANNELS, H, W) 0..1, all moments of a piece alike."""
    count, height, width = len(pieces), pieces.shape[2], pieces.shape[3]
    turn, zoom = torch.randn(count) * TURNED_RAD, torch.exp(torch.randn(count) * ZOOMED)
    mirror = torch.where(torch.rand(count) < 0.5, -1.0, 1.0)
    c, s, longer = turn.cos() * zoom, turn.sin() * zoom, height / width
    aside, down = torch.randn(2, count) * SHIFTED
    theta = torch.stack([c * mirror, -s * longer, aside, s * mirror / longer, c, down / longer], 1).view(-1, 2, 3)
    grid = functional.affine_grid(theta, list(pieces.shape), align_corners=False)
    seen = functional.grid_sample(pieces, grid, padding_mode="border", align_corners=False)
    tint = torch.exp(torch.randn(count, 3, 1, 1) * TINTED)
    gain = torch.cat([tint, tint, tint.mean(1, keepdim=True).expand(-1, len(AGO), -1, -1)], 1)
    lit = seen * gain * torch.exp(torch.randn(count, 1, 1, 1) * LIT)
    return (lit + torch.randn_like(lit) * torch.rand(count, 1, 1, 1) * NOISY).clamp(0, 1)


if __name__ == "__main__":
    main()
