"""Exports trained weights to the ONNX files that the product reads with OpenCV.

python -m calibration.training.dice.export WEIGHTS_DIR companion/perception/models
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from calibration.training.dice.nets import POSE_PX, READ_PX, SIDES_PX, VIEW_PX, Finder, Poser, Reader, Sides, View
from calibration.training.onnx_file import fold_normalisation, write


def main() -> None:
    """Writes dice_NAME.onnx for each network whose weights WEIGHTS_DIR has."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("models", type=Path)
    args = parser.parse_args()
    args.models.mkdir(parents=True, exist_ok=True)
    nets: dict[str, tuple[nn.Module, tuple[int, int, int], dict[int, str]]] = {
        "finder": (Finder(), (3, 240, 320), {2: "height", 3: "width"}),
        "poser": (Poser(), (4, POSE_PX, POSE_PX), {0: "crops"}),
        "reader": (Reader(), (3, READ_PX, READ_PX), {0: "crops"}),
        "sides": (Sides(), (3, SIDES_PX, SIDES_PX), {0: "crops"}),
        "view": (View(), (3, VIEW_PX, VIEW_PX), {0: "crops"}),
    }
    for name, (net, shape, free) in nets.items():
        source = args.weights / f"{name}.pt"
        if not source.exists():
            continue
        net.load_state_dict(torch.load(source))
        if isinstance(net, Finder):
            net.up = fold_normalisation(net.up)
        write(net, args.models / f"dice_{name}.onnx", (1, *shape), free, "crops")


if __name__ == "__main__":
    main()
