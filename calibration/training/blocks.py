"""Layers that the small networks share."""

from __future__ import annotations

from torch import nn


def block(inner: int, outer: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, batch normalisation and ReLU.

    Args:
        inner, outer: channels of input and output.
        stride: of the convolution; the output has 1 / stride of the input's height and width.
        size: kernel size, odd; the input is padded by half of it.
    """
    return nn.Sequential(
        nn.Conv2d(inner, outer, size, stride, size // 2, bias=False), nn.BatchNorm2d(outer), nn.ReLU(inplace=True)
    )
