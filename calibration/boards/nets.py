"""The two small networks: finder (where tiles and hands are, how they lie) and cell reader (what stands there)."""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from calibration.training.blocks import block

FINDER_STRIDE = 4
ANSWERS = 7  # heat of a tile's middle, hand, cos and sin of four times the angle, log side, x and y offset
READ_PX = 64
CLASSES = 7  # "._wWrR#"


class Finder(nn.Module):
    """(B, 3, H, W) BGR 0..1, sides multiples of 16 -> (B, 7, H/4, W/4).

    Of each place: logit of a tile's middle, logit of a hand, cos and sin of 4 x the tiles' angle, log of a tile's side
    (px), x and y offset of the nearest tile's middle (places).
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(block(3, 12, 2), block(12, 20, 2), block(20, 20))
        self.middle = nn.Sequential(block(20, 28, 2), block(28, 28))
        self.far = nn.Sequential(block(28, 36, 2), block(36, 36), block(36, 36))
        self.up_far = nn.Sequential(nn.ConvTranspose2d(36, 28, 2, 2, bias=False), nn.BatchNorm2d(28))
        self.join = block(28, 28)
        self.up_middle = nn.Sequential(nn.ConvTranspose2d(28, 20, 2, 2, bias=False), nn.BatchNorm2d(20))
        self.head = nn.Sequential(block(20, 20), nn.Conv2d(20, ANSWERS, 1))
        last = self.head[-1]
        assert isinstance(last, nn.Conv2d)
        assert last.bias is not None
        with torch.no_grad():
            last.bias.copy_(torch.tensor([-4.0, -3.0, 0.5, 0.0, 3.0, 0.0, 0.0]))

    def forward(self, x: Tensor) -> Tensor:
        near = self.near(x)
        middle = self.middle(near)
        joined = self.join(torch.relu(middle + self.up_far(self.far(middle))))
        return cast(Tensor, self.head(torch.relu(near + self.up_middle(joined))))


class CellNet(nn.Module):
    """(B, 3, 64, 64) BGR 0..1, a place of the board straightened -> (B, 7) logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 12),
            nn.MaxPool2d(2),
            block(12, 20),
            block(20, 24),
            nn.MaxPool2d(2),
            block(24, 36),
            nn.MaxPool2d(2),
            block(36, 44),
            block(44, 48),
            nn.MaxPool2d(2),
            nn.Flatten(),
        )
        self.head = nn.Linear(48 * 16, CLASSES)

    def forward(self, x: Tensor) -> Tensor:
        return cast(Tensor, self.head(self.body(x)))
