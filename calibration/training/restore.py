"""Weights of a network from its ONNX file: training can go on from what the product holds.

Of several files, trained one from the other, the mean of the weights is taken (`calibration.training.mean`).

Export folds normalisations into the convolutions before them, but not into one that enlarges and adds nothing. Each one
that was folded is unfolded again, with mean and variance as a batch shows them, so that the restored network answers as
the file does and yet trains like a new one.
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
Convolution = nn.Conv2d | nn.ConvTranspose2d


def restore(net: nn.Module, paths: Sequence[Path], see: Callable[[], object]) -> None:
    """Fill `net` from `paths`; `see` passes one large batch through it.

    Layers must lie in the net in the order in which it uses them. Raises ValueError when the files' layers are not the
    net's.
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
                _unfold(one, norm, bias[0], see)
    net.train()


def _unfold(one: nn.Module, norm: nn.BatchNorm2d, bias: Tensor, see: Callable[[], object]) -> None:
    """The normalisation after `one` that adds `bias` and changes nothing else."""
    seen: list[Tensor] = []
    catcher = one.register_forward_hook(lambda _layer, _given, out: seen.append(out.float()))
    see()
    catcher.remove()
    mean, variance = seen[0].mean((0, 2, 3)), seen[0].var((0, 2, 3))
    assert norm.running_mean is not None
    assert norm.running_var is not None
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_((variance + norm.eps).sqrt())
    norm.bias.copy_(bias + mean)
