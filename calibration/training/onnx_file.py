"""Exports a trained network as an ONNX file that OpenCV reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

OPSET = 12  # OpenCV 4.10 and 5.0 both read it
SMALL = 64  # most weights of an array that stays float32: halving it gains nothing


def write(net: nn.Module, target: Path, shape: tuple[int, ...], free: dict[int, str], name: str) -> None:
    """Export `net`, its weights as float16; prints the file's size.

    Args:
        net: put into evaluation mode.
        target: the file to write.
        shape: shape of its one input.
        free: dimensions of the input that may differ, with a name for each.
        name: name of the input in the file; the output is called "answer".
    """
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
    """Store weights as float16, which OpenCV reads: half the size, and outputs change by about a thousandth."""
    model = onnx.load(str(target))
    for held in model.graph.initializer:
        weights = numpy_helper.to_array(held)
        if weights.dtype == np.float32 and weights.size > SMALL:
            held.CopyFrom(numpy_helper.from_array(weights.astype(np.float16), held.name))
    onnx.save(model, str(target))


def fold_normalisation(up: nn.Sequential) -> nn.Sequential:
    """A (2 x 2, stride 2) transposed convolution and its batch normalisation merged into one layer.

    OpenCV 4.10 would merge them itself, wrongly, each time the input size changes.
    """
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
