"""Trains the network that tells whether a hand that had landed lies there still, and writes its file.

    python -m calibration.training.hands.staying_train --data staying --out weights/staying.pt --minutes 20
    python -m calibration.training.hands.staying_train --out weights/staying.pt --export MODELS/hand_staying.onnx

Minutes are of work on one core. Where a folder is named, files that come into it are taken up while others are learnt.
`--start FILE` goes on, from weights or from the product's file. Prints the loss on the way.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.command import set_seed_and_threads, train, training_parser
from calibration.training.hands.net import PieceNet
from calibration.training.hands.piece_train import Pieces, moved, relit
from calibration.training.loop import Batch, answer, to_unit_range
from calibration.training.onnx_file import write
from companion.perception.hands.piece import PIECE_XY
from companion.perception.hands.staying import CHANNELS

WIDTHS = (12, 20, 32)
RATE = 3e-3


def main() -> None:
    asked = training_parser(__doc__, 20, RATE).parse_args()
    set_seed_and_threads(asked.seed)
    net = PieceNet(CHANNELS, 1, WIDTHS).to(memory_format=torch.channels_last)
    if asked.export:
        net.load_state_dict(torch.load(asked.out))
        write(net, asked.export, (1, CHANNELS, PIECE_XY[1], PIECE_XY[0]), {}, "piece")
    else:
        train(asked, net, Pieces(asked.data, asked.seed, "left"), lost)


def lost(net: nn.Module, data: Batch) -> Tensor:
    """On pieces as they might have been, too; where arms lie has no light."""
    pieces = moved(to_unit_range(data["pieces"]))
    seen = torch.cat([relit(pieces[:, : CHANNELS - 1]), pieces[:, CHANNELS - 1 :]], 1)
    return functional.binary_cross_entropy_with_logits(answer(net, seen)[:, 0], data["answers"].float())


if __name__ == "__main__":
    main()
