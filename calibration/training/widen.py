"""Initialises a wider network so that it computes what a narrower one does (Net2Net, arXiv 1511.05641).

Channels are duplicated, and the weights that read them are divided by the number of copies. A little noise lets the
copies diverge in training.
"""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

NOISE = 0.05
"""Deviation of that noise over that of the layer's weights: enough for copies to diverge, too little to forget."""


def widen(narrow: nn.Module, wide: nn.Module, seed: int) -> None:
    """Fill `wide`, in place, from `narrow`.

    Args:
        narrow: the trained network, with 3 input channels.
        wide: a network with the same kinds of layers in the same order, each with at least as many channels.
        seed: of the choice of duplicated channels and of the noise.

    Raises:
        ValueError: the layers are not of the same kinds or numbers.
    """
    pairs = list(zip(_layers(narrow), _layers(wide), strict=True))
    if any(type(a) is not type(b) for a, b in pairs):
        raise ValueError(f"{type(wide).__name__} has other layers than {type(narrow).__name__}")
    chance = torch.Generator().manual_seed(seed)
    origin, times = torch.arange(3), torch.ones(3)
    with torch.no_grad():
        for old, new in pairs:
            if isinstance(old, nn.BatchNorm2d):
                for name, values in old.state_dict().items():
                    new.state_dict()[name].copy_(values[origin] if values.dim() else values)
                continue
            read = old.weight[:, origin] / times.view(1, -1, *[1] * (old.weight.dim() - 2))
            origin = _twins(len(old.weight), len(new.weight), chance)
            times = torch.bincount(origin, minlength=len(old.weight)).float()[origin]
            own = read[origin]
            doubled = (times > 1).view(-1, *[1] * (own.dim() - 1))
            noise = torch.randn(own.shape, generator=chance) * own.std() * NOISE
            new.weight.copy_(own + noise * doubled)
            if old.bias is not None:
                new.bias.copy_(old.bias[origin])


def _layers(net: nn.Module) -> list[nn.Conv2d | nn.BatchNorm2d | nn.Linear]:
    """The layers with weights, in order."""
    kinds = (nn.Conv2d, nn.BatchNorm2d, nn.Linear)
    return [cast(nn.Conv2d, layer) for layer in net.modules() if isinstance(layer, kinds)]


def _twins(old: int, new: int, chance: torch.Generator) -> Tensor:
    """(new,) int64: the old channel that each new one copies; every old one at least once."""
    more = torch.cat([torch.randperm(old, generator=chance) for _ in range(-(-(new - old) // old))] or [torch.zeros(0)])
    return torch.cat([torch.arange(old), more[: new - old].long()])
