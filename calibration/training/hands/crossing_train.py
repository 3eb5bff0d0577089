"""Trains the network that tells which of two arms lies over the other, and writes its file.

    python -m calibration.training.hands.crossing_train --data crossings --out weights/crossing.pt --minutes 30
    python -m calibration.training.hands.crossing_train --out weights/crossing.pt --export MODELS/hand_crossing.onnx

Minutes are of work on one core. Where a folder is named, files that come into it are taken up while others are learnt.
`--start FILE` goes on, from weights or from the product's file. Prints the loss on the way.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.command import set_seed_and_threads, train, training_parser
from calibration.training.hands.net import CrossingNet
from calibration.training.hands.piece_train import Pieces, moved, relit
from calibration.training.loop import Batch, answer, to_unit_range
from calibration.training.onnx_file import write
from companion.perception.hands.crossing import CHANNELS, NEITHER, OVER, PLACE_PX, SIDE, UNDER

RATE = 3e-3
COLOURS = 6
COUNTS = 3.0
"""A place at which one arm lies over the other counts so many times as much as one at which neither does."""


def main() -> None:
    parser = training_parser(__doc__, 30, RATE)
    asked = parser.parse_args()
    set_seed_and_threads(asked.seed)
    net = CrossingNet().to(memory_format=torch.channels_last)
    if asked.export:
        net.load_state_dict(torch.load(asked.out))
        write(net, asked.export, (1, CHANNELS, SIDE, SIDE), {}, "piece")
    else:
        train(asked, net, Pieces(asked.data, asked.seed, "says"), lost)


def lost(net: nn.Module, data: Batch) -> Tensor:
    """On pieces as they might have been, too: arms' ways have no light, and what is true moves along."""
    lie = torch.stack([data["answers"] == answer for answer in (OVER, UNDER)], 1).float()
    shown = functional.interpolate(lie, scale_factor=PLACE_PX)
    pieces = moved(torch.cat([to_unit_range(data["pieces"]), shown], 1))
    seen = torch.cat([relit(pieces[:, :COLOURS]), pieces[:, COLOURS:CHANNELS]], 1)
    true = functional.avg_pool2d(pieces[:, CHANNELS:], PLACE_PX)
    true = torch.cat([true, 1 - true.sum(1, keepdim=True)], 1)
    each = functional.cross_entropy(answer(net, seen), true, reduction="none")
    counts = 1 + (COUNTS - 1) * (1 - true[:, NEITHER])
    return (each * counts).sum() / counts.sum()


if __name__ == "__main__":
    main()
