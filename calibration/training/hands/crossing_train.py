"""Trains the crossing network, which says which of two arms lies over the other, and writes its file.

    python -m calibration.training.hands.crossing_train --data crossings --out weights/crossing.pt --minutes 30
    python -m calibration.training.hands.crossing_train --out weights/crossing.pt --export MODELS/hand_crossing.onnx

Minutes are of processor time on one core. Where `--data` names a folder, files that are added to it during the training
are read, too. `--start FILE` continues from weights or from the product's file. Prints the loss on the way.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.command import set_seed_and_threads, train, training_parser
from calibration.training.hands.networks import CrossingNet
from calibration.training.hands.verifier_train import CropLessons, relit, warped
from calibration.training.loop import Batch, answer, to_unit_range
from calibration.training.onnx_file import write
from companion.perception.hands.crossing_network import CHANNELS, NEITHER, OVER, PLACE_PX, SIDE, UNDER

RATE = 3e-3
"""Learning rate at the start."""
COLOUR_CHANNELS = 6
"""The first channels of an input are colours; the others are drawings of arms."""
OVERLAP_WEIGHT = 3.0
"""Weight in the loss of a cell in which one arm lies over the other; one in which neither does has 1."""


def main() -> None:
    """Train, or with `--export` write the ONNX file."""
    parser = training_parser(__doc__, 30, RATE)
    asked = parser.parse_args()
    set_seed_and_threads(asked.seed)
    net = CrossingNet().to(memory_format=torch.channels_last)
    if asked.export:
        net.load_state_dict(torch.load(asked.out))
        write(net, asked.export, (1, CHANNELS, SIDE, SIDE), {}, "piece")
    else:
        train(asked, net, CropLessons(asked.data, asked.seed, "says"), loss_of)


def loss_of(net: nn.Module, data: Batch) -> Tensor:
    """Cross entropy over the cells of an augmented batch; the true classes are warped along, and drawings of arms are
    not relit."""
    lie = torch.stack([data["answers"] == answer for answer in (OVER, UNDER)], 1).float()
    shown = functional.interpolate(lie, scale_factor=PLACE_PX)
    pieces = warped(torch.cat([to_unit_range(data["pieces"]), shown], 1))
    seen = torch.cat([relit(pieces[:, :COLOUR_CHANNELS]), pieces[:, COLOUR_CHANNELS:CHANNELS]], 1)
    true = functional.avg_pool2d(pieces[:, CHANNELS:], PLACE_PX)
    true = torch.cat([true, 1 - true.sum(1, keepdim=True)], 1)
    each = functional.cross_entropy(answer(net, seen), true, reduction="none")
    counts = 1 + (OVERLAP_WEIGHT - 1) * (1 - true[:, NEITHER])
    return (each * counts).sum() / counts.sum()


if __name__ == "__main__":
    main()
