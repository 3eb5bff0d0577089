"""What the small networks are built of."""

from __future__ import annotations

from torch import nn


def block(inner: int, outer: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution of an odd size, normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inner, outer, size, stride, size // 2, bias=False), nn.BatchNorm2d(outer), nn.ReLU(inplace=True)
    )
