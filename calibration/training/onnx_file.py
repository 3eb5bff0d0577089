"""A trained network as an ONNX file that OpenCV reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

OPSET = 12  # OpenCV 4.10 and 5.0 both read it
SMALL = 64  # weights in one array that are not worth halving


def write(net: nn.Module, target: Path, shape: tuple[int, ...], free: dict[int, str], name: str) -> None:
    """`net` for inputs of one shape, of which the `free` dimensions may differ, called `name`."""
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(*shape),),
        str(target),
        dynamo=False,
        opset_version=OPSET,
        input_names=[name],
        output_names=["answer"],
        dynamic_axes={name: free, "answer": free},
    )
    _halve(target)
    print(target.name, target.stat().st_size, "bytes")


def _halve(target: Path) -> None:
    """Weights as half floats, which OpenCV reads as they are: half the size for a thousandth of an answer."""
    model = onnx.load(str(target))
    for held in model.graph.initializer:
        weights = numpy_helper.to_array(held)
        if weights.dtype == np.float32 and weights.size > SMALL:
            held.CopyFrom(numpy_helper.from_array(weights.astype(np.float16), held.name))
    onnx.save(model, str(target))


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
