"""Trained weights to the ONNX files that the product reads with OpenCV.

python -m calibration.boards.export WEIGHTS_DIR companion/perception/models
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from calibration.boards.nets import READ_PX, CellNet, Finder
from calibration.training.onnx_file import folded, write


def main() -> None:
    """Writes board_finder.onnx and board_cell.onnx for the weights that are there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("models", type=Path)
    args = parser.parse_args()
    args.models.mkdir(parents=True, exist_ok=True)
    nets: dict[str, tuple[nn.Module, tuple[int, int, int], dict[int, str]]] = {
        "finder": (Finder(), (3, 288, 384), {2: "height", 3: "width"}),
        "cell": (CellNet(), (3, READ_PX, READ_PX), {0: "crops"}),
    }
    for name, (net, shape, free) in nets.items():
        source = args.weights / f"{name}.pt"
        if not source.exists():
            continue
        net.load_state_dict(torch.load(source))
        if isinstance(net, Finder):
            net.up_far, net.up_middle = folded(net.up_far), folded(net.up_middle)
        write(net, args.models / f"board_{name}.onnx", shape, free, "picture")


if __name__ == "__main__":
    main()
