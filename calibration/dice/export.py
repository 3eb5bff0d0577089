"""Trained weights to the ONNX files that the product reads with OpenCV.

python -m calibration.dice.export WEIGHTS_DIR companion/perception/models
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from calibration.dice.nets import POSE_PX, READ_PX, Finder, Poser, Reader

OPSET = 12  # OpenCV 4.10 and 5.0 both read it


def main() -> None:
    """Writes dice_finder.onnx, dice_poser.onnx and dice_reader.onnx for the weights that are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("models", type=Path)
    args = parser.parse_args()
    args.models.mkdir(parents=True, exist_ok=True)
    nets: dict[str, tuple[nn.Module, tuple[int, int], dict[int, str]]] = {
        "finder": (Finder(), (240, 320), {2: "height", 3: "width"}),
        "poser": (Poser(), (POSE_PX, POSE_PX), {0: "crops"}),
        "reader": (Reader(), (READ_PX, READ_PX), {0: "crops"}),
    }
    for name, (net, size, free) in nets.items():
        source = args.weights / f"{name}.pt"
        if not source.exists():
            continue
        net.load_state_dict(torch.load(source))
        net.eval()
        if isinstance(net, Finder):
            net.up = folded(net.up)
        target = args.models / f"dice_{name}.onnx"
        torch.onnx.export(
            net,
            (torch.zeros(1, 4 if name == "poser" else 3, *size),),
            str(target),
            dynamo=False,
            opset_version=OPSET,
            input_names=["crops"],
            output_names=["answer"],
            dynamic_axes={"crops": free, "answer": free},
        )
        print(target.name, target.stat().st_size, "bytes")


def folded(up: nn.Sequential) -> nn.Sequential:
    """Transposed convolution and normalisation as one: OpenCV 4.10 folds them anew, wrongly, at each new size."""
    turned, norm = up
    assert isinstance(turned, nn.ConvTranspose2d)
    assert isinstance(norm, nn.BatchNorm2d)
    assert norm.running_mean is not None
    assert norm.running_var is not None
    gain = norm.weight / (norm.running_var + norm.eps).sqrt()
    one = nn.ConvTranspose2d(turned.in_channels, turned.out_channels, 2, 2)
    assert one.bias is not None
    with torch.no_grad():
        one.weight.copy_(turned.weight * gain[None, :, None, None])
        one.bias.copy_(norm.bias - norm.running_mean * gain)
    return nn.Sequential(one)


if __name__ == "__main__":
    main()
