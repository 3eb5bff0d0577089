"""Trained weights to the ONNX files that the product reads with OpenCV.

python -m calibration.boards.export WEIGHTS_DIR companion/perception/models
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from calibration.boards.nets import READ_PX, CellNet, Finder
from calibration.dice.export import OPSET, folded


def main() -> None:
    """Writes board_finder.onnx and board_cell.onnx."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("models", type=Path)
    args = parser.parse_args()
    args.models.mkdir(parents=True, exist_ok=True)
    nets: dict[str, tuple[nn.Module, tuple[int, int], dict[int, str]]] = {
        "finder": (Finder(), (288, 384), {2: "height", 3: "width"}),
        "cell": (CellNet(), (READ_PX, READ_PX), {0: "crops"}),
    }
    for name, (net, size, free) in nets.items():
        net.load_state_dict(torch.load(args.weights / f"{name}.pt"))
        net.eval()
        if isinstance(net, Finder):
            net.up_far, net.up_middle = folded(net.up_far), folded(net.up_middle)
        target = args.models / f"board_{name}.onnx"
        torch.onnx.export(
            net,
            (torch.zeros(1, 3, *size),),
            str(target),
            dynamo=False,
            opset_version=OPSET,
            input_names=["picture"],
            output_names=["answer"],
            dynamic_axes={"picture": free, "answer": free},
        )
        print(target.name, target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
