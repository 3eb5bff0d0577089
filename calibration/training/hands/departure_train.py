"""Trains the departure network, which says whether a hand that had landed has left, and writes its file.

    python -m calibration.training.hands.departure_train --data staying --out weights/staying.pt --minutes 20
    python -m calibration.training.hands.departure_train --out weights/staying.pt --export MODELS/hand_staying.onnx

Minutes are of processor time on one core. Where `--data` names a folder, files that are added to it during the training
are read, too. `--start FILE` continues from weights or from the product's file. Prints the loss on the way.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.command import set_seed_and_threads, train, training_parser
from calibration.training.hands.networks import CropNet
from calibration.training.hands.verifier_train import CropLessons, relit, warped
from calibration.training.loop import Batch, answer, to_unit_range
from calibration.training.onnx_file import write
from companion.perception.hands.crop import CROP_XY
from companion.perception.hands.departure_network import CHANNELS

WIDTHS = (12, 20, 32)
"""Channels of `CropNet` at a half, a quarter and an eighth of the resolution."""
RATE = 3e-3
"""Learning rate at the start."""


def main() -> None:
    """Train, or with `--export` write the ONNX file."""
    asked = training_parser(__doc__, 20, RATE).parse_args()
    set_seed_and_threads(asked.seed)
    net = CropNet(CHANNELS, 1, WIDTHS).to(memory_format=torch.channels_last)
    if asked.export:
        net.load_state_dict(torch.load(asked.out))
        write(net, asked.export, (1, CHANNELS, CROP_XY[1], CROP_XY[0]), {}, "piece")
    else:
        train(asked, net, CropLessons(asked.data, asked.seed, "left"), loss_of)


def loss_of(net: nn.Module, data: Batch) -> Tensor:
    """Binary cross entropy of an augmented batch; the drawing of arms is not relit."""
    pieces = warped(to_unit_range(data["pieces"]))
    seen = torch.cat([relit(pieces[:, : CHANNELS - 1]), pieces[:, CHANNELS - 1 :]], 1)
    return functional.binary_cross_entropy_with_logits(answer(net, seen)[:, 0], data["answers"].float())


if __name__ == "__main__":
    main()
