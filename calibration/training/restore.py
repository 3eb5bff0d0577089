"""Loads a network's weights from its ONNX file, so that training can continue from the product's networks.

Of several files, fine-tuned from the same start, the mean of the weights is taken (`calibration.training.mean`).

The ONNX export folds batch normalisations into the convolutions before them (except into transposed convolutions
without a bias). Each folded one is unfolded here with mean and variance measured on a batch: the restored network
computes what the file does, and can be trained like a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from calibration.training.mean import mean

FOLDED = {"Conv", "ConvTranspose"}
"""ONNX operators that a normalisation may have been folded into."""
Convolution = nn.Conv2d | nn.ConvTranspose2d


def restore(net: nn.Module, paths: Sequence[Path], run_batch: Callable[[], object]) -> None:
    """Fill `net` from ONNX files.

    Args:
        net: its layers must be declared in the order in which it applies them.
        paths: one or more files of this network.
        run_batch: passes one large batch through the network, to measure the statistics of its layers.

    Raises:
        ValueError: the files' layers are not those of the network.
    """
    graph = mean(paths).graph
    held = {one.name: torch.from_numpy(numpy_helper.to_array(one).astype(np.float32)) for one in graph.initializer}
    convolutions = [[held[name] for name in node.input[1:]] for node in graph.node if node.op_type in FOLDED]
    layers = [layer for layer in net.modules() if not list(layer.children())]
    pairs = [(one, two) for one, two in pairwise([*layers, None]) if isinstance(one, Convolution)]
    shapes = [tuple(one.weight.shape) for one, _ in pairs]
    if shapes != [tuple(weight.shape) for weight, *_ in convolutions]:
        raise ValueError(f"{paths[0]}: its layers are not those of {type(net).__name__}; train without --start")
    named = {**dict(net.named_parameters()), **dict(net.named_buffers())}
    net.eval()
    with torch.no_grad():
        for name, values in held.items():
            if name in named:
                named[name].copy_(values)
        for (one, norm), (weight, *bias) in zip(pairs, convolutions, strict=True):
            one.weight.copy_(weight)
            if isinstance(norm, nn.BatchNorm2d) and bias:
                _unfold(one, norm, bias[0], run_batch)
    net.train()


def _unfold(one: nn.Module, norm: nn.BatchNorm2d, bias: Tensor, run_batch: Callable[[], object]) -> None:
    """Set the normalisation after the convolution `one` to add `bias` and do nothing else in evaluation mode."""
    seen: list[Tensor] = []
    catcher = one.register_forward_hook(lambda _layer, _given, out: seen.append(out.float()))
    run_batch()
    catcher.remove()
    mean, variance = seen[0].mean((0, 2, 3)), seen[0].var((0, 2, 3))
    assert norm.running_mean is not None
    assert norm.running_var is not None
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_((variance + norm.eps).sqrt())
    norm.bias.copy_(bias + mean)
