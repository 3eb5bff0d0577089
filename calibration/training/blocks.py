"""What the small networks are built of."""

from __future__ import annotations

from torch import nn


def block(inner: int, outer: int, stride: int = 1) -> nn.Sequential:
    """Convolution 3 x 3, normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inner, outer, 3, stride, 1, bias=False), nn.BatchNorm2d(outer), nn.ReLU(inplace=True)
    )
